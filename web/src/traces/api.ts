/** What the theatre asks the API for. */

import { ask } from "../shared/http";
import type {
  ChildrenView,
  NodeView,
  TraceQuestion,
  TraceView,
  TreeView,
  TruthView,
} from "./types";

/** The most nodes that a trace keeps; what one answer does not hold is fetched when opened. */
const CAP = 100_000;

/** Let an agent search, and hear what came of it. */
export function makeTrace(question: TraceQuestion, signal?: AbortSignal): Promise<TraceView> {
  const { moves, start, size, variant, agent, seed, cap = CAP } = question;
  const body = { moves, start, size, variant, agent, cap, ...(seed ? { seed } : {}) };
  return ask<TraceView>("/traces", { body, signal });
}

/** The whole tree of a trace. */
export function wholeTree(id: string, signal?: AbortSignal): Promise<TreeView> {
  return ask<TreeView>(`/traces/${id}/nodes`, { signal });
}

/** All that is known of one node, its exact score only if it is wanted. */
export function oneNode(
  id: string,
  node: number,
  truth: boolean,
  signal?: AbortSignal,
): Promise<NodeView> {
  return ask<NodeView>(`/traces/${id}/nodes/${node}`, { query: { truth }, signal });
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

/** What lies right below a node. */
export function childrenBelow(
  id: string,
  node: number,
  signal?: AbortSignal,
): Promise<ChildrenView> {
  return ask<ChildrenView>(`/traces/${id}/nodes/${node}/children`, { signal });
}
