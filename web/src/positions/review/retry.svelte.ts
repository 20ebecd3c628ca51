/** Retrying mistakes: the board before each one, the answer hidden until it is found or shown. */

import { announcer } from "../../shared/announce.svelte";
import { isAborted } from "../../shared/http";
import { sayError } from "../../shared/words";
import * as api from "../api";
import { withDisc } from "../replay";
import type { ReviewState, Whose } from "./review.svelte";
import type { JudgedView, PositionView, WorthView } from "../../shared/types";

/** Milliseconds that a wrong disc stays on the board. */
const WRONG_FOR = 1100;

/** One mistake; the answer stays hidden until it is found or shown. */
export class Retry {
  tried = $state.raw<{ column: number; right: boolean; says: string }[]>([]);
  /** The column tried last, while its disc is on the board: for a moment if it was wrong. */
  placed = $state<number | null>(null);
  shown = $state(false);
  constructor(
    readonly position: PositionView,
    readonly move: JudgedView,
    /** What every column is worth. */
    readonly worths: readonly WorthView[],
  ) {}

  /** The board, with what was tried on it. */
  get rows(): string[] {
    const cell = this.placed === null ? null : this.position.landings[String(this.placed)]?.[0];
    const { board } = this.position;
    return cell ? withDisc(board, cell, this.move.player) : board;
  }

  get solved(): boolean {
    return this.tried.at(-1)?.right ?? false;
  }

  get atOnce(): boolean {
    return this.solved && this.tried.length === 1;
  }

  get done(): boolean {
    return this.solved || this.shown;
  }

  /** Try a column: it is right if it keeps the result. */
  choose(column: number): void {
    if (this.done) return;
    this.placed = column;
    const found = this.worths.find((each) => each.column === column);
    const best = this.worths.find((each) => each.best);
    const right = (found?.result ?? -1) >= (best?.result ?? 1);
    const says = `Column ${column} ${found?.says ?? ""}.`;
    this.tried = [...this.tried.filter((each) => each.column !== column), { column, right, says }];
    if (!right)
      setTimeout(() => (this.placed = this.placed === column ? null : this.placed), WRONG_FOR);
    announcer.say(`${right ? "Right" : "Not it"}. ${says}`);
  }
}

/** All mistakes of a game, one after the other. */
export class RetryRun {
  whose = $state<Whose>("both");
  index = $state(0);
  /** How many were found at the first try. */
  found = $state(0);
  now = $state.raw<Retry | null>(null);
  error = $state<string | null>(null);
  #work = new AbortController();

  constructor(readonly review: ReviewState) {}

  get mistakes(): JudgedView[] {
    return this.review.mistakes(this.whose);
  }

  start(from: number, whose: Whose): void {
    this.whose = whose;
    this.found = 0;
    void this.open(from);
  }

  /** Show a mistake, or the end if there are no more. */
  async open(index: number): Promise<void> {
    this.close();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.index = index;
    this.now = null;
    this.error = null;
    const move = this.mistakes[index];
    if (!move) return;
    const worths = this.review.result?.columns[move.number - 1] ?? [];
    try {
      const position = await api.position(this.review.refAt(move.number - 1), signal);
      this.now = new Retry(position, move, worths);
    } catch (error) {
      if (!isAborted(error)) this.error = sayError(error);
    }
  }

  attempt(column: number): void {
    const { now } = this;
    now?.choose(column);
    if (now?.atOnce) this.found += 1;
  }

  showAnswer(): void {
    if (this.now) this.now.shown = true;
  }

  close(): void {
    this.#work.abort();
  }
}
