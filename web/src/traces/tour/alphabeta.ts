/** Alpha-beta: what is cut off, and why. */

import { at, NONE } from "../tree";
import { figure, sayStep } from "../words";
import { askHowMany } from "./questions";
import {
  below,
  columnOf,
  cutsOf,
  end,
  entered,
  first,
  last,
  left,
  nextEntered,
  number,
  opponent,
  savedBy,
  searcher,
  worth,
  type Ask,
  type Facts,
  type Lesson,
} from "./facts";
import { TREE, PRUNED } from "./searches";

/** Ask, once a node's first answer is known, whether the others are looked at. */
function askGoesOn(which: (facts: Facts) => number): Ask {
  return {
    prompt: (facts) => {
      const node = which(facts);
      const child = first(below(facts, node));
      const known = figure(-at(facts.tree.beta, node));
      return `${opponent(facts)}'s first answer to column ${columnOf(facts, node)} leaves ${searcher(facts)} ${worth(facts, child)}. ${searcher(facts)} already has ${known}. Will the search look at ${opponent(facts)}'s other answers?`;
    },
    options: () => [
      { value: "yes", label: "Yes, it looks on" },
      { value: "no", label: "No, it cuts them off" },
    ],
    answer: (facts) => {
      const node = which(facts);
      const next = nextEntered(facts, left(facts, first(below(facts, node))));
      return next !== NONE && at(facts.tree.parent, next) === node ? "yes" : "no";
    },
    because: (facts) => sayStep(facts.tree, left(facts, first(below(facts, which(facts)))) + 1),
    reveal: (facts) => ({
      moment: left(facts, first(below(facts, which(facts)))) + 1,
      view: "near",
    }),
  };
}

function firstCut(facts: Facts): number {
  return first(cutsOf(facts));
}

function lastCut(facts: Facts): number {
  return last(cutsOf(facts));
}

export const ALPHABETA: Lesson = {
  title: "Alpha-beta",
  summary: "What cannot matter need not be looked at.",
  steps: [
    {
      search: PRUNED,
      shot: (facts) => ({ moment: left(facts, first(below(facts))), view: "near" }),
      says: (facts) => [
        `The same tree, another search. Column ${columnOf(facts, first(below(facts)))} is worth ${worth(facts, first(below(facts)))}, found as before.`,
        `From now on ${searcher(facts)} is sure of that. Less does not matter any more.`,
      ],
    },
    {
      search: PRUNED,
      shot: (facts) => ({
        moment: left(facts, below(facts)[1] ?? 0),
        view: "near",
        node: facts.header.root,
      }),
      says: (facts) => {
        const node = below(facts)[1] ?? 0;
        return [
          `Column ${columnOf(facts, node)} has come to ${worth(facts, node)}. The window, drawn on a line of numbers, says which values still matter at the start.`,
          `${searcher(facts)} raises its low end, alpha. ${opponent(facts)} lowers its high end, beta. When they meet, the rest can be cut.`,
        ];
      },
    },
    {
      search: PRUNED,
      shot: (facts) => ({
        moment: left(facts, first(below(facts, firstCut(facts)))),
        view: "near",
      }),
      says: (facts) => [`Now column ${columnOf(facts, firstCut(facts))}.`],
      ask: askGoesOn(firstCut),
    },
    {
      search: PRUNED,
      shot: (facts) => ({ moment: entered(facts, lastCut(facts)), view: "near" }),
      says: (facts) => [
        `Column ${columnOf(facts, lastCut(facts))} is next. ${searcher(facts)} still has ${figure(-at(facts.tree.beta, lastCut(facts)))}.`,
      ],
      ask: askHowMany(lastCut),
    },
    {
      search: PRUNED,
      others: [TREE],
      shot: (facts) => ({ moment: end(facts), view: "whole" }),
      says: (facts) => {
        const nodes = facts.header.report.nodes;
        const all = facts.others[0]?.report;
        const same = all?.column === facts.header.report.column;
        return [
          `${same ? "The same answer" : "Another answer"}, column ${facts.header.report.column}, with ${number(nodes)} nodes. The cuts have saved ${number(savedBy(facts))}: together the ${number(all?.nodes ?? 0)} of minimax.`,
          "Choose a pair of scissors to read why that cut was safe.",
        ];
      },
    },
  ],
};
