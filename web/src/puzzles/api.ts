/** Asking for puzzles, and trying columns. */

import { ask, follow } from "../shared/http";
import { LEVELS, type Wish } from "./link";
import type { AnswerView, AttemptView, PuzzlesView, PuzzleView } from "./types";

/** Have a puzzle made; nothing if none was found in time. */
export async function make(wish: Wish, seed: number, signal: AbortSignal) {
  const [easiest, hardest] = LEVELS[wish.grade];
  const kind = wish.aim === "both" ? null : wish.aim;
  const query = { count: 1, seed, kind, easiest, hardest };
  const found = await follow<PuzzlesView, PuzzlesView>("/puzzles", { query, signal }, () => {});
  return found.puzzles[0] ?? null;
}

/** Bring a puzzle back. */
export function find(id: string, signal: AbortSignal): Promise<PuzzleView> {
  return ask<PuzzleView>(`/puzzles/${encodeURIComponent(id)}`, { signal });
}

export function attempt(id: string, column: number, signal: AbortSignal): Promise<AttemptView> {
  return ask<AttemptView>(`/puzzles/${encodeURIComponent(id)}/tries/${column}`, { signal });
}

export function answer(id: string, signal: AbortSignal): Promise<AnswerView> {
  return ask<AnswerView>(`/puzzles/${encodeURIComponent(id)}/answer`, { signal });
}
