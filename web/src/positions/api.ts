/** Positions: what they are, what they are worth, and moves in them. */

import { request, stream } from "../shared/http";
import type {
  AnalysisView,
  DropView,
  ExplanationView,
  HintView,
  ImportView,
  LineView,
  MoveView,
  PositionRef,
  PositionView,
  Progress,
  ReportView,
  ReviewView,
} from "../shared/types";

const cache = new Map<string, PositionView>();
const CACHED = 500;

/** Return the four things that name a position, without what else is known of it. */
export function refOf({ moves, start, size, variant }: PositionRef): PositionRef {
  return { moves, start, size, variant };
}

/** Return how a position is named in an address. */
function named({ moves, start, size, variant }: PositionRef) {
  return { parts: { moves }, query: { start, size, variant } };
}

/** Fetch a position, once. */
export async function position(ref: PositionRef, signal?: AbortSignal): Promise<PositionView> {
  const key = JSON.stringify(refOf(ref));
  const known = cache.get(key);
  if (known) return known;
  const view = await request("/positions/{moves}", { ...named(ref), signal });
  if (cache.size > CACHED) cache.clear();
  cache.set(key, view);
  return view;
}

/** Read a text that somebody typed or pasted. */
export function readText(text: string, size: string, variant: string): Promise<ImportView> {
  return request("/positions", { body: { text, size, variant } });
}

/** Play a person's move. */
export function drop(ref: PositionRef, column: number, signal?: AbortSignal): Promise<DropView> {
  return request("/drops", { body: { ...refOf(ref), column }, signal });
}

/** Fetch the exact score of every column. */
export function analysis(ref: PositionRef, signal?: AbortSignal): Promise<AnalysisView> {
  return request("/positions/{moves}/analysis", { ...named(ref), signal });
}

/** The same, with each column reported as soon as it is proved. */
export function followAnalysis(
  ref: PositionRef,
  onProgress: (soFar: AnalysisView) => void,
  signal: AbortSignal,
): Promise<AnalysisView> {
  return stream("/positions/{moves}/analysis", { ...named(ref), signal }, onProgress);
}

/** Explain why a position is won, drawn or lost, or what a column does in it. */
export function explain(
  ref: PositionRef,
  column: number | null,
  signal?: AbortSignal,
): Promise<ExplanationView> {
  const { parts, query } = named(ref);
  return request("/positions/{moves}/explain", { parts, query: { ...query, column }, signal });
}

/** Review a whole game against the truth. */
export function review(
  ref: PositionRef,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ReviewView> {
  return stream("/positions/{moves}/review", { ...named(ref), signal }, onProgress);
}

/** What would follow a move with the best play of both sides. */
export function line(ref: PositionRef, column: number, signal?: AbortSignal): Promise<LineView> {
  const { parts, query } = named(ref);
  return request("/positions/{moves}/line", { parts, query: { ...query, column }, signal });
}

/** Ask an agent for its move, with its thoughts on the way. */
export function think(
  ref: PositionRef,
  agent: string,
  { seed, seconds }: { seed: number; seconds: number | null },
  onProgress: (report: ReportView) => void,
  signal: AbortSignal,
): Promise<MoveView> {
  const limit = seconds === null ? null : { seconds };
  return stream("/moves", { body: { ...refOf(ref), agent, seed, limit }, signal }, onProgress);
}

/** Point to a good column, under any rules. */
export function hint(ref: PositionRef, signal?: AbortSignal): Promise<HintView> {
  return request("/positions/{moves}/hint", { ...named(ref), signal });
}
