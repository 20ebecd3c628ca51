/** Retrying mistakes: the board before each one, the answer hidden until it is found or shown. */

import { announcer } from "../../shared/announce.svelte";
import * as api from "../api";
import { withDisc } from "../replay";
import type { ReviewState, Whose } from "./review.svelte";
import type { AnalysisView, JudgedView, PositionView } from "../../shared/types";

/** Milliseconds that a wrong disc stays on the board. */
const WRONG_FOR = 1100;

/** One mistake; the answer stays hidden until it is found or shown. */
export class Retry {
  truth = $state.raw<AnalysisView | null>(null);
  tried = $state.raw<{ column: number; right: boolean; says: string }[]>([]);
  /** The column tried last, while its disc is on the board: for a moment if it was wrong. */
  placed = $state<number | null>(null);
  shown = $state(false);
  #signal: AbortSignal;

  constructor(
    readonly position: PositionView,
    readonly move: JudgedView,
    signal: AbortSignal,
  ) {
    this.#signal = signal;
  }

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
  async choose(column: number): Promise<void> {
    if (this.done) return;
    this.placed = column;
    this.truth ??= await api.analysis(this.position, this.#signal);
    const found = this.truth.columns.find((each) => each.column === column);
    const right = (found?.score?.result ?? -1) >= this.move.best.result;
    const says = `Column ${column} ${found?.says ?? ""}.`;
    this.tried = [...this.tried.filter((each) => each.column !== column), { column, right, says }];
    if (!right)
      setTimeout(() => (this.placed = this.placed === column ? null : this.placed), WRONG_FOR);
    announcer.say(`${right ? "Right" : "Not yet"}. ${says}`);
  }
}

/** All mistakes of a game, one after the other. */
export class RetryRun {
  whose = $state<Whose>("both");
  index = $state(0);
  /** How many were found at the first try. */
  found = $state(0);
  now = $state.raw<Retry | null>(null);
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
    const move = this.mistakes[index];
    if (!move) return;
    const position = await api.position(this.review.refAt(move.number - 1), signal);
    if (!signal.aborted) this.now = new Retry(position, move, signal);
  }

  async attempt(column: number): Promise<void> {
    const { now } = this;
    await now?.choose(column);
    if (now?.atOnce) this.found += 1;
  }

  showAnswer(): void {
    if (this.now) this.now.shown = true;
  }

  close(): void {
    this.#work.abort();
  }
}
