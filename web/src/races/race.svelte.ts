/** The state of a race: its setup and what was measured. The browser saves the last ones. */

import { announcer } from "../shared/announce.svelte";
import * as positions from "../positions/api";
import { isAborted } from "../shared/http";
import { load, save } from "../shared/storage";
import type { PositionView, RaceView } from "../shared/types";
import { sayError } from "../shared/words";
import { runRace } from "./api";
import { keyOf, type RaceSetup } from "./link";

/** How many races the browser saves. */
const MOST_SAVED = 6;
const STORAGE_KEY = "races";

interface SavedRace {
  key: string;
  when: number;
  view: RaceView;
}

export class RaceState {
  setup = $state.raw<RaceSetup | null>(null);
  position = $state.raw<PositionView | null>(null);
  view = $state.raw<RaceView | null>(null);
  /** When what is shown was measured; nothing while it is being measured. */
  when = $state<number | null>(null);
  running = $state(false);
  /** Why there is no race. */
  error = $state<string | null>(null);
  /** Why there is no position. */
  positionError = $state<string | null>(null);
  #work = new AbortController();

  /** Show a race that is not started, with its result if it was run here before. */
  async open(setup: RaceSetup): Promise<void> {
    const same = this.setup !== null && keyOf(setup) === keyOf(this.setup);
    if (!same) this.stop();
    this.setup = setup;
    if (same && this.position) return;
    this.error = this.positionError = null;
    const saved = readSaved().find((each) => each.key === keyOf(setup));
    this.view = saved?.view ?? null;
    this.when = saved?.when ?? null;
    await this.#loadPosition(setup);
  }

  async #loadPosition(setup: RaceSetup): Promise<void> {
    try {
      const found = await positions.position(setup.position);
      if (this.setup === setup) this.position = found;
    } catch (error) {
      if (this.setup !== setup) return;
      this.position = null;
      this.positionError = sayError(error);
    }
  }

  async start(): Promise<void> {
    const { setup } = this;
    if (!setup) return;
    this.stop();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.view = this.when = this.error = null;
    this.running = true;
    announcer.say("The race begins.");
    try {
      const view = await runRace(setup, (soFar) => (this.view = soFar), signal);
      this.#finish(setup, view);
      announcer.say(view.complete ? "The race is over." : "The race ran out of time.");
    } catch (error) {
      if (isAborted(error)) return;
      this.running = false;
      this.view = null;
      this.error = sayError(error);
    }
  }

  /** End the race; what was measured stays. */
  stop(): void {
    if (!this.running || !this.setup) return;
    this.#work.abort();
    if (this.view) this.#finish(this.setup, { ...this.view, complete: false, now: null });
    this.running = false;
    announcer.say("The race was stopped.");
  }

  #finish(setup: RaceSetup, view: RaceView): void {
    this.running = false;
    this.view = view;
    if (!view.agents.some((each) => each.runs.length > 0)) return;
    this.when = Date.now();
    const key = keyOf(setup);
    const others = readSaved().filter((each) => each.key !== key);
    save(STORAGE_KEY, [{ key, when: this.when, view }, ...others].slice(0, MOST_SAVED));
  }
}

function readSaved(): SavedRace[] {
  const saved = load(STORAGE_KEY);
  if (!Array.isArray(saved)) return [];
  return (saved as Partial<SavedRace>[]).filter(
    (each): each is SavedRace =>
      typeof each?.key === "string" &&
      typeof each.when === "number" &&
      Array.isArray(each.view?.agents),
  );
}
