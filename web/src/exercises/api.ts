/** Exercises, and trees that people write. */

import { request } from "../shared/http";
import type {
  ExamplesView,
  ExerciseView,
  ResultView,
  TraceView,
  TreeShapeView,
} from "../shared/types";
import type { Wanted } from "./link";

/** Fetch the exercise of a kind, a difficulty and a seed. */
export function exercise(wanted: Wanted, signal?: AbortSignal): Promise<ExerciseView> {
  const { kind, difficulty, seed } = wanted;
  return request("/exercises", { query: { kind, difficulty, seed }, signal });
}

/** Have the first answers marked. */
export function mark(id: string, answers: readonly number[]): Promise<ResultView> {
  return request("/exercises/{id}/result", { parts: { id }, body: { answers } });
}

/** Read a tree that someone wrote. */
export function shape(tree: string, signal?: AbortSignal): Promise<TreeShapeView> {
  return request("/trees", { query: { tree }, signal });
}

/** Fetch the trees of the textbooks. */
export function examples(): Promise<ExamplesView> {
  return request("/trees/examples");
}

/** Search a tree of one's own; the answer without the nodes. */
export function searchTree(tree: string, agent: string, signal?: AbortSignal): Promise<TraceView> {
  return request("/traces", { body: { tree, agent }, signal });
}
