/** Monte Carlo: playouts, and where they go. */

import { at } from "../tree";
import { sayStep } from "../words";
import {
  below,
  branchOf,
  columnOf,
  columnOptions,
  end,
  number,
  searcher,
  type Ask,
  type Facts,
  type Lesson,
} from "./facts";
import { PLAYOUTS } from "./searches";

const EARLY = 40;
const LATER = 100;

function visitsAt(facts: Facts, moment: number): [number, number][] {
  const { playouts } = facts;
  if (!playouts) return [];
  playouts.seek(moment);
  const counts = below(facts).map((node): [number, number] => [
    columnOf(facts, node),
    at(playouts.visits, node),
  ]);
  return counts.sort(([a], [b]) => a - b);
}

function mostVisited(facts: Facts, moment: number): [number, number] {
  return visitsAt(facts, moment).reduce((most, each) => (each[1] > most[1] ? each : most));
}

function branches(facts: Facts) {
  return columnOptions(below(facts).map((node) => columnOf(facts, node)));
}

const askPlayout: Ask = {
  prompt: () => "Which column will the next playout go down?",
  options: branches,
  answer: (facts) => String(branchOf(facts, at(facts.tree.steps.node, EARLY))),
  because: (facts) => sayStep(facts.tree, EARLY + 1),
  reveal: () => ({ moment: EARLY + 1, view: "whole" }),
};

const askMost: Ask = {
  prompt: (facts) =>
    `After ${LATER} playouts: ${visitsAt(facts, LATER)
      .map(([column, visits]) => `column ${column} has ${visits}`)
      .join(", ")}. Which will have the most after ${number(end(facts))}?`,
  options: branches,
  answer: (facts) => String(mostVisited(facts, end(facts))[0]),
  because: (facts) => {
    const [column, visits] = mostVisited(facts, end(facts));
    const [before] = mostVisited(facts, LATER);
    const change = before === column ? "It led before." : `Column ${before} led before.`;
    return `Column ${column}, with ${number(visits)} playouts. ${change}`;
  },
  reveal: (facts) => ({ moment: end(facts), view: "whole" }),
};

export const MONTE_CARLO: Lesson = {
  title: "Monte Carlo",
  summary: "Play at random, and go on where it was won.",
  steps: [
    {
      search: PLAYOUTS,
      shot: (facts) => ({ moment: below(facts).length, view: "whole" }),
      says: (facts) => [
        "This search judges no board by points. It plays the game to its end at random, and counts who has won: a playout.",
        `Each of the ${below(facts).length} columns has had one. A value is ${searcher(facts)}'s share of the points.`,
      ],
    },
    {
      search: PLAYOUTS,
      shot: () => ({ moment: EARLY, view: "whole" }),
      says: (facts) => {
        const [column, visits] = mostVisited(facts, EARLY);
        return [
          `After ${EARLY} playouts column ${column} has had the most, ${visits}. Its edge is thick.`,
          "The next one goes where the share is high, or where little is known yet.",
        ];
      },
      ask: askPlayout,
    },
    {
      search: PLAYOUTS,
      shot: () => ({ moment: LATER, view: "whole" }),
      says: () => ["The tree grows deep where it pays, and stays small elsewhere."],
      ask: askMost,
    },
    {
      search: PLAYOUTS,
      shot: (facts) => ({ moment: end(facts), view: "whole" }),
      says: (facts) => [
        `It plays the column visited most: column ${facts.header.report.column}. ${number(facts.header.report.nodes)} nodes were enough for ${number(facts.header.report.playouts)} playouts.`,
        "Nothing of this is proved. Press t to see the truth beside the estimates.",
      ],
    },
  ],
};
