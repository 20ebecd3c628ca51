/** A race: its setup, what was measured so far, and what the browser keeps of the last ones. */

import { announcer } from "../shared/announce.svelte";
import * as positions from "../positions/api";
import { isAborted } from "../shared/http";
import { load, save } from "../shared/storage";
import type { PositionView, RaceView } from "../shared/types";
import { sayError } from "../shared/words";
import { race } from "./api";
import { keyOf, type RaceSetup } from "./link";

/** Races that the browser keeps, the last first. */
const KEPT = 6;
const PLACE = "races";

interface Kept {
  key: string;
  when: number;
  view: RaceView;
}

export class Racing {
  setup = $state.raw<RaceSetup | null>(null);
  position = $state.raw<PositionView | null>(null);
  view = $state.raw<RaceView | null>(null);
  /** When what is shown was measured; nothing while it is being measured. */
  when = $state<number | null>(null);
  running = $state(false);
  /** Why there is no race. */
  error = $state<string | null>(null);
  /** Why there is no position. */
  unread = $state<string | null>(null);
  #work = new AbortController();

  /** Show a race that is not begun yet; if it was run here before, with what came of it. */
  async open(setup: RaceSetup): Promise<void> {
    const same = this.setup !== null && keyOf(setup) === keyOf(this.setup);
    if (!same) this.stop();
    this.setup = setup;
    if (same && this.position) return;
    this.error = this.unread = null;
    const kept = readKept().find((each) => each.key === keyOf(setup));
    this.view = kept?.view ?? null;
    this.when = kept?.when ?? null;
    await this.#look(setup);
  }

  async #look(setup: RaceSetup): Promise<void> {
    try {
      const found = await positions.position(setup.position);
      if (this.setup === setup) this.position = found;
    } catch (error) {
      if (this.setup !== setup) return;
      this.position = null;
      this.unread = sayError(error);
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
      const view = await race(setup, (soFar) => (this.view = soFar), signal);
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
    const others = readKept().filter((each) => each.key !== key);
    save(PLACE, [{ key, when: this.when, view }, ...others].slice(0, KEPT));
  }
}

function readKept(): Kept[] {
  const kept = load(PLACE);
  if (!Array.isArray(kept)) return [];
  return (kept as Partial<Kept>[]).filter(
    (each): each is Kept =>
      typeof each?.key === "string" &&
      typeof each.when === "number" &&
      Array.isArray(each.view?.agents),
  );
}
