/** Where a position stands on the chart of a game: above the axis Red is ahead, below it Yellow. */

import type { JudgedView, PointView, ReviewView } from "../../shared/types";
import { isEstimate, toneOf } from "../kinds";

export interface Tick {
  height: number;
  says: string;
}

/** The slowest win is this far from a draw; a game that is over lies at 1. */
const SLOWEST = 0.2;

/**
 * How far from the axis a position is drawn, between -1 and 1. A proven win lies the further from
 * it the sooner it comes; an estimate where its chances are.
 */
export function heightOf(point: PointView, longest: number): number {
  if (point.moves === null) return point.result ?? point.value / 100;
  const sign = point.value < 0 ? -1 : 1;
  return sign * heightOfWin(point.moves, longest);
}

function heightOfWin(moves: number, longest: number): number {
  return 1 - ((1 - SLOWEST) * Math.min(moves, longest)) / Math.max(1, longest);
}

/** The longest win that a board of so many cells has, in moves of the winner. */
export function longestWin(cells: number): number {
  return Math.ceil(cells / 2);
}

/** What the heights mean, from top to bottom. */
export function ticksOf(review: ReviewView, longest: number): Tick[] {
  const upper = review.estimation ? CHANCES : winTicks(longest);
  const lower = upper.map(({ height, says }) => ({
    height: -height,
    says: says.replace("Red", "Yellow"),
  }));
  const level = { height: 0, says: review.estimation ? "level" : "draw" };
  return [...upper, level, ...lower.reverse()];
}

const CHANCES: Tick[] = [
  { height: 1, says: "Red wins" },
  { height: 0.5, says: "Red has 75 %" },
];

function winTicks(longest: number): Tick[] {
  const moves = [1, 10, 20].filter((each) => each === 1 || each < longest);
  return moves.map((each) => ({
    height: heightOfWin(each, longest),
    says: each === 1 ? "Red wins in 1" : `in ${each}`,
  }));
}

export interface Mark {
  number: number;
  /** ✗ changed the result, ≈ won later or lost sooner, ✓ was the only move. */
  sign: "✗" | "≈" | "✓";
  estimate: boolean;
  move: JudgedView;
}

/** The moves that the chart points out, the worst drawn last. */
export function marksOf(review: ReviewView): Mark[] {
  const marks: Mark[] = [];
  for (const move of review.moves) {
    const tone = toneOf(move.kind);
    const { number } = move;
    const estimate = isEstimate(move.kind);
    if (tone === "bad") marks.push({ number, sign: "✗", estimate, move });
    else if (tone === "fine") marks.push({ number, sign: "≈", estimate, move });
    else if (move.only_move) marks.push({ number, sign: "✓", estimate, move });
  }
  const order = { "✓": 0, "≈": 1, "✗": 2 };
  return marks.sort((one, other) => order[one.sign] - order[other.sign]);
}
