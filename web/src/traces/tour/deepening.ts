/** Deepening: a shallow search orders a deep one. */

import { count, listed } from "../../shared/words";
import { at } from "../tree";
import { columnOptions, type Question, type Facts, type Lesson } from "./facts";
import { CENTRE, DEEPER } from "./searches";

function rootAt({ tree }: Facts, place: number): number {
  return tree.roots[place] ?? 0;
}

function bestAt(facts: Facts, place: number): number {
  return facts.column(at(facts.tree.best, rootAt(facts, place)));
}

function askFirst(place: number): Question {
  return {
    prompt: (facts) =>
      `The search with depth ${facts.tree.depths[place]} begins. Which column will it try first?`,
    options: (facts) => columnOptions(facts.header.position.legal),
    answer: (facts) => String(facts.column(facts.first(rootAt(facts, place)))),
    because: (facts) => {
      const tried = facts.column(facts.first(rootAt(facts, place)));
      return tried === bestAt(facts, place - 1)
        ? `It tries column ${tried}: the previous search found it best, and that is remembered.`
        : `It tries column ${tried}.`;
    },
    moment: (facts) => facts.entered(facts.first(rootAt(facts, place))),
    view: "near",
  };
}

export const DEEPENING: Lesson = {
  title: "Iterative deepening",
  summary: "Search shallow first, and let that order the deep search.",
  steps: [
    {
      search: DEEPER,
      moment: (facts) => facts.left(rootAt(facts, 0)),
      view: "near",
      says: (facts) => [
        `A good order must come from somewhere. Iterative deepening looks one disc ahead first. Column ${bestAt(facts, 0)} looks best.`,
        "Then it begins again, one disc deeper.",
      ],
    },
    {
      search: DEEPER,
      moment: (facts) => facts.entered(rootAt(facts, 1)),
      view: "near",
      says: () => ["What the last search found is not thrown away."],
      question: askFirst(1),
    },
    {
      search: DEEPER,
      moment: (facts) => facts.entered(rootAt(facts, 2)),
      view: "near",
      says: (facts) => [
        bestAt(facts, 1) === bestAt(facts, 0)
          ? `Two discs deep, column ${bestAt(facts, 1)} is still best.`
          : `Two discs deep, column ${bestAt(facts, 1)} is best, no longer column ${bestAt(facts, 0)}.`,
      ],
      question: askFirst(2),
    },
    {
      search: DEEPER,
      others: [CENTRE],
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => {
        const nodes = facts.report.nodes;
        const alone = facts.others[0]?.report.nodes ?? 0;
        const compared = nodes < alone ? "fewer than" : nodes > alone ? "more than" : "as many as";
        return [
          `${facts.tree.roots.length} searches: ${listed(facts.iterationSizes.map(count))} nodes, ${count(nodes)} in all. That is ${compared} the ${count(alone)} of alpha-beta going straight to that depth.`,
          "And it has an answer ready whenever time runs out.",
        ];
      },
    },
  ],
};
