/** Alpha-beta: what is cut off, and why. */

import { count } from "../../shared/words";
import { at, NONE } from "../tree";
import { figure, sayStep } from "../words";
import { askHowMany } from "./questions";
import type { Facts, Lesson, Question } from "./facts";
import { TREE, PRUNED } from "./searches";

/** Ask, once a node's first answer is known, whether the others are searched. */
function askGoesOn(which: (facts: Facts) => number): Question {
  return {
    prompt: (facts) => {
      const node = which(facts);
      const child = facts.first(node);
      const known = figure(-at(facts.tree.beta, node));
      return `${facts.opponent}'s first answer to column ${facts.column(node)} leaves ${facts.searcher} ${facts.worth(child)}. ${facts.searcher} already has ${known}. Will the search look at ${facts.opponent}'s other answers?`;
    },
    options: () => [
      { value: "yes", label: "Yes, it continues" },
      { value: "no", label: "No, it cuts them off" },
    ],
    answer: (facts) => {
      const node = which(facts);
      const next = facts.nextEntered(facts.left(facts.first(node)));
      return next !== NONE && at(facts.tree.parent, next) === node ? "yes" : "no";
    },
    because: (facts) => sayStep(facts.tree, facts.left(facts.first(which(facts))) + 1),
    moment: (facts) => facts.left(facts.first(which(facts))) + 1,
    view: "near",
  };
}

function firstCut(facts: Facts): number {
  return facts.cuts[0] ?? 0;
}

function lastCut(facts: Facts): number {
  return facts.cuts.at(-1) ?? 0;
}

export const ALPHABETA: Lesson = {
  title: "Alpha-beta",
  summary: "What cannot matter is not searched.",
  steps: [
    {
      search: PRUNED,
      moment: (facts) => facts.left(facts.first()),
      view: "near",
      says: (facts) => [
        `The same tree, another search. Column ${facts.column(facts.first())} is worth ${facts.worth(facts.first())}, found as before.`,
        `From now on ${facts.searcher} is sure of that. Anything less no longer matters.`,
      ],
    },
    {
      search: PRUNED,
      moment: (facts) => facts.left(facts.children()[1] ?? 0),
      view: "near",
      node: (facts) => facts.header.root,
      says: (facts) => {
        const node = facts.children()[1] ?? 0;
        return [
          `Column ${facts.column(node)} has come to ${facts.worth(node)}. The window, drawn on a line of numbers, says which values still matter at the start.`,
          `${facts.searcher} raises its low end, alpha. ${facts.opponent} lowers its high end, beta. When they meet, the rest can be cut.`,
        ];
      },
    },
    {
      search: PRUNED,
      moment: (facts) => facts.left(facts.first(firstCut(facts))),
      view: "near",
      says: (facts) => [`Now column ${facts.column(firstCut(facts))}.`],
      question: askGoesOn(firstCut),
    },
    {
      search: PRUNED,
      moment: (facts) => facts.entered(lastCut(facts)),
      view: "near",
      says: (facts) => [
        `Column ${facts.column(lastCut(facts))} is next. ${facts.searcher} still has ${figure(-at(facts.tree.beta, lastCut(facts)))}.`,
      ],
      question: askHowMany(lastCut),
    },
    {
      search: PRUNED,
      others: [TREE],
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => {
        const nodes = facts.report.nodes;
        const all = facts.others[0]?.report;
        const same = all?.column === facts.report.column;
        return [
          `${same ? "The same answer" : "Another answer"}, column ${facts.report.column}, with ${count(nodes)} nodes. The cuts saved ${count(facts.saved)}; together that makes the ${count(all?.nodes ?? 0)} of minimax.`,
          "Choose a pair of scissors to read why that cut was safe.",
        ];
      },
    },
  ],
};
