/** Puzzles, moves in them, and their answers. */

import { request } from "../shared/http";
import type {
  AnswerView,
  DailyPuzzleView,
  PuzzleView,
  StepView,
  SummaryView,
} from "../shared/types";
import { LEVELS, type Choice } from "./link";

/** Which ratings are wanted. */
export interface Band {
  low?: number;
  high?: number;
}

/** Draw puzzles by a seed. */
export async function draw(
  count: number,
  seed: number,
  choice: Choice,
  band: Band,
  signal?: AbortSignal,
): Promise<PuzzleView[]> {
  const [easiest, hardest] = LEVELS[choice.grade];
  const kind = choice.aim === "both" ? null : choice.aim;
  const theme = choice.theme === "any" ? null : choice.theme;
  const query = { count, seed, kind, theme, easiest, hardest, ...band };
  return (await request("/puzzles", { query, signal })).puzzles;
}

/** Fetch what there is to draw from. */
export function summary(): Promise<SummaryView> {
  return request("/puzzles/summary");
}

/** Fetch the puzzle of a day; today's if none is named. */
export function daily(date: string | null, signal?: AbortSignal): Promise<DailyPuzzleView> {
  return request("/puzzles/daily", { query: { date }, signal });
}

/** Fetch a puzzle by its id. */
export function find(id: string, signal?: AbortSignal): Promise<PuzzleView> {
  return request("/puzzles/{id}", { parts: { id }, signal });
}

/** Check the last of some moves, and get the answer to it. */
export function play(
  id: string,
  moves: readonly number[],
  signal?: AbortSignal,
): Promise<StepView> {
  return request("/puzzles/{id}/play", { parts: { id }, query: { moves: moves.join() }, signal });
}

export function answer(id: string, signal?: AbortSignal): Promise<AnswerView> {
  return request("/puzzles/{id}/answer", { parts: { id }, signal });
}
