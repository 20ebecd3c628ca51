/** The state of a tournament on the page, and its games. */

import { announcer } from "../shared/announce.svelte";
import { ApiError, isAborted } from "../shared/http";
import { pause } from "../shared/motion";
import { sayError } from "../shared/words";
import * as api from "./api";
import { NO_FILTER, type Filter } from "./link";
import type { GamesView, TournamentView } from "../shared/types";
import { agentName } from "../agents/spec";

const PACE = 1500;

export class TournamentState {
  id = $state<string | null>(null);
  view = $state.raw<TournamentView | null>(null);
  games = $state.raw<GamesView | null>(null);
  filter = $state.raw<Filter>(NO_FILTER);
  /** What is wrong, in a sentence. */
  error = $state("");
  missing = $state(false);
  #watch = new AbortController();
  #request: AbortController | null = null;
  /** Which games were listed when: the filter, and how many were played. */
  #listed = "";

  open(id: string, filter: Filter): void {
    this.filter = filter;
    if (id !== this.id) {
      this.close();
      this.id = id;
      void this.#follow(id, this.#watch.signal);
    }
    void this.#list();
  }

  /** Watch only while the page is visible: a browser has few connections to one server. */
  watch(visible: boolean): void {
    this.#stopWatching();
    if (visible && this.id) void this.#follow(this.id, this.#watch.signal);
  }

  #stopWatching(): void {
    this.#watch.abort();
    this.#watch = new AbortController();
  }

  close(): void {
    this.#stopWatching();
    this.#request?.abort();
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

  /** Fetch the page of games that is shown, but not after every game that is played. */
  async #list(): Promise<void> {
    if (!this.id || !this.view) return;
    const wanted = JSON.stringify(this.filter);
    const version = `${wanted} ${this.view.done}`;
    if (version === this.#listed) return;
    const same = this.#listed.startsWith(`${wanted} `);
    if (same && this.#request) return;
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    this.#listed = version;
    try {
      this.games = await api.games(this.id, this.filter, request.signal);
      if (this.view?.state === "running") await pause(PACE, request.signal);
    } catch (error) {
      this.#fail(error);
    }
    if (request === this.#request) {
      this.#request = null;
      void this.#list();
    }
  }

  #fail(error: unknown): void {
    if (isAborted(error)) return;
    this.missing = error instanceof ApiError && error.status === 404;
    this.error = sayError(error);
  }

  /** Cancel or resume it. */
  async act(what: "cancel" | "resume", games?: number): Promise<void> {
    const id = this.id;
    if (!id) return;
    try {
      const view = await (what === "cancel" ? api.cancel(id) : api.resume(id, games));
      if (id !== this.id) return;
      this.view = view;
      this.error = "";
      if (what === "resume") this.watch(true);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Delete it. Return whether that worked. */
  async remove(): Promise<boolean> {
    if (!this.id) return false;
    try {
      this.#stopWatching();
      await api.remove(this.id);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }
}
