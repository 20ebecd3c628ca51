/** Traces: searches that were recorded, and what is known of their nodes. */

import { refOf } from "../positions/api";
import { request } from "../shared/http";
import type { NodeView, TraceView, TreeView, TruthView } from "../shared/types";
import type { Search } from "./link";
import type { Form } from "./moment";

/** The most nodes that a trace keeps; they come in pages. */
const CAP = 100_000;

/** Let an agent search, and record it. */
export function makeTrace(search: Search, signal?: AbortSignal): Promise<TraceView> {
  const { agent, seed = 0, tree = null } = search;
  const own = tree ? { tree } : refOf(search);
  return request("/traces", { body: { ...own, agent, cap: CAP, seed }, signal });
}

/** Fetch a page of the tree of a trace; pages count from 0. */
export function pageOfTree(id: string, page: number, signal?: AbortSignal): Promise<TreeView> {
  return request("/traces/{id}/nodes", { parts: { id }, query: { page }, signal });
}

/** Fetch all that is known of one node, its exact score only if it is wanted. */
export function oneNode(
  id: string,
  node: number,
  truth: boolean,
  form: Form,
  signal?: AbortSignal,
): Promise<NodeView> {
  const query = { truth, form };
  return request("/traces/{id}/nodes/{node}", { parts: { id, node }, query, signal });
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
