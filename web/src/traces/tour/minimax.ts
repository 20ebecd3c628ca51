/** Minimax: values go up the tree. */

import { at } from "../tree";
import { askMove } from "./questions";
import {
  below,
  columnOf,
  end,
  entered,
  first,
  last,
  left,
  listed,
  number,
  opponent,
  searcher,
  valueOf,
  valueOptions,
  worth,
  type Ask,
  type Lesson,
} from "./facts";
import { TREE } from "./searches";

const askSmallest: Ask = {
  prompt: (facts) => {
    const node = first(below(facts));
    const values = below(facts, node).map((child) => worth(facts, child));
    return `${opponent(facts)}'s answers to column ${columnOf(facts, node)} are worth ${listed(values)} to ${searcher(facts)}, and ${opponent(facts)} chooses. What is column ${columnOf(facts, node)} worth?`;
  },
  options: (facts) =>
    valueOptions(below(facts, first(below(facts))).map((child) => valueOf(facts, child))),
  answer: (facts) => worth(facts, first(below(facts))),
  because: (facts) => {
    const node = first(below(facts));
    const best = at(facts.tree.best, node);
    return `It is worth ${worth(facts, node)}: ${opponent(facts)} would answer in column ${columnOf(facts, best)}, the worst for ${searcher(facts)}.`;
  },
  reveal: (facts) => ({ moment: left(facts, first(below(facts))), view: "near" }),
};

export const MINIMAX: Lesson = {
  title: "Minimax",
  summary: "I take the best, you leave me the worst.",
  steps: [
    {
      search: TREE,
      shot: (facts) => ({
        moment: entered(facts, first(below(facts, first(below(facts))))),
        view: "near",
      }),
      says: (facts) => [
        `Two discs deep the search stops and judges the board by points: ${worth(facts, first(below(facts, first(below(facts)))))} here.`,
        `Points are ${searcher(facts)}'s. More are better for ${searcher(facts)}, fewer for ${opponent(facts)}.`,
      ],
    },
    {
      search: TREE,
      shot: (facts) => ({
        moment: left(facts, last(below(facts, first(below(facts))))),
        view: "near",
      }),
      says: () => ["Values go up the tree. Whoever is to move at a node chooses."],
      ask: askSmallest,
    },
    {
      search: TREE,
      shot: (facts) => ({ moment: left(facts, last(below(facts))), view: "near" }),
      says: (facts) => [`At the top ${searcher(facts)} chooses, and wants as much as possible.`],
      ask: askMove,
    },
    {
      search: TREE,
      shot: (facts) => ({ moment: end(facts), view: "whole" }),
      says: (facts) => [
        `The thick line is what both would play: column ${facts.header.report.line.join(", then ")}.`,
        `To find it, minimax has looked at every one of the ${number(facts.header.report.nodes)} nodes.`,
      ],
    },
  ],
};
