/** Monte Carlo: playouts, and where they go. */

import { count } from "../../shared/words";
import { at } from "../tree";
import { sayStep } from "../words";
import { columnOptions, type Question, type Facts, type Lesson } from "./facts";
import { PLAYOUTS } from "./searches";

const EARLY = 40;
const LATER = 100;

function visitsAt(facts: Facts, moment: number): [number, number][] {
  const { playouts } = facts;
  if (!playouts) return [];
  playouts.seek(moment);
  const counts = facts
    .children()
    .map((node): [number, number] => [facts.column(node), at(playouts.visits, node)]);
  return counts.sort(([a], [b]) => a - b);
}

function mostVisited(facts: Facts, moment: number): [number, number] {
  return visitsAt(facts, moment).reduce((most, each) => (each[1] > most[1] ? each : most));
}

function branches(facts: Facts) {
  return columnOptions(facts.children().map((node) => facts.column(node)));
}

const askPlayout: Question = {
  prompt: () => "Which column will the next playout go down?",
  options: branches,
  answer: (facts) => String(facts.branch(at(facts.tree.steps.node, EARLY))),
  because: (facts) => sayStep(facts.tree, EARLY + 1),
  moment: () => EARLY + 1,
  view: "whole",
};

const askMost: Question = {
  prompt: (facts) =>
    `After ${LATER} playouts: ${visitsAt(facts, LATER)
      .map(([column, visits]) => `column ${column} has ${visits}`)
      .join(", ")}. Which will have the most after ${count(facts.end)}?`,
  options: branches,
  answer: (facts) => String(mostVisited(facts, facts.end)[0]),
  because: (facts) => {
    const [column, visits] = mostVisited(facts, facts.end);
    const [before] = mostVisited(facts, LATER);
    const change = before === column ? "It led before." : `Column ${before} led before.`;
    return `Column ${column}, with ${count(visits)} playouts. ${change}`;
  },
  moment: (facts) => facts.end,
  view: "whole",
};

export const MONTE_CARLO: Lesson = {
  title: "Monte Carlo tree search",
  summary: "Play at random, and continue where that wins.",
  steps: [
    {
      search: PLAYOUTS,
      moment: (facts) => facts.children().length,
      view: "whole",
      says: (facts) => [
        "This search does not judge boards by points. It plays the game to its end at random and counts who wins: a playout.",
        `Each of the ${facts.children().length} columns has had one. A value is ${facts.searcher}'s share of the points.`,
      ],
    },
    {
      search: PLAYOUTS,
      moment: () => EARLY,
      view: "whole",
      says: (facts) => {
        const [column, visits] = mostVisited(facts, EARLY);
        return [
          `After ${EARLY} playouts column ${column} has had the most, ${visits}. Its edge is thick.`,
          "The next one goes where the share is high, or where little is known yet.",
        ];
      },
      question: askPlayout,
    },
    {
      search: PLAYOUTS,
      moment: () => LATER,
      view: "whole",
      says: () => ["The tree grows deep where it pays, and stays small elsewhere."],
      question: askMost,
    },
    {
      search: PLAYOUTS,
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => [
        `It plays the column visited most: column ${facts.report.column}. ${count(facts.report.nodes)} nodes were enough for ${count(facts.report.playouts)} playouts.`,
        "None of this is proved. Press t to see the truth beside the estimates.",
      ],
    },
  ],
};
