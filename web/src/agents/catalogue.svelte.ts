/** Who can play, fetched once for all pages. */

import type { AgentsView } from "../shared/types";
import { sayError } from "../shared/words";
import { listAgents } from "./api";

class Catalogue {
  agents = $state.raw<AgentsView | null>(null);
  error = $state("");
  #loading: Promise<void> | null = null;

  load(): void {
    this.#loading ??= listAgents().then(
      (agents) => {
        this.agents = agents;
        this.error = "";
      },
      (error: unknown) => {
        this.error = sayError(error);
        this.#loading = null;
      },
    );
  }
}

export const catalogue = new Catalogue();
