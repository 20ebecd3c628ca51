/** The agents that the server offers. */

import { request } from "../shared/http";
import type { AgentsView } from "../shared/types";

export function listAgents(): Promise<AgentsView> {
  return request("/agents");
}
