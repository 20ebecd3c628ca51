/** Chance: averages instead of choices. */

import { at, type Tree } from "../tree";
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
  makeSearch,
  searcher,
  valueOf,
  valueOptions,
  worth,
  type Ask,
  type Facts,
  type Lesson,
} from "./facts";
import { NARROW, SLIP } from "./searches";

function firstAim(facts: Facts): number {
  return first(below(facts));
}

function chance(tree: Tree, node: number): number {
  return tree.probability ? at(tree.probability, node) : 1;
}

const askAverage: Ask = {
  prompt: (facts) =>
    `Aimed at column ${columnOf(facts, firstAim(facts))}, the disc lands ${listed(
      below(facts, firstAim(facts)).map(
        (node) =>
          `in ${columnOf(facts, node)} with ${Math.round(100 * chance(facts.tree, node))} %, worth ${worth(facts, node)}`,
      ),
    )}. What is the aim worth?`,
  options: (facts) => {
    const values = below(facts, firstAim(facts)).map((node) => valueOf(facts, node));
    const plain = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const wrong = [Math.min(...values), Math.max(...values), Math.round(10 * plain) / 10];
    return valueOptions([valueOf(facts, firstAim(facts)), ...wrong]);
  },
  answer: (facts) => worth(facts, firstAim(facts)),
  because: (facts) =>
    `${below(facts, firstAim(facts))
      .map((node) => `${Math.round(100 * chance(facts.tree, node))} % of ${worth(facts, node)}`)
      .join(" + ")} = ${worth(facts, firstAim(facts))}. Likely landings count for more.`,
  reveal: (facts) => ({ moment: left(facts, firstAim(facts)), view: "near" }),
};

const askAim: Ask = {
  ...askMove,
  prompt: (facts) =>
    `The aims: ${below(facts)
      .map((node) => `${columnOf(facts, node)} is worth ${worth(facts, node)}`)
      .join(", ")}. At which column does ${searcher(facts)} aim?`,
  because: (facts) =>
    `${searcher(facts)} aims at column ${facts.header.report.column}, the largest average: ${worth(facts, facts.header.root)}.`,
};

export const CHANCE: Lesson = {
  title: "Chance",
  summary: "Where a disc may slip, averages decide.",
  steps: [
    {
      search: SLIP,
      shot: (facts) => ({ moment: entered(facts, firstAim(facts)), view: "near" }),
      says: (facts) => [
        `Under these rules a disc may slip into the next column. ${searcher(facts)} aims at column ${columnOf(facts, firstAim(facts))}, and chance decides. The hexagon is such a chance node.`,
        "Nobody chooses there, so neither the largest nor the smallest value will do.",
      ],
    },
    {
      search: SLIP,
      shot: (facts) => ({ moment: left(facts, last(below(facts, firstAim(facts)))), view: "near" }),
      says: () => ["Every landing has a probability and a value."],
      ask: askAverage,
    },
    {
      search: SLIP,
      shot: (facts) => ({ moment: left(facts, last(below(facts))), view: "near" }),
      says: () => ["Now every aim has its average."],
      ask: askAim,
    },
    {
      search: SLIP,
      others: [makeSearch("minimax:depth=1", NARROW)],
      shot: (facts) => ({ moment: end(facts), view: "whole" }),
      says: (facts) => {
        const plain = facts.others[0]?.report.column;
        const same = plain === facts.header.report.column;
        return [
          `If no disc slipped, looking as far would choose column ${plain}. ${same ? "Chance does not change that here." : `With chance it is column ${facts.header.report.column}: a good landing that is likely beats a better one that is not.`}`,
          "This search is called expectiminimax: it expects.",
        ];
      },
    },
  ],
};
