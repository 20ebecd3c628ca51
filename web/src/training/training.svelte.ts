/** The training that the page shows, and what it thinks of the position on the board. */

import { announcer } from "../shared/announce.svelte";
import { ApiError, isAborted } from "../shared/http";
import { sayError } from "../shared/words";
import type { TrainingView, ValuesView } from "../shared/types";
import * as api from "./api";
import type { Shown } from "./link";

const REMEMBERED = 200;

export class TrainingState {
  view = $state.raw<TrainingView | null>(null);
  /** What the network of the chosen age thinks of every column. */
  values = $state.raw<ValuesView | null>(null);
  /** What is wrong, in a sentence. */
  error = $state("");
  missing = $state(false);
  #shown: Shown | null = null;
  #watch = new AbortController();
  #request = new AbortController();
  #known = new Map<string, ValuesView>();

  /** Show a training at an age, and a position on its board. */
  show(shown: Shown): void {
    const before = this.#shown;
    this.#shown = shown;
    if (before?.id !== shown.id) {
      this.view = this.values = null;
      this.error = "";
      this.missing = false;
    } else if (before.moves !== shown.moves) this.values = null;
    if (before?.id !== shown.id || before.moves !== shown.moves) this.watch(true);
    void this.#evaluate();
  }

  /** Watch only while the page is visible: a browser has few connections to one server. */
  watch(visible: boolean): void {
    this.#watch.abort();
    this.#watch = new AbortController();
    if (visible && this.#shown) void this.#follow(this.#shown, this.#watch.signal);
  }

  close(): void {
    this.#watch.abort();
    this.#request.abort();
    this.#shown = null;
  }

  get isLearning(): boolean {
    return this.view?.state === "running";
  }

  async #follow({ id, moves }: Shown, signal: AbortSignal): Promise<void> {
    try {
      if (id === api.SHIPPED) {
        this.#take(await api.find(id, signal));
        return;
      }
      const last = await api.watch(id, moves, (soFar) => this.#take(soFar), signal);
      const wasOpen = this.view !== null && this.view.ended === null;
      this.#take(last);
      if (wasOpen) announcer.say(last.says);
    } catch (error) {
      this.#fail(error);
    }
  }

  #take(view: TrainingView): void {
    const ended = this.view?.state !== view.state;
    this.view = view;
    this.error = "";
    if (view.values && this.#shown?.age === null) this.values = view.values;
    if (ended) void this.#evaluate();
  }

  /** Ask a stored network, unless the one that learns is watched. */
  async #evaluate(): Promise<void> {
    const shown = this.#shown;
    const view = this.view;
    this.#request.abort();
    this.#request = new AbortController();
    if (!shown || !view || view.ages.length === 0) return;
    if (shown.age === null && this.isLearning) return;
    const age = shown.age ?? view.ages.at(-1) ?? null;
    const key = `${shown.id} ${shown.moves} ${age}`;
    const known = this.#known.get(key);
    if (known) {
      this.values = known;
      return;
    }
    try {
      const found = await api.values(shown.id, shown.moves, age, this.#request.signal);
      if (this.#known.size > REMEMBERED) this.#known.clear();
      this.#known.set(key, found);
      this.values = found;
    } catch (error) {
      if (!isAborted(error)) this.error = sayError(error);
    }
  }

  #fail(error: unknown): void {
    if (isAborted(error)) return;
    this.missing = error instanceof ApiError && error.status === 404;
    this.error = sayError(error);
  }

  /** Stop it, or let it go on, also for longer. */
  async act(what: "cancel" | "resume", minutes?: number): Promise<void> {
    const id = this.#shown?.id;
    if (!id) return;
    try {
      const view = await (what === "cancel" ? api.cancel(id) : api.resume(id, minutes));
      if (id !== this.#shown?.id) return;
      this.#take(view);
      this.watch(true);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Delete it. Return whether that worked. */
  async remove(): Promise<boolean> {
    if (!this.#shown) return false;
    try {
      this.#watch.abort();
      await api.remove(this.#shown.id);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }
}
