/**
 * A game in progress: who plays, what was played, whose turn it is, what the machine thinks.
 * It knows no rules: every position comes from the API.
 */

import { columnsOf, gameQuery, HUMAN, joinMoves, NO_MOVES, splitMoves, type Seats } from "../link";
import { catalogue } from "../../agents/catalogue.svelte";
import { isTraceable, ownSeconds } from "../../agents/spec";
import { announcer } from "../../shared/announce.svelte";
import * as api from "../api";
import { isAborted } from "../../shared/http";
import { fallTime, pause, prefersReducedMotion } from "../../shared/motion";
import { USUAL, type SavedGame, type Setup } from "./setup";
import { writeQuery } from "../../shared/router.svelte";
import { sound } from "../../shared/sound.svelte";
import { save } from "../../shared/storage";
import { judge, type Judgement } from "./teaching";
import { Clock, share, writeControl } from "./clock.svelte";
import { sayHow, sayResult, type Ending } from "./ending";
import { Help } from "./help.svelte";
import { writeNames } from "./names";
import { Verdict } from "./verdict.svelte";
import type {
  AnalysisView,
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

/** What a saved game has besides its moves. */
type Rest = Pick<SavedGame, "undone"> & Partial<Pick<SavedGame, "seeds" | "left" | "ending">>;

/** Milliseconds between the moves of machines. */
export const SPEEDS = { slow: 1600, steady: 700, fast: 60 } as const;
export type Speed = keyof typeof SPEEDS;

const SETTLE = 520;
const JUDGE_WITHIN = 4000;
/** Milliseconds before its time is up at which a machine plays what it likes best so far. */
const HURRY = 400;
const SEEDS = 1e9;

export class GameState {
  setup = $state.raw<Setup>(USUAL);
  moves = $state.raw<string[]>([]);
  undone = $state.raw<string[]>([]);
  view = $state.raw<PositionView | null>(null);
  thought = $state.raw<Thought | null>(null);
  blunder = $state.raw<Judgement | null>(null);
  error = $state<string | null>(null);
  /** A request that must end before the next move. */
  busy = $state(false);
  /** Machines wait: before the start, while paused, after going back. */
  paused = $state(false);
  speed = $state<Speed>("steady");
  /** How the game ended, if not on the board. */
  ending = $state.raw<Ending | null>(null);
  readonly clock = new Clock((player) => this.#endBy("time", player));
  readonly help = new Help((error) => this.#fail(error));
  readonly verdict = new Verdict();
  #single = false;
  /** Whether time runs: from a disc on, until somebody goes back or pauses. */
  #timed = false;
  /** What a machine thought, by the discs after it, and its seed, by the discs before it. */
  #thoughts = new Map<number, Thought>();
  #seeds = $state.raw<Record<number, number>>({});
  #work = new AbortController();

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
    return this.ending !== null || this.view?.outcome != null;
  }

  get winner(): Player | null {
    return this.ending?.winner ?? this.view?.outcome?.winner ?? null;
  }

  /** Whether it is a person's turn and they may move now. */
  get ready(): boolean {
    return (
      this.view !== null &&
      !this.over &&
      !this.busy &&
      this.blunder === null &&
      !this.setup.byChance &&
      this.seats[this.view.turn] === HUMAN
    );
  }

  get thinking(): boolean {
    return this.thought !== null && !this.thought.done;
  }

  get last(): PlayedView | null {
    return this.view?.played.at(-1) ?? null;
  }

  /** The game as an address. */
  get query(): URLSearchParams {
    const { seats, names, clock, teach } = this.setup;
    const query = gameQuery(this.ref, seats);
    const named = writeNames(names);
    if (named) query.set("names", named);
    if (clock) query.set("clock", writeControl(clock));
    if (teach) query.set("teach", "1");
    if (this.help.showScores) query.set("scores", "1");
    return query;
  }

  /** The game as a link to share. */
  get link(): string {
    const query = this.query;
    query.delete("teach");
    query.delete("scores");
    return writeQuery(query);
  }

  /** The decision behind the last move, as the Theatre can show it; null if it cannot. */
  get decision(): { ref: PositionRef; agent: string; seed: number | null } | null {
    const { last } = this;
    const agent = last && this.seats[last.player];
    if (!agent || !isTraceable(agent)) return null;
    const seed = this.#seeds[this.moves.length - 1] ?? null;
    return { ref: this.before, agent, seed };
  }

  /** The position before the last move. */
  get before(): PositionRef {
    return this.#refAt(this.moves.slice(0, -1));
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
    { undone, seeds = {}, left = null, ending = null }: Rest = { undone: [] },
    paused = false,
  ): Promise<void> {
    this.#stop();
    this.setup = setup;
    this.thought = null;
    this.#thoughts.clear();
    this.#seeds = seeds;
    this.#timed = false;
    this.ending = ending;
    this.clock.set(setup.clock, left);
    this.paused = paused;
    await this.#goTo(splitMoves(moves, columnsOf(setup.size)), undone);
  }

  /** Let the machines start, or continue after a pause. */
  resume(): void {
    this.paused = false;
    this.#timed = this.moves.length > 0;
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
      if (truth) this.#warn(judge(await truth, position));
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

  #warn(blunder: Judgement | null): void {
    this.blunder = blunder;
    this.#runClock();
    if (blunder) sound.wrong();
  }

  /** Keep a move that was called a blunder. */
  keepMove(): void {
    this.blunder = null;
    this.help.explaining.stop();
    this.#runClock();
    void this.#advance();
  }

  // Ending

  /** The person who could resign now: the one there is, or whose turn it is. */
  get mayResign(): Player | null {
    if (!this.view || this.over || this.people === 0 || this.moves.length === 0) return null;
    if (this.people === 2) return this.view.turn;
    return this.seats.X === HUMAN ? "X" : "O";
  }

  resign(): void {
    const player = this.mayResign;
    if (player) this.#endBy("resigning", player);
  }

  #endBy(by: Ending["by"], loser: Player): void {
    if (!this.view || this.over) return;
    this.#stop();
    this.ending = { by, winner: other(loser) };
    this.thought = null;
    this.#show(this.view);
    announcer.say(`${sayHow(this.view, this.ending)} ${sayResult(this.view, this.ending)}.`);
    this.#finish(0);
    this.save();
  }

  /** Judge the game that is over, and sound its end. */
  #finish(after: number): void {
    void this.verdict.ask(this.ref);
    const { winner } = this;
    if (winner === null) sound.draw(after);
    else if (this.people === 1 && this.seats[winner] !== HUMAN) sound.lose(after);
    else sound.win(after);
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
      const seed = Math.floor(SEEDS * Math.random());
      this.#seeds = { ...this.#seeds, [this.moves.length]: seed };
      const hurry = this.#startMachine(player);
      const move = await api
        .think(this.ref, agent, { seed, seconds: this.#budget(agent, player) }, onProgress, signal)
        .finally(() => clearTimeout(hurry));
      this.clock.stop();
      await settled;
      this.thought = { agent, player, report: move.report, done: true };
      this.#land(move.position);
    });
    if (done) await this.#advance();
  }

  /** Let a machine's time run; shortly before its end it must move. */
  #startMachine(player: Player): ReturnType<typeof setTimeout> | undefined {
    if (!this.setup.clock || !this.#timed) return undefined;
    this.clock.start(player);
    return setTimeout(() => void this.moveNow(), this.clock.left[player] - HURRY);
  }

  /** How long a machine may think if it plays with a clock: as long as usual at most. */
  #budget(agent: string, player: Player): number | null {
    if (!this.setup.clock) return null;
    const own = ownSeconds(agent, catalogue.agents) ?? Infinity;
    return Math.min(own, share(this.clock.left[player], this.setup.clock));
  }

  /** Let a person's time run if it is their turn. */
  #runClock(): void {
    const turn = this.view?.turn;
    if (turn && this.#timed && !this.over && !this.blunder && this.seats[turn] === HUMAN)
      this.clock.start(turn);
    else this.clock.stop();
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
    const played = position.played.at(-1);
    this.clock.stop();
    if (played && this.#timed) this.clock.add(played.player);
    if (this.thought?.done) this.#thoughts.set(moves.length, this.thought);
    this.#timed = true;
    this.#show(position);
    this.#announce(position);
    if (played) this.#sound(position, played);
    this.#runClock();
    this.save();
    if (this.#single) this.paused = true;
    this.#single = false;
  }

  #sound({ rows }: PositionView, { row }: PlayedView): void {
    const falls = prefersReducedMotion() ? 0 : fallTime(rows - row + 1) / 1000;
    sound.land(row, rows, falls);
    if (this.over) this.#finish(falls + 0.15);
  }

  #show(position: PositionView): void {
    this.view = position;
    this.blunder = null;
    this.help.show(this.over ? null : position);
    if (!this.over) this.verdict.clear();
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
    this.paused = true;
    this.#timed = false;
    // Whoever goes back after the time was up plays on without clocks.
    if (this.ending?.by === "time") {
      this.setup = { ...this.setup, clock: null };
      this.clock.set(null);
    }
    this.ending = null;
    this.thought = this.#thoughts.get(ply) ?? null;
    await this.#goTo(all.slice(0, ply), all.slice(ply));
  }

  async #goTo(moves: string[], undone: string[]): Promise<void> {
    const done = await this.#during(async (signal) => {
      const position = await api.position(this.#refAt(moves), signal);
      this.moves = splitMoves(position.moves, position.columns);
      this.undone = undone;
      this.#show(position);
      if (this.over) void this.verdict.ask(this.ref);
      this.save();
    });
    if (!done) return;
    if (this.view && this.seats[this.view.turn] === HUMAN) this.paused = false;
    await this.#advance();
  }

  // The truth

  async #truth(view: PositionView, signal: AbortSignal): Promise<AnalysisView | null> {
    const late = pause(JUDGE_WITHIN, signal).then(() => null);
    return Promise.race([api.analysis(view, signal).catch(() => null), late]);
  }

  /** Tell what the last move did: a machine's, a person's, a blunder. */
  explainMove(): void {
    if (!this.last) return;
    this.help.dismissHint();
    this.help.explaining.start(this.#refAt(this.moves.slice(0, -1)), this.last.aim);
  }

  // Housekeeping

  /** Abort everything; the page is being left. */
  close(): void {
    this.#stop();
    this.help.close();
    this.verdict.clear();
    this.save();
  }

  #stop(): void {
    this.clock.stop();
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
    const end = position.outcome ? ` ${sayResult(position, null)}.` : "";
    announcer.say(`${colour(played.player)} in column ${played.column}${slipped}.${end}`);
  }

  /** What the browser saves of it. */
  get saved(): SavedGame {
    const { setup, moves, undone, ending } = this;
    const left = setup.clock && this.clock.left;
    return { ...setup, moves, undone, ending, left, seeds: this.#seeds };
  }

  /** Save the game in the browser. */
  save(): void {
    if (this.moves.length > 0 || this.undone.length > 0) save("game", this.saved);
  }
}
