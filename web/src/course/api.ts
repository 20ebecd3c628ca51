/** The course: what it holds, its lines, and what it plays in a position. */

import { request } from "../shared/http";
import type { Place } from "./link";
import type { Side } from "./record";

/** Fetch what the course holds. */
export function course(signal?: AbortSignal) {
  return request("/course", { signal });
}

/** Fetch lines of a goal or a chapter, after some that are here already. */
export function lines(
  { side, goal, chapter }: Place,
  skip: number,
  count: number,
  signal?: AbortSignal,
) {
  const query = { goal, chapter, skip, count };
  return request("/course/{side}/lines", { parts: { side }, query, signal });
}

/** Fetch what the course says of a position. */
export function place(side: Side, moves: string, signal?: AbortSignal) {
  return request("/course/{side}/positions/{moves}", { parts: { side, moves }, signal });
}
