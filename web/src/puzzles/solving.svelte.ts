/** One puzzle while it is played out: your moves, the answers, hints, and the line afterwards. */

import { announcer } from "../shared/announce.svelte";
import { joinMoves } from "../positions/link";
import * as positions from "../positions/api";
import { isAborted } from "../shared/http";
import { pause, prefersReducedMotion } from "../shared/motion";
import { rowsAt, withDisc } from "../positions/replay";
import type { AnswerView, CellView, PositionView, PuzzleView, StepView } from "../shared/types";
import { colour, named, other, sayError } from "../shared/words";
import * as api from "./api";
import type { How } from "./record";
import { explained } from "./themes";

/** Milliseconds from a disc to the answer to it. */
const ANSWER_AFTER = 700;
const STILL_ANSWER_AFTER = 250;

/** Your turn, waiting for the answer, after a wrong move, or over. */
export type Phase = "yours" | "waiting" | "wrong" | "done";

/** What to tell whoever keeps the score. */
export interface Events {
  wrong?: (solving: Solving) => void;
  hinted?: (solving: Solving) => void;
  done?: (solving: Solving) => void;
}

/** What happened in a puzzle before. */
export interface Past {
  wrong: number;
  hints: number;
  /** Was it done? */
  again: boolean;
}

const FIRST: Past = { wrong: 0, hints: 0, again: false };

export class Solving {
  phase = $state<Phase>("yours");
  /** The columns of both sides so far; a wrong one is not among them. */
  moves = $state.raw<number[]>([]);
  /** What the last move did. */
  step = $state.raw<StepView | null>(null);
  /** Columns that turned out wrong in this position. */
  tried = $state.raw<StepView[]>([]);
  /** Whether the answer was shown. */
  told = $state(false);
  answer = $state.raw<AnswerView | null>(null);
  /** How many hints were taken, and the columns that the last one points to. */
  hints = $state(0);
  region = $state.raw<number[]>([]);
  error = $state<string | null>(null);
  /** The game that can be walked through, after a wrong move or at the end. */
  line = $state.raw<PositionView | null>(null);
  at = $state(0);
  /** How many moves of yours there will be, if that is known. */
  total = $state<number | null>(null);
  readonly puzzle: PuzzleView;
  /** Was it done before, so that it does not count? */
  readonly again: boolean;
  #events: Events;
  #reached = $state.raw<PositionView | null>(null);
  #placed = $state.raw<{ rows: string[]; last: CellView } | null>(null);
  #work = new AbortController();

  /** Whether a wrong move was made and a hint taken, also before a reload. */
  slipped = $state(false);
  helped = $state(false);

  constructor(puzzle: PuzzleView, events: Events = {}, past: Past = FIRST) {
    this.puzzle = puzzle;
    this.total = puzzle.aim === "win" ? puzzle.moves : null;
    this.slipped = past.wrong > 0;
    this.helped = past.hints > 0;
    this.again = past.again;
    this.#events = events;
  }

  /** How it ends if it ends now. */
  get how(): How {
    return this.told ? "told" : this.slipped ? "later" : this.helped ? "hint" : "first";
  }

  /** The position after the moves so far. */
  get position(): PositionView {
    return this.#reached ?? this.puzzle.position;
  }

  /** Your moves so far. */
  get made(): number {
    return Math.ceil(this.moves.length / 2);
  }

  get solved(): boolean {
    return this.phase === "done" && !this.told;
  }

  /** May a column be chosen now? */
  get ready(): boolean {
    return this.phase === "yours";
  }

  get rows(): string[] {
    if (this.line) return rowsAt(this.line, this.at);
    return this.#placed?.rows ?? this.position.board;
  }

  get last(): CellView | null {
    if (this.line) return this.line.played[this.at - 1] ?? null;
    return this.#placed?.last ?? this.position.played.at(-1) ?? null;
  }

  get winning(): CellView[] {
    if (!this.line) return this.position.outcome?.cells ?? [];
    return this.at === this.length ? (this.line.outcome?.cells ?? []) : [];
  }

  get length(): number {
    return this.line?.played.length ?? 0;
  }

  // Moves

  async choose(column: number): Promise<void> {
    if (!this.ready) return;
    const { turn } = this.puzzle;
    const { signal } = this.#work;
    const cell = this.position.landings[String(column)]?.[0];
    if (!cell) return;
    this.#placed = { rows: withDisc(this.position.board, cell, turn), last: cell };
    this.phase = "waiting";
    this.error = null;
    const fallen = this.#beat(signal);
    fallen.catch(() => null);
    try {
      const step = await api.play(this.puzzle.id, [...this.moves, column], signal);
      if (step.right) await this.#goOn(step, fallen);
      else await this.#punish(step, fallen);
    } catch (error) {
      this.#fail(error, "yours");
    }
  }

  async #goOn(step: StepView, fallen: Promise<void>): Promise<void> {
    const { column, reply } = step;
    if (!step.done) await fallen;
    this.step = step;
    this.moves = [...this.moves, column, ...(reply === null ? [] : [reply])];
    this.tried = [];
    this.region = [];
    this.hints = 0;
    if (this.total !== null && step.left !== null) this.total = this.made + step.left;
    this.#reached = step.position;
    this.#placed = null;
    if (step.done) this.#finish(step.position);
    else this.phase = "yours";
    announcer.say(`${step.done ? "Solved. " : ""}${named(step.says)} ${this.#saysReply(step)}`);
  }

  /** "Yellow answers in column 3." */
  #saysReply({ reply }: StepView): string {
    if (reply === null) return "";
    return `${colour(other(this.puzzle.turn))} answers in column ${reply}. Your move.`;
  }

  /** Show how a wrong move is answered. */
  async #punish(step: StepView, fallen: Promise<void>): Promise<void> {
    this.slipped = true;
    this.#events.wrong?.(this);
    const made = this.moves.length;
    const game = await this.#game([...this.moves, ...step.line]);
    this.step = step;
    this.tried = [...this.tried, step];
    this.#placed = null;
    this.line = game;
    this.at = made + 1;
    this.phase = "wrong";
    announcer.say(`Not it. ${[step.says, ...step.sentences].map(named).join(" ")}`);
    await fallen;
    if (this.line === game && this.at === made + 1) this.at = Math.min(made + 2, this.length);
  }

  /** Take a wrong move back. */
  retry(): void {
    if (this.phase !== "wrong") return;
    this.line = this.step = null;
    this.phase = "yours";
    announcer.say("The move is taken back. Try another column.");
  }

  #finish(game: PositionView): void {
    this.line = game;
    this.at = this.length;
    this.phase = "done";
    this.#events.done?.(this);
  }

  /** Show the answer. */
  async giveUp(): Promise<void> {
    if (this.phase === "done") return;
    const before = this.phase;
    const made = this.moves;
    this.#stop();
    this.phase = "waiting";
    try {
      const answer = (this.answer = await api.answer(this.puzzle.id, this.#work.signal));
      const game = await this.#game(answer.line);
      this.told = true;
      this.tried = [];
      this.#finish(game);
      const same = made.findIndex((column, index) => column !== answer.line[index]);
      this.at = Math.min(this.length, (same < 0 ? made.length : same) + 1);
      announcer.say(`The answer is column ${answer.column}.`);
    } catch (error) {
      this.#fail(error, before === "wrong" ? "wrong" : "yours");
    }
  }

  // Hints

  /** Name the theme if that tells anything; then point to half of the board. */
  async hint(): Promise<void> {
    if (!this.ready || this.hinted) return;
    try {
      const { moves } = this;
      const region = this.hints === 0 && this.#theme ? [] : await this.#half();
      if (!this.ready || moves !== this.moves) return;
      this.region = region;
      this.hints += 1;
      this.helped = true;
      this.#events.hinted?.(this);
      announcer.say(this.hintSays ?? "");
    } catch (error) {
      this.#fail(error, "yours");
    }
  }

  /** Were all hints taken? */
  get hinted(): boolean {
    return this.region.length > 0;
  }

  /** The hint in words. */
  get hintSays(): string | null {
    if (this.hints === 0) return null;
    const [first] = this.region;
    if (first) return `It is one of columns ${first} to ${this.region.at(-1) ?? first}.`;
    return `The theme: ${this.#theme}. ${explained(this.#theme)}`;
  }

  /** What the puzzle is about, beyond that only one move is right. */
  get #theme(): string {
    return this.puzzle.themes.find((each) => each !== "only move") ?? "";
  }

  async #half(): Promise<number[]> {
    const { column } = await positions.hint(this.position, this.#work.signal);
    const { columns } = this.puzzle.position;
    const half = Math.ceil(columns / 2);
    const from = column <= half ? 1 : columns - half + 1;
    return Array.from({ length: half }, (_, index) => from + index);
  }

  // The line on the board

  /** Walk through best play instead of what was played, or back. */
  async compare(): Promise<void> {
    if (!this.solved) return;
    try {
      if (!this.isBest) {
        this.answer ??= await api.answer(this.puzzle.id, this.#work.signal);
        this.line = await this.#game(this.answer.line);
        this.at = 1;
      } else {
        this.line = this.position;
        this.at = this.length;
      }
    } catch (error) {
      this.#fail(error, "done");
    }
  }

  /** Is best play on the board, and not what was played? */
  get isBest(): boolean {
    return this.phase === "done" && this.line !== this.position;
  }

  seek(ply: number): void {
    this.at = Math.min(this.length, Math.max(0, ply));
    const disc = this.line?.played[this.at - 1];
    if (disc) announcer.say(`Disc ${this.at}: ${colour(disc.player)} in column ${disc.column}.`);
  }

  #game(moves: readonly number[]): Promise<PositionView> {
    const { position } = this.puzzle;
    const written = joinMoves(moves.map(String), position.columns);
    return positions.position({ ...position, moves: written }, this.#work.signal);
  }

  #beat(signal: AbortSignal): Promise<void> {
    return pause(prefersReducedMotion() ? STILL_ANSWER_AFTER : ANSWER_AFTER, signal);
  }

  #stop(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#placed = null;
    this.error = null;
  }

  /** Stop whatever goes on; a move that was not answered yet is taken back. */
  close(): void {
    this.#stop();
    if (this.phase === "waiting") this.phase = "yours";
  }

  #fail(error: unknown, phase: Phase): void {
    if (isAborted(error)) return;
    this.#placed = null;
    this.phase = phase;
    this.error = sayError(error);
  }
}
