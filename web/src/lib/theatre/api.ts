/** What the theatre asks the API for. */

import { ask } from "../http";
import type { NodeView, TraceQuestion, TraceView, TreeView, TruthView } from "./types";

/** Let an agent search, and hear what came of it. */
export function makeTrace(question: TraceQuestion, signal?: AbortSignal): Promise<TraceView> {
  const { moves, start, size, variant, agent, seed } = question;
  const body = { moves, start, size, variant, agent, ...(seed ? { seed } : {}) };
  return ask<TraceView>("/traces", { body, signal });
}

/** The whole tree of a trace. */
export function wholeTree(id: string, signal?: AbortSignal): Promise<TreeView> {
  return ask<TreeView>(`/traces/${id}/nodes`, { signal });
}

/** All that is known of one node. */
export function oneNode(id: string, node: number, signal?: AbortSignal): Promise<NodeView> {
  return ask<NodeView>(`/traces/${id}/nodes/${node}`, { signal });
}

/** Exact scores of some nodes. */
export function someTruth(
  id: string,
  first: number,
  count: number,
  signal?: AbortSignal,
): Promise<TruthView> {
  return ask<TruthView>(`/traces/${id}/truth`, { query: { first, count }, signal });
}
