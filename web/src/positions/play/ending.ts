/** How a game ended, in words, and where it was decided. */

import { strokesOf } from "../../shared/geometry";
import type { CellView, Player, PositionView, ReviewView } from "../../shared/types";
import { colour, other } from "../../shared/words";

/** An end that is not on the board. */
export interface Ending {
  by: "resigning" | "time";
  winner: Player;
}

/** The result in a few words. */
export function sayResult(position: PositionView, ending: Ending | null): string {
  const winner = ending?.winner ?? position.outcome?.winner;
  const result = winner ? `${colour(winner)} wins` : "A draw";
  return ending?.by === "time" ? `${result} on time` : result;
}

/** How it came about, in a sentence. */
export function sayHow(
  position: PositionView,
  ending: Ending | null,
  name: (player: Player) => string = colour,
): string {
  if (ending) {
    const loser = name(other(ending.winner));
    return `${loser} ${ending.by === "time" ? "ran out of time" : "resigned"}.`;
  }
  const { outcome, fours, variant } = position;
  if (!outcome) return "";
  const full = "The board is full";
  if (variant === "fill") return `${full}: ${fours.X} to ${fours.O} in fours.`;
  return outcome.winner ? sayFour(outcome.cells) : `${full}.`;
}

const NUMBERS = ["", "", "Two", "Three"];
const LENGTHS: Record<number, string> = { 4: "Four", 5: "Five", 6: "Six", 7: "Seven" };

/** The winning four, by its direction. */
export function sayFour(cells: readonly CellView[]): string {
  const strokes = strokesOf(cells);
  const [from, to] = strokes[0] ?? [];
  if (strokes.length > 1) return `${NUMBERS[strokes.length] ?? "Several"} fours at once.`;
  if (!from || !to) return "Four in a row.";
  const length = Math.max(Math.abs(to.column - from.column), Math.abs(to.row - from.row)) + 1;
  const many = LENGTHS[length] ?? "Many";
  if (from.row === to.row) return `${many} in a row, in row ${from.row}.`;
  if (from.column === to.column) return `${many} in a row, up column ${from.column}.`;
  return `${many} in a row, along a diagonal.`;
}

/** The move that decided the game, and what it did. */
export interface Turn {
  move: number | null;
  says: string;
}

const GAVE: Record<string, string> = {
  "win to draw": "gave the win away",
  "draw to loss": "gave the draw away",
  "win to loss": "turned a win into a loss",
};

/** Return whether a review could not compare every move with perfect play. */
export function isEstimated(review: ReviewView): boolean {
  return "estimation" in review && review.estimation !== null;
}

/** Tell when the game turned, from its review and who won it. */
export function sayTurn(
  review: ReviewView,
  won: Player | null,
  name: (player: Player) => string = colour,
): Turn {
  const number = review.turning_point;
  const move = number === null ? undefined : review.moves[number - 1];
  if (move) {
    const did = GAVE[move.kind] ?? "changed the result";
    const whose = name(move.player) === "You" ? "your" : `${name(move.player)}'s`;
    return { move: move.number, says: `${whose} column ${move.column} ${did}.` };
  }
  if (isEstimated(review)) return { move: null, says: "No move is proved to have decided it." };
  const value = review.graph[0]?.value ?? 0;
  const better: Player | null = value === 0 ? null : value > 0 ? "X" : "O";
  if (better !== won)
    // Given up, or lost on time: the board did not decide it.
    return {
      move: null,
      says: `No move decided it: ${better ? `${name(better).replace(/^You$/, "you")} still had the win` : "the position was a draw"}.`,
    };
  if (!better) return { move: null, says: "Nobody let the draw go." };
  return { move: null, says: `${name(better)} had the win from the start and never let it go.` };
}
