/** Chance: averages instead of choices. */

import { listed } from "../../shared/words";
import { at, type Tree } from "../tree";
import { askMove } from "./questions";
import { makeSearch, valueOptions, type Question, type Facts, type Lesson } from "./facts";
import { NARROW, SLIP } from "./searches";

function firstAim(facts: Facts): number {
  return facts.first();
}

function chance(tree: Tree, node: number): number {
  return tree.probability ? at(tree.probability, node) : 1;
}

const askAverage: Question = {
  prompt: (facts) =>
    `Aimed at column ${facts.column(firstAim(facts))}, the disc lands ${listed(
      facts
        .children(firstAim(facts))
        .map(
          (node) =>
            `in ${facts.column(node)} with ${Math.round(100 * chance(facts.tree, node))} %, worth ${facts.worth(node)}`,
        ),
    )}. What is the aim worth?`,
  options: (facts) => {
    const values = facts.children(firstAim(facts)).map((node) => facts.value(node));
    const plain = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const wrong = [Math.min(...values), Math.max(...values), Math.round(10 * plain) / 10];
    return valueOptions([facts.value(firstAim(facts)), ...wrong]);
  },
  answer: (facts) => facts.worth(firstAim(facts)),
  because: (facts) =>
    `${facts
      .children(firstAim(facts))
      .map((node) => `${Math.round(100 * chance(facts.tree, node))} % of ${facts.worth(node)}`)
      .join(" + ")} = ${facts.worth(firstAim(facts))}. Likely landings count for more.`,
  moment: (facts) => facts.left(firstAim(facts)),
  view: "near",
};

const askAim: Question = {
  ...askMove,
  prompt: (facts) =>
    `The aims: ${facts
      .children()
      .map((node) => `${facts.column(node)} is worth ${facts.worth(node)}`)
      .join(", ")}. At which column does ${facts.searcher} aim?`,
  because: (facts) =>
    `${facts.searcher} aims at column ${facts.report.column}, the largest average: ${facts.worth(facts.header.root)}.`,
};

export const CHANCE: Lesson = {
  title: "Chance",
  summary: "Where a disc may slip, averages decide.",
  steps: [
    {
      search: SLIP,
      moment: (facts) => facts.entered(firstAim(facts)),
      view: "near",
      says: (facts) => [
        `Under these rules a disc may slip into the next column. ${facts.searcher} aims at column ${facts.column(firstAim(facts))}, and chance decides. The hexagon is such a chance node.`,
        "Nobody chooses there, so neither the largest nor the smallest value will do.",
      ],
    },
    {
      search: SLIP,
      moment: (facts) => facts.left(facts.last(firstAim(facts))),
      view: "near",
      says: () => ["Every landing has a probability and a value."],
      question: askAverage,
    },
    {
      search: SLIP,
      moment: (facts) => facts.left(facts.last()),
      view: "near",
      says: () => ["Now every aim has its average."],
      question: askAim,
    },
    {
      search: SLIP,
      others: [makeSearch("minimax:depth=1", NARROW)],
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => {
        const plain = facts.others[0]?.report.column;
        const same = plain === facts.report.column;
        return [
          `If no disc slipped, looking just as far would choose column ${plain}. ${same ? "Chance does not change that here." : `With chance it is column ${facts.report.column}: a good landing that is likely beats a better one that is not.`}`,
          "This search is called expectiminimax: minimax with expected values.",
        ];
      },
    },
  ],
};
