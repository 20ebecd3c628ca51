/** The agents that the server offers. */

import { ask } from "../shared/http";
import type { AgentsView } from "../shared/types";

let catalogue: Promise<AgentsView> | null = null;

/** Fetch the levels and agents, once. */
export function listAgents(): Promise<AgentsView> {
  catalogue ??= ask<AgentsView>("/agents").catch((error: unknown) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}
