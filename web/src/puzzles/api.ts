/** Puzzles, and trying columns in them. */

import { request, stream } from "../shared/http";
import type { AnswerView, AttemptView, PuzzleView } from "../shared/types";
import { LEVELS, type Choice } from "./link";

/** Make a puzzle; null if none was found in time. */
export async function make(
  choice: Choice,
  seed: number,
  signal: AbortSignal,
): Promise<PuzzleView | null> {
  const [easiest, hardest] = LEVELS[choice.grade];
  const kind = choice.aim === "both" ? null : choice.aim;
  const query = { count: 1, seed, kind, easiest, hardest };
  const found = await stream("/puzzles", { query, signal }, () => {});
  return found.puzzles[0] ?? null;
}

/** Fetch a puzzle by its id. */
export function find(id: string, signal: AbortSignal): Promise<PuzzleView> {
  return request("/puzzles/{id}", { parts: { id }, signal });
}

/** Try a column. */
export function attempt(id: string, column: number, signal: AbortSignal): Promise<AttemptView> {
  return request("/puzzles/{id}/tries/{column}", { parts: { id, column }, signal });
}

export function answer(id: string, signal: AbortSignal): Promise<AnswerView> {
  return request("/puzzles/{id}/answer", { parts: { id }, signal });
}
