/** The suites of positions that come with fourscore, fetched once for all pages. */

import { request } from "../shared/http";
import type { SuiteNameView } from "../shared/types";

class Suites {
  list = $state.raw<SuiteNameView[]>([]);
  #loading: Promise<void> | null = null;

  load(): void {
    this.#loading ??= request("/suites").then(
      ({ suites }) => {
        this.list = suites;
      },
      () => {
        this.#loading = null; // a page works without the list, with the usual suite
      },
    );
  }
}

export const suites = new Suites();
