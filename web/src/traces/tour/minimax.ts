/** Minimax: values go up the tree. */

import { count, listed } from "../../shared/words";
import { at } from "../tree";
import { askMove } from "./questions";
import { valueOptions, type Question, type Lesson } from "./facts";
import { TREE } from "./searches";

const askSmallest: Question = {
  prompt: (facts) => {
    const node = facts.first();
    const values = facts.children(node).map((child) => facts.worth(child));
    return `${facts.opponent}'s answers to column ${facts.column(node)} are worth ${listed(values)} to ${facts.searcher}, and ${facts.opponent} chooses. What is column ${facts.column(node)} worth?`;
  },
  options: (facts) =>
    valueOptions(facts.children(facts.first()).map((child) => facts.value(child))),
  answer: (facts) => facts.worth(facts.first()),
  because: (facts) => {
    const node = facts.first();
    const best = at(facts.tree.best, node);
    return `It is worth ${facts.worth(node)}: ${facts.opponent} would answer in column ${facts.column(best)}, the worst for ${facts.searcher}.`;
  },
  moment: (facts) => facts.left(facts.first()),
  view: "near",
};

export const MINIMAX: Lesson = {
  title: "Minimax",
  summary: "I take the best, you leave me the worst.",
  steps: [
    {
      search: TREE,
      moment: (facts) => facts.entered(facts.first(facts.first())),
      view: "near",
      says: (facts) => [
        `Two discs deep the search stops and judges the board by points: ${facts.worth(facts.first(facts.first()))} here.`,
        `Points are ${facts.searcher}'s. More are better for ${facts.searcher}, fewer for ${facts.opponent}.`,
      ],
    },
    {
      search: TREE,
      moment: (facts) => facts.left(facts.last(facts.first())),
      view: "near",
      says: () => ["Values go up the tree. The player to move at a node chooses."],
      question: askSmallest,
    },
    {
      search: TREE,
      moment: (facts) => facts.left(facts.last()),
      view: "near",
      says: (facts) => [`At the top ${facts.searcher} chooses, and wants as much as possible.`],
      question: askMove,
    },
    {
      search: TREE,
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => [
        `The thick line is what both would play: column ${facts.report.line.join(", then ")}.`,
        `To find it, minimax has looked at every one of the ${count(facts.report.nodes)} nodes.`,
      ],
    },
  ],
};
