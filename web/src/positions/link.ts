/** Links: a game as a query, and back. What is usual is left out. */

import type { Player, PositionRef, Variant } from "../shared/types";

export const HUMAN = "human";
export const USUAL_SIZE = "7x6";
export const USUAL_VARIANT: Variant = "standard";
export const NO_MOVES = "-";

export type Seats = Record<Player, string>;

/** Write where a position comes from. */
export function positionQuery(ref: PositionRef): URLSearchParams {
  const query = new URLSearchParams();
  if (ref.moves !== NO_MOVES && ref.moves !== "") query.set("moves", ref.moves);
  if (ref.start) query.set("start", ref.start);
  if (ref.size !== USUAL_SIZE) query.set("size", ref.size);
  if (ref.variant !== USUAL_VARIANT) query.set("variant", ref.variant);
  return query;
}

/** Read where a position comes from; the API checks it. */
export function readPosition(query: URLSearchParams): PositionRef {
  return {
    moves: query.get("moves") || NO_MOVES,
    start: query.get("start") || null,
    size: query.get("size") || USUAL_SIZE,
    variant: query.get("variant") || USUAL_VARIANT,
  };
}

/** Write a game with who plays it. */
export function gameQuery(ref: PositionRef, seats: Seats): URLSearchParams {
  const query = positionQuery(ref);
  query.set("red", seats.X);
  query.set("yellow", seats.O);
  return query;
}

/** Read who plays; nobody named is a person. */
export function readSeats(query: URLSearchParams): Seats {
  return { X: query.get("red") || HUMAN, O: query.get("yellow") || HUMAN };
}

/** Return whether an address names a position at all. */
export function namesPosition(query: URLSearchParams): boolean {
  return ["moves", "start", "size", "variant"].some((key) => query.has(key));
}

/** Return whether an address names a game at all. */
export function namesGame(query: URLSearchParams): boolean {
  return namesPosition(query) || query.has("red") || query.has("yellow");
}

/** Let a person play for one side, and a machine for the other. */
export function seatsFor(person: Player, machine: string): Seats {
  return person === "X" ? { X: HUMAN, O: machine } : { X: machine, O: HUMAN };
}

/** Read a whole number from 0 on. */
export function readWhole(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Part a move string as the API writes it into its moves. */
export function splitMoves(moves: string, columns: number): string[] {
  if (moves === NO_MOVES) return [];
  if (columns > 9) return moves.split(/[\s,]+/).filter(Boolean);
  return moves.match(/\d(>\d)?/g) ?? [];
}

/** Write moves as the API reads them. */
export function joinMoves(moves: readonly string[], columns: number): string {
  if (moves.length === 0) return NO_MOVES;
  return moves.join(columns > 9 ? "," : "");
}

/** The number of columns of a size such as 7x6. */
export function columnsOf(size: string): number {
  return Number.parseInt(size, 10) || 7;
}
