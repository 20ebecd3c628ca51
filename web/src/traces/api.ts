/** Traces: searches that were recorded, and what is known of their nodes. */

import { refOf } from "../positions/api";
import { request } from "../shared/http";
import type { ChildrenView, NodeView, TraceView, TreeView, TruthView } from "../shared/types";
import type { Search } from "./link";

/** The most nodes that a trace keeps; nodes beyond the first answer are fetched when opened. */
const CAP = 100_000;

/** Let an agent search, and record it. */
export function makeTrace(search: Search, signal?: AbortSignal): Promise<TraceView> {
  const { agent, seed = 0 } = search;
  return request("/traces", { body: { ...refOf(search), agent, cap: CAP, seed }, signal });
}

/** Fetch the tree of a trace. */
export function wholeTree(id: string, signal?: AbortSignal): Promise<TreeView> {
  return request("/traces/{id}/nodes", { parts: { id }, signal });
}

/** Fetch all that is known of one node, its exact score only if it is wanted. */
export function oneNode(
  id: string,
  node: number,
  truth: boolean,
  signal?: AbortSignal,
): Promise<NodeView> {
  return request("/traces/{id}/nodes/{node}", { parts: { id, node }, query: { truth }, signal });
}

/** Fetch the exact scores of some nodes. */
export function someTruth(
  id: string,
  first: number,
  count: number,
  signal?: AbortSignal,
): Promise<TruthView> {
  return request("/traces/{id}/truth", { parts: { id }, query: { first, count }, signal });
}

/** Fetch the children of a node. */
export function childrenBelow(
  id: string,
  node: number,
  signal?: AbortSignal,
): Promise<ChildrenView> {
  return request("/traces/{id}/nodes/{node}/children", { parts: { id, node }, signal });
}
