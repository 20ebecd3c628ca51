/** The state of a race over a suite: its setup, and what was measured here or by who sent the link. */

import { announcer } from "../shared/announce.svelte";
import { isAborted } from "../shared/http";
import type { SuiteRaceView } from "../shared/types";
import { sayError } from "../shared/words";
import { runSuite, showResults } from "./api";
import { resultsOf, suiteKey, type Results, type SuiteSetup } from "./suiteLink";

export class SuiteRaceState {
  setup = $state.raw<SuiteSetup | null>(null);
  view = $state.raw<SuiteRaceView | null>(null);
  running = $state(false);
  /** Whether what is shown came with the link. */
  sent = $state(false);
  error = $state<string | null>(null);
  /** What the link carries, once there is something. */
  results = $state.raw<Results | null>(null);
  #work = new AbortController();

  /** Show a race that is not started, with the results that its link carries. */
  async open(setup: SuiteSetup, results: Results | "broken" | null): Promise<void> {
    if (this.setup && suiteKey(setup) === suiteKey(this.setup) && this.results === results) return;
    this.stop();
    this.setup = setup;
    this.view = this.results = this.error = null;
    this.sent = false;
    if (results === "broken") this.error = "The results in this link cannot be read.";
    else if (results) await this.#show(setup, results);
  }

  async #show(setup: SuiteSetup, results: Results): Promise<void> {
    this.#work = new AbortController();
    try {
      const view = await showResults(setup, results, this.#work.signal);
      if (this.setup !== setup) return;
      this.view = view;
      this.results = results;
      this.sent = true;
    } catch (error) {
      if (!isAborted(error) && this.setup === setup)
        this.error = `The results in this link do not fit. ${sayError(error)}`;
    }
  }

  async start(): Promise<void> {
    const { setup } = this;
    if (!setup) return;
    this.stop();
    this.#work = new AbortController();
    this.view = this.results = this.error = null;
    this.sent = false;
    this.running = true;
    announcer.say("The race begins.");
    try {
      const view = await runSuite(setup, (soFar) => (this.view = soFar), this.#work.signal);
      this.#finish(view);
      announcer.say(view.suite.complete ? "The race is over." : "The race ran out of time.");
    } catch (error) {
      if (isAborted(error)) return;
      this.running = false;
      this.view = null;
      this.error = sayError(error);
    }
  }

  /** End the race; what was measured stays. */
  stop(): void {
    this.#work.abort();
    if (!this.running) return;
    if (this.view) this.#finish({ ...this.view, now: null });
    this.running = false;
    announcer.say("The race was stopped.");
  }

  #finish(view: SuiteRaceView): void {
    this.running = false;
    this.view = view;
    if (view.suite.agents.length > 0) this.results = resultsOf(view);
  }
}
