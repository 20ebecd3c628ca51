/** A rush: as many puzzles as possible, easy ones first, until time is up or three are missed. */

import { announcer } from "../shared/announce.svelte";
import { isAborted } from "../shared/http";
import { pause } from "../shared/motion";
import type { PuzzleView, SummaryView } from "../shared/types";
import { plural, sayError } from "../shared/words";
import * as api from "./api";
import { ANY, type Run } from "./link";
import { asked } from "./marks";
import { randomSeed } from "./queue";
import { recordMet, recordRush } from "./record";
import { saved } from "./saved.svelte";
import { Solving } from "./solving.svelte";

export const MISSES = 3;
/** Seconds that a wrong move costs. */
export const PENALTY = 10;
/** The ladder from the easiest puzzles to the hardest: its rungs, and how many puzzles each has. */
const RUNGS = 8;
const RUNG = 8;
/** The last rung is drawn from again and again, up to here. */
const MOST_RUNGS = 20;
/** From this few on, the next rung is drawn. */
const FEW = 5;
const TICK = 100;
/** Milliseconds for which a solved puzzle and a missed one stay on the board. */
const SOLVED_STAYS = 700;
const MISSED_STAYS = 1600;
/** Seconds before the end at which the time is said aloud. */
const SAID = [60, 30, 10];

/** How long a rush lasts in seconds; null if there is no end. */
export function lengthOf(run: Run): number | null {
  return run === "survival" ? null : Number(run) * 60;
}

export class RushState {
  running = $state(false);
  loading = $state(false);
  run = $state<Run>("3");
  solving = $state.raw<Solving | null>(null);
  results = $state.raw<{ puzzle: PuzzleView; solved: boolean }[]>([]);
  /** Seconds since it began, with what wrong moves have cost. */
  passed = $state(0);
  error = $state<string | null>(null);
  /** When it would have begun if wrong moves cost nothing. */
  #began = 0;
  #waiting: PuzzleView[] = [];
  #rung = 0;
  #all: SummaryView | null = null;
  #drawing: Promise<void> | null = null;
  #work = new AbortController();
  #clock: ReturnType<typeof setInterval> | undefined;

  get solved(): number {
    return this.results.filter((each) => each.solved).length;
  }

  get missed(): PuzzleView[] {
    return this.results.filter((each) => !each.solved).map((each) => each.puzzle);
  }

  get length(): number | null {
    return lengthOf(this.run);
  }

  /** Draw the first puzzles of the next rush. */
  async prepare(): Promise<void> {
    if (this.running || this.#waiting.length > 0) return;
    await this.#draw().catch(() => null);
  }

  async start(run: Run): Promise<void> {
    this.stop();
    const { signal } = this.#work;
    this.run = run;
    this.results = [];
    this.error = null;
    this.loading = true;
    try {
      await this.#wait();
    } catch (error) {
      if (!isAborted(error)) this.error = sayError(error);
    }
    this.loading = false;
    if (signal.aborted || this.#waiting.length === 0) return;
    this.running = true;
    this.#began = Date.now();
    this.passed = 0;
    this.#clock = setInterval(() => this.#tick(), TICK);
    void this.#next();
  }

  /** Draw the next rung. */
  #draw(): Promise<void> {
    this.#drawing ??= this.#climb().finally(() => {
      this.#drawing = null;
    });
    return this.#drawing;
  }

  async #climb(): Promise<void> {
    const waiting = this.#waiting;
    const { lowest, highest } = (this.#all ??= await api.summary());
    const step = (highest - lowest + 1) / RUNGS;
    const low = Math.round(lowest + step * Math.min(this.#rung, RUNGS - 1));
    const band = { low, high: Math.round(low + step) };
    const drawn = await api.draw(2 * RUNG, randomSeed(), ANY, band);
    if (waiting !== this.#waiting) return; // that rush is over
    const met = [...waiting, ...this.results.map((each) => each.puzzle)];
    const fresh = drawn.filter((each) => !met.some(({ id }) => id === each.id));
    // The shortest ones, as time is short.
    const short = fresh.toSorted((a, b) => a.moves - b.moves).slice(0, RUNG);
    waiting.push(...short.toSorted((a, b) => a.rating - b.rating));
    this.#rung += 1;
  }

  #tick(): void {
    const before = this.passed;
    this.passed = (Date.now() - this.#began) / 1000;
    const { length } = this;
    if (length === null) return;
    const said = SAID.find((each) => length - before > each && length - this.passed <= each);
    if (this.passed >= length) this.#end();
    else if (said) announcer.say(`${said} seconds left.`);
  }

  async #next(): Promise<void> {
    const { signal } = this.#work;
    try {
      await this.#wait();
    } catch (error) {
      if (signal.aborted) return;
      this.#end();
      this.error = sayError(error);
      return;
    }
    if (signal.aborted) return;
    const puzzle = this.#waiting.shift();
    if (!puzzle) return this.#end();
    if (this.#waiting.length < FEW) this.#draw().catch(() => null);
    this.solving = new Solving(puzzle, {
      wrong: () => void this.#over(puzzle, false),
      done: () => void this.#over(puzzle, true),
    });
    announcer.say(asked(puzzle));
  }

  /** Wait until there is a puzzle, or there is none any more. */
  async #wait(): Promise<void> {
    while (this.#waiting.length === 0 && this.#rung < MOST_RUNGS) await this.#draw();
  }

  async #over(puzzle: PuzzleView, solved: boolean): Promise<void> {
    if (!this.running || this.results.at(-1)?.puzzle === puzzle) return;
    const { signal } = this.#work;
    this.results = [...this.results, { puzzle, solved }];
    saved.change((record) => recordMet(record, puzzle, solved));
    if (!solved && this.length !== null) this.#began -= PENALTY * 1000;
    try {
      await pause(solved ? SOLVED_STAYS : MISSED_STAYS, signal);
    } catch {
      return;
    }
    if (this.length === null && this.missed.length >= MISSES) this.#end();
    else void this.#next();
  }

  #end(): void {
    this.#halt();
    this.#clear();
    const { run, solved } = this;
    const hardest = Math.max(
      0,
      ...this.results.filter((each) => each.solved).map((each) => each.puzzle.rating),
    );
    const missed = this.missed.map(({ id, question, rating }) => ({ id, question, rating }));
    saved.change((record) => recordRush(record, { run, solved, hardest, missed }));
    announcer.say(`The rush is over. You solved ${plural(solved, "puzzle")}.`);
    void this.prepare();
  }

  /** End it now; what was solved counts. */
  finish(): void {
    if (this.running) this.#end();
  }

  /** Stop without a result. */
  stop(): void {
    if (this.running) this.#clear();
    this.#halt();
    this.results = [];
  }

  #clear(): void {
    this.#waiting = [];
    this.#rung = 0;
  }

  #halt(): void {
    clearInterval(this.#clock);
    this.#work.abort();
    this.#work = new AbortController();
    this.solving?.close();
    this.solving = null;
    this.running = this.loading = false;
  }
}
