/**
 * A game in progress: who plays, what was played, whose turn it is, what the machine thinks.
 * It knows no rules: every position comes from the API.
 */

import {
  columnsOf,
  gameQuery,
  HUMAN,
  joinMoves,
  NO_MOVES,
  splitMoves,
  USUAL_VARIANT,
  type Seats,
} from "../link";
import { announcer } from "../../shared/announce.svelte";
import * as api from "../api";
import { isAborted } from "../../shared/http";
import { pause, prefersReducedMotion } from "../../shared/motion";
import { USUAL, type SavedGame, type Setup } from "./setup";
import { save } from "../../shared/storage";
import { judge, type Judgement } from "./teaching";
import type {
  AnalysisView,
  HintView,
  PlayedView,
  Player,
  PositionRef,
  PositionView,
  ReportView,
} from "../../shared/types";
import { colour, other, sayError } from "../../shared/words";

export interface Thought {
  agent: string;
  player: Player;
  report: ReportView | null;
  done: boolean;
}

/** Milliseconds between the moves of machines. */
export const SPEEDS = { slow: 1600, steady: 700, fast: 60 } as const;
export type Speed = keyof typeof SPEEDS;

const SETTLE = 520;
const JUDGE_WITHIN = 4000;

export class GameState {
  setup = $state.raw<Setup>(USUAL);
  moves = $state.raw<string[]>([]);
  undone = $state.raw<string[]>([]);
  view = $state.raw<PositionView | null>(null);
  thought = $state.raw<Thought | null>(null);
  scores = $state.raw<AnalysisView | null>(null);
  hint = $state.raw<HintView | null>(null);
  /** The reason for the hint, in sentences. */
  why = $state.raw<string[] | null>(null);
  /** Whether a hint is being fetched. */
  findingHint = $state(false);
  blunder = $state.raw<Judgement | null>(null);
  error = $state<string | null>(null);
  /** A request that must end before the next move. */
  busy = $state(false);
  /** Machines wait: before the start, while paused, after going back. */
  paused = $state(false);
  speed = $state<Speed>("steady");
  showScores = $state(false);
  #single = false;
  #work = new AbortController();
  #side = new AbortController();

  // What there is

  get ref(): PositionRef {
    return this.#refAt(this.moves);
  }

  get seats(): Seats {
    return this.setup.seats;
  }

  get people(): number {
    return Number(this.seats.X === HUMAN) + Number(this.seats.O === HUMAN);
  }

  get over(): boolean {
    return this.view?.outcome != null;
  }

  /** Whether it is a person's turn and they may move now. */
  get ready(): boolean {
    return (
      this.view !== null &&
      !this.over &&
      !this.busy &&
      this.blunder === null &&
      this.seats[this.view.turn] === HUMAN
    );
  }

  get thinking(): boolean {
    return this.thought !== null && !this.thought.done;
  }

  get last(): PlayedView | null {
    return this.view?.played.at(-1) ?? null;
  }

  get link(): string {
    return `?${gameQuery(this.ref, this.seats)}`;
  }

  #refAt(moves: readonly string[]): PositionRef {
    const { start, size, variant } = this.setup;
    return { moves: joinMoves(moves, columnsOf(size)), start, size, variant };
  }

  // Beginning

  /** Show a game; machines wait if `paused`. */
  async open(
    setup: Setup,
    moves: string = NO_MOVES,
    undone: string[] = [],
    paused = false,
  ): Promise<void> {
    this.#stop();
    this.setup = setup;
    this.thought = null;
    this.paused = paused;
    await this.#goTo(splitMoves(moves, columnsOf(setup.size)), undone);
  }

  /** Let the machines start, or continue after a pause. */
  resume(): void {
    this.paused = false;
    void this.#advance();
  }

  /** Let one machine move, then wait again. */
  step(): void {
    this.#single = true;
    this.resume();
  }

  /** Let the machines wait. */
  pause(): void {
    this.paused = true;
    this.#stop();
    this.thought = null;
  }

  // Moving

  /** A person drops a disc. */
  async choose(column: number): Promise<void> {
    if (!this.ready || !this.view) return;
    const before = this.view;
    const done = await this.#during(async (signal) => {
      const truth = this.setup.teach ? this.#truth(before, signal) : null;
      const { position } = await api.drop(this.ref, column, signal);
      this.#land(position);
      if (truth) this.blunder = judge(await truth, position);
    });
    if (done && !this.blunder) await this.#advance();
  }

  /** Let the thinking machine play what it likes best so far. */
  async moveNow(): Promise<void> {
    const column = this.thought?.report?.column;
    if (!this.thinking || column === undefined) return;
    const thought = this.thought;
    this.#stop();
    const done = await this.#during(async (signal) => {
      const { position } = await api.drop(this.ref, column, signal);
      this.thought = thought && { ...thought, done: true };
      this.#land(position);
    });
    if (done) await this.#advance();
  }

  /** Keep a move that was called a blunder. */
  keepMove(): void {
    this.blunder = null;
    void this.#advance();
  }

  async #advance(): Promise<void> {
    const view = this.view;
    if (!view || this.over || this.paused || this.blunder) return;
    const agent = this.seats[view.turn];
    if (agent === HUMAN) return;
    const done = await this.#during(async (signal) => {
      const player = view.turn;
      const settled = pause(this.#patience(view), signal);
      settled.catch(() => undefined);
      this.thought = { agent, player, report: null, done: false };
      const onProgress = (report: ReportView) => {
        this.thought = { agent, player, report, done: false };
      };
      const move = await api.think(this.ref, agent, onProgress, signal);
      await settled;
      this.thought = { agent, player, report: move.report, done: true };
      this.#land(move.position);
    });
    if (done) await this.#advance();
  }

  /** How long a machine waits before it moves, so that the last disc has come to rest. */
  #patience(view: PositionView): number {
    if (this.people === 0) return SPEEDS[this.speed];
    return view.played.length === 0 || prefersReducedMotion() ? 150 : SETTLE;
  }

  /** Put a position from the API on the board. */
  #land(position: PositionView): void {
    const moves = splitMoves(position.moves, position.columns);
    this.undone = this.undone[0] === moves.at(-1) ? this.undone.slice(1) : [];
    this.moves = moves;
    this.#show(position);
    this.#announce(position);
    this.#save();
    if (this.#single) this.paused = true;
    this.#single = false;
  }

  #show(position: PositionView): void {
    this.view = position;
    this.scores = null;
    this.hint = null;
    this.why = null;
    this.findingHint = false;
    this.blunder = null;
    this.#side.abort();
    this.#side = new AbortController();
    void this.#refreshScores();
  }

  // Going back and forth

  get canUndo(): boolean {
    return this.#before() !== null;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Take moves back: to the person's last turn, or one move. */
  async undo(): Promise<void> {
    const ply = this.#before();
    if (ply !== null) await this.#travel(ply);
  }

  async redo(): Promise<void> {
    const all = [...this.moves, ...this.undone];
    let ply = this.moves.length + 1;
    while (this.people === 1 && ply < all.length && !this.#personMovesAt(ply)) ply += 1;
    await this.#travel(ply);
  }

  /** Show the position after some of the moves. */
  async visit(ply: number): Promise<void> {
    await this.#travel(ply);
  }

  #before(): number | null {
    let ply = this.moves.length - 1;
    while (this.people === 1 && ply > 0 && !this.#personMovesAt(ply)) ply -= 1;
    return ply < 0 || (this.people === 1 && !this.#personMovesAt(ply)) ? null : ply;
  }

  /** Return whether a person is to move after `ply` moves, given who is to move now. */
  #personMovesAt(ply: number): boolean {
    if (!this.view) return false;
    const same = (this.moves.length - ply) % 2 === 0;
    const turn = this.view.turn;
    return this.seats[same ? turn : other(turn)] === HUMAN;
  }

  async #travel(ply: number): Promise<void> {
    const all = [...this.moves, ...this.undone];
    this.#stop();
    this.thought = null;
    this.paused = true;
    await this.#goTo(all.slice(0, ply), all.slice(ply));
  }

  async #goTo(moves: string[], undone: string[]): Promise<void> {
    const done = await this.#during(async (signal) => {
      const position = await api.position(this.#refAt(moves), signal);
      this.moves = splitMoves(position.moves, position.columns);
      this.undone = undone;
      this.#show(position);
      this.#save();
    });
    if (!done) return;
    if (this.view && this.seats[this.view.turn] === HUMAN) this.paused = false;
    await this.#advance();
  }

  // The truth

  /** Show or hide the exact score of each column. */
  toggleScores(): void {
    this.showScores = !this.showScores;
    void this.#refreshScores();
  }

  async #refreshScores(): Promise<void> {
    const view = this.view;
    if (!this.showScores || !view || this.over || this.scores || view.variant !== USUAL_VARIANT)
      return;
    try {
      const show = (scores: AnalysisView) => {
        if (this.view === view) this.scores = scores;
      };
      show(await api.followAnalysis(this.ref, show, this.#side.signal));
    } catch (error) {
      this.#fail(error);
    }
  }

  async #truth(view: PositionView, signal: AbortSignal): Promise<AnalysisView | null> {
    const late = pause(JUDGE_WITHIN, signal).then(() => null);
    return Promise.race([api.analysis(view, signal).catch(() => null), late]);
  }

  /** Point to a good column. */
  async findHint(): Promise<void> {
    const view = this.view;
    if (!view || this.over) return;
    this.findingHint = true;
    try {
      const hint = await api.hint(view, this.#side.signal);
      if (this.view !== view) return;
      this.hint = hint;
      announcer.say(hint.says);
    } catch (error) {
      this.#fail(error);
    } finally {
      if (this.view === view) this.findingHint = false;
    }
  }

  /** Fetch the reason for a hint. */
  async explainHint(): Promise<void> {
    const { view, hint } = this;
    if (!view || !hint) return;
    this.why = [];
    try {
      const { brief, note } = await api.explain(view, hint.column, this.#side.signal);
      if (this.hint === hint) this.why = note ? [...brief, note] : brief;
    } catch (error) {
      this.#fail(error);
    }
  }

  // Housekeeping

  /** Abort everything; the page is being left. */
  close(): void {
    this.#stop();
    this.#side.abort();
  }

  #stop(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.busy = false;
  }

  /** Do work that the next move must wait for. Return whether it finished. */
  async #during(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const { signal } = this.#work;
    this.busy = true;
    this.error = null;
    try {
      await work(signal);
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      this.#fail(error);
      this.thought = null;
      return false;
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  #fail(error: unknown): void {
    if (isAborted(error)) return;
    this.error = sayError(error);
  }

  #announce(position: PositionView): void {
    const played = position.played.at(-1);
    if (!played) return;
    const slipped = played.aim === played.column ? "" : `, aimed at ${played.aim}`;
    const end = position.outcome ? ` ${sayEnd(position)}` : "";
    announcer.say(`${colour(played.player)} in column ${played.column}${slipped}.${end}`);
  }

  #save(): void {
    const saved: SavedGame = { ...this.setup, moves: this.moves, undone: this.undone };
    if (this.moves.length > 0 || this.undone.length > 0) save("game", saved);
  }
}

/** How a game has ended, in a sentence. */
export function sayEnd(position: PositionView): string {
  const { outcome, fours, variant } = position;
  if (!outcome) return "";
  const count = variant === "fill" ? ` ${fours.X} fours to ${fours.O}.` : "";
  return (outcome.winner ? `${colour(outcome.winner)} wins.` : "A draw.") + count;
}
