/** A tournament that is looked at, and its games, for as long as the page shows them. */

import { announcer } from "../shared/announce.svelte";
import { ApiError, isAborted } from "../shared/http";
import { pause } from "../shared/motion";
import { sayError } from "../shared/words";
import * as api from "./api";
import { NO_FILTER, type Filter } from "./link";
import type { GamesView, TournamentView } from "../shared/types";
import { agentName } from "./words";

const PACE = 1500;

export class Watching {
  id = $state<string | null>(null);
  view = $state.raw<TournamentView | null>(null);
  games = $state.raw<GamesView | null>(null);
  filter = $state.raw<Filter>(NO_FILTER);
  /** What is wrong, in a sentence. */
  error = $state("");
  missing = $state(false);
  #stop = new AbortController();
  #asking: AbortController | null = null;
  /** Which games were listed when: the filter, and how many were played. */
  #listed = "";

  open(id: string, filter: Filter): void {
    this.filter = filter;
    if (id !== this.id) {
      this.close();
      this.id = id;
      void this.#follow(id, this.#stop.signal);
    }
    void this.#list();
  }

  /** Watch only while somebody looks: a browser has few connections to one server. */
  look(visible: boolean): void {
    this.#rest();
    if (visible && this.id) void this.#follow(this.id, this.#stop.signal);
  }

  #rest(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  close(): void {
    this.#rest();
    this.#asking?.abort();
    this.id = this.view = this.games = null;
    this.error = "";
    this.missing = false;
    this.#listed = "";
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    try {
      const last = await api.watch(id, (soFar) => this.#take(soFar), signal);
      const wasOpen = this.view !== null && this.view.ended === null;
      this.#take(last);
      if (wasOpen && last.state === "finished") this.#announce(last);
    } catch (error) {
      this.#fail(error);
    }
  }

  #take(view: TournamentView): void {
    this.view = view;
    this.error = "";
    void this.#list();
  }

  #announce(view: TournamentView): void {
    const names = view.leaders.map(agentName).join(" and ");
    announcer.say(`The tournament is finished. ${names} did best.`);
  }

  /** Ask for the games that are wanted now, but not at every turn while more are played. */
  async #list(): Promise<void> {
    if (!this.id || !this.view) return;
    const wanted = JSON.stringify(this.filter);
    const version = `${wanted} ${this.view.done}`;
    if (version === this.#listed) return;
    const same = this.#listed.startsWith(`${wanted} `);
    if (same && this.#asking) return;
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.#listed = version;
    try {
      this.games = await api.games(this.id, this.filter, asking.signal);
      if (this.view?.state === "running") await pause(PACE, asking.signal);
    } catch (error) {
      this.#fail(error);
    }
    if (asking === this.#asking) {
      this.#asking = null;
      void this.#list();
    }
  }

  #fail(error: unknown): void {
    if (isAborted(error)) return;
    this.missing = error instanceof ApiError && error.status === 404;
    this.error = sayError(error);
  }

  /** Stop it, or go on with it. */
  async act(what: "cancel" | "resume", games?: number): Promise<void> {
    const id = this.id;
    if (!id) return;
    try {
      const view = await (what === "cancel" ? api.cancel(id) : api.resume(id, games));
      if (id !== this.id) return;
      this.view = view;
      this.error = "";
      if (what === "resume") this.look(true);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Remove it; tell whether it is gone. */
  async remove(): Promise<boolean> {
    if (!this.id) return false;
    try {
      this.#rest();
      await api.remove(this.id);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }
}
