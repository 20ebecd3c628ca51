/** Asking for a race. */

import { follow } from "../shared/http";
import type { Question } from "./link";
import type { CompareView } from "./types";

/** Have agents race, and hear of each decision; leaving ends it. */
export function race(
  { position, agents, budget, runs }: Question,
  onProgress: (soFar: CompareView) => void,
  signal: AbortSignal,
): Promise<CompareView> {
  const { moves, start, size, variant } = position;
  const limit = budget.name ? { [budget.name]: budget.amount } : null;
  const body = { moves, start, size, variant, agents, limit, runs };
  return follow<CompareView, CompareView>("/compare", { body, signal }, onProgress);
}
