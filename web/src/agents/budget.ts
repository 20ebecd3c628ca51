/** A budget as part of a spec, so that a decision can be repeated elsewhere. */

import type { AgentsView } from "../shared/types";
import { parseSpec, writeSpec } from "./spec";

/** The limits that do not depend on a clock. */
const REPEATABLE = ["depth", "nodes", "playouts"] as const;
export type Budget = Partial<Record<(typeof REPEATABLE)[number], number | null>>;

/** Return a spec with those limits of a budget that its agent takes. */
export function withBudget(spec: string, budget: Budget | null, agents: AgentsView | null): string {
  const { name, options } = parseSpec(spec);
  const known = agents?.agents.find((each) => each.name === name)?.options ?? [];
  const taken = REPEATABLE.filter(
    (limit) => budget?.[limit] && known.some((each) => each.limit && each.name === limit),
  );
  if (taken.length === 0) return spec;
  const more = Object.fromEntries(taken.map((limit) => [limit, String(budget?.[limit])]));
  return writeSpec({ name, options: { ...options, ...more } });
}
