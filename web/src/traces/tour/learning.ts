/** From Monte Carlo to PUCT: a network's opinion instead of random games. */

import { count } from "../../shared/words";
import { choiceAt, preferred, sayParts, type Choice, type Edge } from "../puct";
import { at } from "../tree";
import { percent, sayStep } from "../words";
import { columnOptions, type Facts, type Lesson, type Question } from "./facts";
import { GUIDED, PLAYOUTS, YOUNG } from "./searches";

/** The question is asked between these moments, where the sums lie clearly apart. */
const EARLIEST = 12;
const LATEST = 60;
const APART = 0.02;

function choice(facts: Facts, moment: number): Choice {
  const { playouts } = facts;
  if (!playouts) return { own: true, visits: 0, edges: [], untried: 1 };
  return choiceAt(facts.tree, 0, moment, playouts.seek(moment));
}

function most(edges: readonly Edge[], by: (edge: Edge) => number): Edge | undefined {
  return [...edges].sort((a, b) => by(b) - by(a))[0];
}

/** The column visited most at a moment; 0 before the first visit. */
function leader(facts: Facts, moment: number): number {
  return most(choice(facts, moment).edges, (edge) => edge.visits)?.column ?? 0;
}

/** The moment from which on the column that is played is the one visited most. */
function settled(facts: Facts): number {
  let moment = facts.end;
  const last = leader(facts, moment);
  while (moment > 1 && leader(facts, moment - 1) === last) moment -= 1;
  return moment;
}

/** Does the next simulation go down a column that was tried before, by a clear sum? */
function canBeAsked(facts: Facts, moment: number): boolean {
  const { edges } = choice(facts, moment);
  const open = edges.filter((edge) => !edge.proven).sort((a, b) => b.sum - a.sum);
  const [first, second] = open;
  if (!first || !second || first.sum - second.sum < APART) return false;
  return first.column === nextColumn(facts, moment);
}

/** The best moment is one where the column with the largest sum is not the most visited one. */
function asked(facts: Facts): number {
  const last = Math.min(LATEST, facts.end - 1);
  const moments = Array.from({ length: Math.max(0, last - EARLIEST + 1) }, (_, i) => EARLIEST + i);
  const clear = moments.filter((moment) => canBeAsked(facts, moment));
  const surprising = clear.find((moment) => leader(facts, moment) !== nextColumn(facts, moment));
  return surprising ?? clear[0] ?? Math.min(EARLIEST, last);
}

function nextColumn(facts: Facts, moment: number): number {
  return facts.branch(at(facts.tree.steps.node, moment));
}

function sayEdge(edge: Edge): string {
  const { value, more } = sayParts(edge);
  return `column ${edge.column} has ${value} + ${more}`;
}

const askNext: Question = {
  prompt: (facts) =>
    `Value + exploration: ${choice(facts, asked(facts))
      .edges.filter((edge) => !edge.proven)
      .map(sayEdge)
      .join(", ")}. Which column will the next simulation go down?`,
  options: (facts) =>
    columnOptions([
      ...choice(facts, asked(facts)).edges.map((edge) => edge.column),
      nextColumn(facts, asked(facts)),
    ]),
  answer: (facts) => String(nextColumn(facts, asked(facts))),
  because: (facts) => {
    const moment = asked(facts);
    const found = choice(facts, moment);
    const best = preferred(found);
    const next = nextColumn(facts, moment);
    if (!best || best.column !== next) return sayStep(facts.tree, moment + 1);
    const parts = sayParts(best);
    const valued = most(found.edges, (edge) => edge.value);
    const why =
      valued && valued.column !== next
        ? ` Column ${valued.column} has the better value, but its ${count(valued.visits)} visits leave little to explore.`
        : ` It has the best value, too, so it is looked at again.`;
    return `Column ${next} has the largest sum: ${parts.value} + ${parts.more} = ${parts.sum}.${why}`;
  },
  moment: (facts) => asked(facts) + 1,
  node: (facts) => facts.header.root,
  view: "near",
};

/** The largest prior at the start, and its column. */
function favourite(facts: Facts): Edge | undefined {
  return most(choice(facts, facts.end).edges, (edge) => edge.prior);
}

export const LEARNING: Lesson = {
  title: "From Monte Carlo to a search that learns",
  summary: "A network's opinion instead of random games: PUCT.",
  steps: [
    {
      search: PLAYOUTS,
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => [
        `Monte Carlo tree search again. It knows nothing of the game, so each of its ${count(facts.report.playouts)} playouts ends with a random game, and it takes many to tell good from bad.`,
        `From playout ${count(settled(facts))} on, the column visited most is ${leader(facts, facts.end)}. It plays column ${facts.report.column}.`,
      ],
    },
    {
      search: GUIDED,
      moment: () => 1,
      view: "near",
      says: (facts) => {
        const first = choice(facts, 1).edges[0];
        const prior = first
          ? ` Column ${first.column} has a prior of ${percent(first.prior)}.`
          : "";
        return [
          `The same position, searched by PUCT. Nobody plays at random here: a network that has taught itself by playing itself gives every move a prior, its share of the attention, and every position a value.${prior}`,
          sayStep(facts.tree, 1),
        ];
      },
    },
    {
      search: GUIDED,
      moment: asked,
      node: (facts) => facts.header.root,
      view: "near",
      says: (facts) => [
        `After ${asked(facts)} simulations. Each goes where value + exploration is largest. Exploration is ${facts.tree.c} × prior × √(visits here + 1) ÷ (visits of the column + 1): it shrinks with every visit.`,
      ],
      question: askNext,
    },
    {
      search: GUIDED,
      others: [PLAYOUTS],
      moment: settled,
      node: (facts) => facts.header.root,
      view: "near",
      says: (facts) => {
        const before = facts.others[0]?.report;
        const same = before?.column === facts.report.column;
        return [
          `From simulation ${count(settled(facts))} of ${count(facts.end)} on, the column visited most is ${leader(facts, facts.end)}. PUCT plays column ${facts.report.column}. Monte Carlo plays ${same ? "the same column" : `column ${before?.column}`} after ${count(before?.playouts ?? 0)} playouts.`,
          "What the network knows need not be found out by playing. Press t to see how much of it is true.",
        ];
      },
    },
    {
      search: YOUNG,
      others: [GUIDED],
      moment: (facts) => facts.end,
      node: (facts) => facts.header.root,
      view: "near",
      says: (facts) => {
        const first = favourite(facts);
        const played = facts.report.column;
        const grown = facts.others[0]?.report.column;
        return [
          `The same search with the network as it was before its first game. It has no opinion: the largest prior is ${percent(first?.prior ?? 0)}, and values say little until the tree reaches the end of a game.`,
          `It plays ${played === grown ? `column ${played} like` : `column ${played}, not column ${grown} like`} the grown one. ${leaderVisits(facts)} Between the two lies nothing but games against itself: a search finds better moves than the network knows, and the network learns them.`,
        ];
      },
    },
  ],
};

function leaderVisits(facts: Facts): string {
  const top = most(choice(facts, facts.end).edges, (edge) => edge.visits);
  if (!top) return "";
  return `Its first choice has ${count(top.visits)} of ${count(facts.report.playouts)} visits.`;
}
