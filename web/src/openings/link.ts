/** Links to the openings: which position, and whether your own games stand beside it. */

import { columnsOf, joinMoves, positionQuery, readPosition, splitMoves } from "../positions/link";
import type { PositionRef } from "../shared/types";

export type Beside = "explore" | "games";

export interface Place {
  ref: PositionRef;
  beside: Beside;
}

export function readPlace(query: URLSearchParams): Place {
  return {
    ref: readPosition(query),
    beside: query.get("beside") === "games" ? "games" : "explore",
  };
}

/** Write where somebody is; what is usual is left out. */
export function placeQuery({ ref, beside }: Place): URLSearchParams {
  const query = positionQuery(ref);
  if (beside !== "explore") query.set("beside", beside);
  return query;
}

/** The moves of a position, one by one. */
export function movesOf({ moves, size }: PositionRef): string[] {
  return splitMoves(moves, columnsOf(size));
}

/** The same start with other moves. */
export function withMoves(ref: PositionRef, moves: readonly string[]): PositionRef {
  return { ...ref, moves: joinMoves(moves, columnsOf(ref.size)) };
}

/**
 * Return the moves that can be walked along: those made, and after them the ones that were made
 * before going back, or else the main line.
 */
export function trackOf(
  made: readonly string[],
  before: readonly string[],
  line: readonly number[],
): string[] {
  const goesOn = before.length > made.length && made.every((move, index) => move === before[index]);
  return goesOn ? [...before] : [...made, ...line.map(String)];
}
