/** The state of the explorer: the position on the board and all there is to say of it. */

import { announcer } from "../shared/announce.svelte";
import { isAborted } from "../shared/http";
import type { CellView, Player, PositionRef, PositionView, Progress } from "../shared/types";
import { colour, named, sayError, sentence } from "../shared/words";
import * as positions from "../positions/api";
import { emptyRows } from "../positions/editing";
import { turnAt, withDisc } from "../positions/replay";
import * as api from "./api";
import { movesOf, trackOf, withMoves } from "./link";
import type { OpeningView } from "./types";

/** How many answers are kept. */
const CACHED = 300;
/** Milliseconds until waiting is shown: longer than a blink. */
const BLINK = 250;

export class Explorer {
  ref = $state.raw<PositionRef | null>(null);
  position = $state.raw<PositionView | null>(null);
  opening = $state.raw<OpeningView | null>(null);
  /** Why the link leads nowhere. */
  error = $state<string | null>(null);
  /** Why the position is shown but nothing is said of it. */
  unsolved = $state<string | null>(null);
  /** Does the answer take longer than a blink? */
  waiting = $state(false);
  progress = $state.raw<Progress | null>(null);
  #before = $state.raw<string[]>([]);
  #placed = $state.raw<{ rows: string[]; last: CellView } | null>(null);
  #known = new Map<string, OpeningView>();
  #work = new AbortController();

  /** The moves that led here. */
  get made(): string[] {
    return this.position ? movesOf(this.position) : [];
  }

  /** The moves that can be walked along, from the start to the end of the line. */
  get track(): string[] {
    return trackOf(this.made, this.#before, this.opening?.line ?? []);
  }

  /** The same as discs. */
  get discs(): { player: Player; column: number }[] {
    const { position } = this;
    if (!position) return [];
    return this.track.map((move, index) => ({
      player: turnAt(position, index),
      column: Number.parseInt(move.split(">").at(-1) ?? "", 10),
    }));
  }

  get rows(): readonly string[] {
    return this.#placed?.rows ?? this.position?.board ?? emptyRows();
  }

  get last(): CellView | null {
    return this.#placed?.last ?? this.position?.played.at(-1) ?? null;
  }

  get over(): boolean {
    return this.position?.outcome != null;
  }

  /** May a column be chosen now? */
  get ready(): boolean {
    return this.position !== null && !this.over && this.#placed === null;
  }

  /** Open what a link names. */
  async open(ref: PositionRef): Promise<void> {
    const key = JSON.stringify(positions.refOf(ref));
    if (this.ref && key === JSON.stringify(this.ref)) return;
    this.close();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.ref = positions.refOf(ref);
    this.error = this.unsolved = this.progress = null;
    try {
      const position = await positions.position(ref, signal);
      if (signal.aborted) return;
      this.#show(position, this.#known.get(key) ?? null);
      if (!this.opening && !this.over) await this.#ask(key, signal);
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      this.position = this.opening = null;
      this.error = sayError(error);
    }
  }

  #show(position: PositionView, opening: OpeningView | null): void {
    this.#placed = null;
    this.position = position;
    this.opening = opening;
    const made = movesOf(position);
    const known = made.every((move, index) => move === this.#before[index]);
    if (!known || made.length > this.#before.length) this.#before = made;
    this.#announce();
  }

  async #ask(key: string, signal: AbortSignal): Promise<void> {
    const timer = setTimeout(() => (this.waiting = true), BLINK);
    try {
      const opening = await api.opening(
        this.ref as PositionRef,
        (progress) => (this.progress = progress),
        signal,
      );
      if (signal.aborted) return;
      if (this.#known.size > CACHED) this.#known.clear();
      this.#known.set(key, opening);
      this.opening = opening;
      this.#announce();
    } catch (error) {
      if (!isAborted(error) && !signal.aborted) this.unsolved = sayError(error);
    } finally {
      clearTimeout(timer);
      if (!signal.aborted) this.waiting = false;
    }
  }

  /** Drop a disc at once; return where that leads. */
  play(column: number): PositionRef | null {
    const { position } = this;
    const cell = position?.landings[String(column)]?.[0];
    if (!position || !cell || !this.ready) return null;
    this.#placed = { rows: withDisc(position.board, cell, position.turn), last: cell };
    return withMoves(position, [...this.made, String(column)]);
  }

  /** Return the position after so many moves of the track. */
  at(ply: number): PositionRef | null {
    if (!this.position) return null;
    return withMoves(this.position, this.track.slice(0, Math.max(0, ply)));
  }

  #announce(): void {
    const { position, opening } = this;
    if (!position) return;
    const last = position.played.at(-1);
    const move = last ? `${colour(last.player)} in column ${last.column}. ` : "The start. ";
    if (position.outcome) announcer.say(move + sentence(named(position.outcome.says)));
    else if (opening)
      announcer.say(
        `${move}${colour(opening.turn)} to move ${opening.score.says}. ${opening.says}`,
      );
  }

  close(): void {
    this.#work.abort();
    this.#placed = null;
    this.waiting = false;
    this.progress = null;
    this.ref = null;
  }
}
