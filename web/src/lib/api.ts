/** The one place that talks to the API. */

import { USUAL_VARIANT } from "./address";
import { ask, follow } from "./http";
import { nearestCentre } from "./teaching";
import type {
  AgentsView,
  AnalysisView,
  DropView,
  MoveView,
  PositionRef,
  PositionView,
  ReportView,
} from "./types";

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

let everyone: Promise<AgentsView> | null = null;

/** Who there is to play. */
export function agents(): Promise<AgentsView> {
  everyone ??= ask<AgentsView>("/agents").catch((error: unknown) => {
    everyone = null;
    throw error;
  });
  return everyone;
}

/** Ask an agent for its move and watch it think. */
export function think(
  ref: PositionRef,
  agent: string,
  onProgress: (report: ReportView) => void,
  signal: AbortSignal,
): Promise<MoveView> {
  return follow<ReportView, MoveView>("/moves", { body: { ...name(ref), agent }, signal }, onProgress);
}

/** Point to a good column: the truth where it is known, else what a strong search thinks. */
export async function hint(
  ref: PositionView,
  signal: AbortSignal,
): Promise<{ column: number; says: string }> {
  if (ref.variant === USUAL_VARIANT) {
    const best = nearestCentre(await analysis(ref, signal), ref.columns);
    if (best) return { column: best.column, says: `It ${best.says}.` };
  }
  const agent = ref.variant === "slip" ? "expectiminimax:depth=5" : "alphabeta:depth=8";
  const move = await think(ref, agent, () => undefined, signal);
  return { column: move.report.column, says: `The choice of ${agent}.` };
}
