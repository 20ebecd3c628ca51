/** The one place that talks to the API. */

import { ask, follow } from "../shared/http";
import type {
  AnalysisView,
  DropView,
  ExplanationView,
  HintView,
  MoveView,
  PositionRef,
  PositionView,
  Progress,
  ReportView,
  ReviewView,
} from "../shared/types";

const known = new Map<string, PositionView>();
const MOST_KNOWN = 500;

/** The four things that name a position, without what else is known of it. */
function name({ moves, start, size, variant }: PositionRef): PositionRef {
  return { moves, start, size, variant };
}

function address(ref: PositionRef, part = ""): [string, Omit<PositionRef, "moves">] {
  const { moves, ...rest } = name(ref);
  return [`/positions/${encodeURIComponent(moves)}${part}`, rest];
}

/** Look at a position; what was told once is remembered. */
export async function position(ref: PositionRef, signal?: AbortSignal): Promise<PositionView> {
  const key = JSON.stringify([ref.moves, ref.start, ref.size, ref.variant]);
  const told = known.get(key);
  if (told) return told;
  const [path, query] = address(ref);
  const view = await ask<PositionView>(path, { query, signal });
  if (known.size > MOST_KNOWN) known.clear();
  known.set(key, view);
  return view;
}

/** Read a text that somebody typed or pasted. */
export function readText(text: string, size: string, variant: string): Promise<PositionView> {
  return ask<PositionView>("/positions", { body: { text, size, variant } });
}

/** Play a person's move. */
export function drop(ref: PositionRef, column: number, signal?: AbortSignal): Promise<DropView> {
  return ask<DropView>("/drops", { body: { ...name(ref), column }, signal });
}

/** Ask for the exact score of every column. */
export function analysis(ref: PositionRef, signal?: AbortSignal): Promise<AnalysisView> {
  const [path, query] = address(ref, "/analysis");
  return ask<AnalysisView>(path, { query, signal });
}

/** The same, and hear of each column as soon as it is proved. */
export function followAnalysis(
  ref: PositionRef,
  onProgress: (soFar: AnalysisView) => void,
  signal: AbortSignal,
): Promise<AnalysisView> {
  const [path, query] = address(ref, "/analysis");
  return follow<AnalysisView, AnalysisView>(path, { query, signal }, onProgress);
}

/** Hear why a position is won, drawn or lost, or what a column does in it. */
export function explain(
  ref: PositionRef,
  column: number | null,
  signal?: AbortSignal,
): Promise<ExplanationView> {
  const [path, query] = address(ref, "/explain");
  return ask<ExplanationView>(path, { query: { ...query, column }, signal });
}

/** Have a whole game held against the truth. */
export function review(
  ref: PositionRef,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ReviewView> {
  const [path, query] = address(ref, "/review");
  return follow<Progress, ReviewView>(path, { query, signal }, onProgress);
}

/** Ask an agent for its move and watch it think. */
export function think(
  ref: PositionRef,
  agent: string,
  onProgress: (report: ReportView) => void,
  signal: AbortSignal,
): Promise<MoveView> {
  return follow<ReportView, MoveView>(
    "/moves",
    { body: { ...name(ref), agent }, signal },
    onProgress,
  );
}

/** Point to a good column, under any rules. */
export function hint(ref: PositionRef, signal?: AbortSignal): Promise<HintView> {
  const [path, query] = address(ref, "/hint");
  return ask<HintView>(path, { query, signal });
}
