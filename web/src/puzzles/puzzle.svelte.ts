/** The state of a puzzle: what was tried, how that is punished, and the answer. */

import { announcer } from "../shared/announce.svelte";
import { joinMoves } from "../positions/link";
import * as positions from "../positions/api";
import { isAborted } from "../shared/http";
import { pause } from "../shared/motion";
import { rowsAt, withDisc } from "../positions/replay";
import { load, save } from "../shared/storage";
import type {
  AnalysisView,
  AttemptView,
  CellView,
  PlayedView,
  PositionView,
  PuzzleView,
} from "../shared/types";
import { named, sayError } from "../shared/words";
import * as api from "./api";
import { puzzleQuery, type Choice } from "./link";
import {
  entryOf,
  EMPTY_RECORD,
  readRecord,
  recordDone,
  recordWrong,
  type PuzzleRecord,
} from "./record";

/** Milliseconds until a wrong disc is answered, and until both are taken off. */
const ANSWER_AFTER = 650;
const OFF_AFTER = 1900;
/** How many seeds are tried when none is found in time, or only known ones. */
const DRAWS = 4;
const STORAGE_KEY = "puzzles";

/** A line of play on the board. */
interface Line {
  game: PositionView;
  /** The column with which it begins. */
  column: number;
}

export class PuzzleState {
  puzzle = $state.raw<PuzzleView | null>(null);
  tries = $state.raw<AttemptView[]>([]);
  /** Whether the answer was shown. */
  revealed = $state(false);
  /** The line that is on the board. */
  line = $state.raw<Line | null>(null);
  /** The line that begins with the answer; only when the puzzle is done. */
  solution = $state.raw<Line | null>(null);
  at = $state(0);
  /** What every column is worth; only when the puzzle is done. */
  truth = $state.raw<AnalysisView | null>(null);
  /** Discs that are on the board for a moment, and the last of them. */
  placed = $state.raw<{ rows: string[]; last: CellView | null; winning: CellView[] } | null>(null);
  loading = $state(false);
  checking = $state(false);
  error = $state<string | null>(null);
  record = $state.raw<PuzzleRecord>(readRecord(load(STORAGE_KEY)));
  #work = new AbortController();
  #ahead = new AbortController();
  #next: { key: string; puzzle: Promise<PuzzleView | null> } | null = null;
  #flash = 0;

  get solved(): boolean {
    return this.tries.at(-1)?.right ?? false;
  }

  get done(): boolean {
    return this.solved || this.revealed;
  }

  /** Was it solved without any other try, now and before? */
  get atFirst(): boolean {
    const how = this.puzzle && entryOf(this.record, this.puzzle.id)?.how;
    return this.solved && this.wrong.length === 0 && how === "first";
  }

  get wrong(): AttemptView[] {
    return this.tries.filter((each) => !each.right);
  }

  /** May a column be tried now? */
  get ready(): boolean {
    return this.puzzle !== null && !this.done && !this.checking && this.line === null;
  }

  get rows(): string[] {
    if (this.line) return rowsAt(this.line.game, this.at);
    return this.placed?.rows ?? this.puzzle?.position.board ?? [];
  }

  get last(): CellView | null {
    if (this.line) return this.at > 0 ? (this.line.game.played[this.at - 1] ?? null) : null;
    return this.placed?.last ?? null;
  }

  get winning(): CellView[] {
    const { line } = this;
    if (!line) return this.placed?.winning ?? [];
    return this.at === line.game.played.length ? (line.game.outcome?.cells ?? []) : [];
  }

  get length(): number {
    return this.line?.game.played.length ?? 0;
  }

  // Puzzles

  /** Open a puzzle by its id. */
  async open(id: string): Promise<void> {
    if (this.puzzle?.id === id) return;
    await this.#open((signal) => api.find(id, signal));
  }

  /** Show a new puzzle, the prepared one if it is ready. */
  async next(choice: Choice): Promise<void> {
    const key = puzzleQuery(null, choice).toString();
    const ready = this.#next?.key === key ? this.#next.puzzle : null;
    this.#next = null;
    await this.#open(async (signal) => {
      const found = (await ready?.catch(() => null)) ?? (await this.#draw(choice, signal));
      if (!found)
        throw new Error("no such puzzle was found in time; try again, or choose another grade");
      return found;
    });
  }

  /** Prepare the next puzzle while this one is shown. */
  prepare(choice: Choice): void {
    const key = puzzleQuery(null, choice).toString();
    if (this.#next?.key === key) return;
    this.#ahead.abort();
    this.#ahead = new AbortController();
    const puzzle = this.#draw(choice, this.#ahead.signal);
    puzzle.catch(() => null);
    this.#next = { key, puzzle };
  }

  async #draw(choice: Choice, signal: AbortSignal): Promise<PuzzleView | null> {
    for (let count = 0; count < DRAWS; count += 1) {
      const seed = Math.floor(Math.random() * 2 ** 40);
      const found = await api.make(choice, seed, signal);
      if (found && !entryOf(this.record, found.id) && found.id !== this.puzzle?.id) return found;
    }
    return null;
  }

  async #open(ask: (signal: AbortSignal) => Promise<PuzzleView>): Promise<void> {
    this.#clear();
    const { signal } = this.#work;
    this.loading = true;
    try {
      const puzzle = await ask(signal);
      if (signal.aborted) return;
      this.puzzle = puzzle;
      announcer.say(named(puzzle.question));
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      this.error = sayError(error);
    }
    this.loading = false;
  }

  #clear(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#flash += 1;
    this.puzzle = this.line = this.solution = this.placed = this.truth = this.error = null;
    this.tries = [];
    this.revealed = this.checking = false;
    this.at = 0;
  }

  close(): void {
    this.#work.abort();
    this.#ahead.abort();
  }

  // Trying

  async choose(column: number): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || !this.ready) return;
    const { signal } = this.#work;
    this.#flash += 1;
    const cell = puzzle.position.landings[String(column)]?.[0] ?? null;
    this.placed = cell && {
      rows: withDisc(puzzle.position.board, cell, puzzle.turn),
      last: cell,
      winning: [],
    };
    this.checking = true;
    this.error = null;
    try {
      const attempt = await api.attempt(puzzle.id, column, signal);
      this.checking = false;
      this.tries = [...this.tries.filter((each) => each.column !== column), attempt];
      if (attempt.right) await this.#finish(puzzle, attempt.line, signal);
      else await this.#punish(puzzle, attempt, signal);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Show how a wrong column is answered, then the board as it was. */
  async #punish(puzzle: PuzzleView, attempt: AttemptView, signal: AbortSignal): Promise<void> {
    this.#save(recordWrong(this.record, puzzle.id));
    announcer.say(`Not it. ${attempt.sentences.map(named).join(" ")}`);
    const mine = this.#flash;
    const game = await this.#game(puzzle, attempt.line.slice(0, 2), signal);
    await pause(ANSWER_AFTER, signal);
    if (mine !== this.#flash || this.line) return;
    const reply: PlayedView | undefined = game.played[1];
    if (reply) this.placed = { rows: game.board, last: reply, winning: game.outcome?.cells ?? [] };
    await pause(OFF_AFTER, signal);
    if (mine === this.#flash) this.placed = null;
  }

  async #finish(puzzle: PuzzleView, line: number[], signal: AbortSignal): Promise<void> {
    const known = entryOf(this.record, puzzle.id);
    this.#save(recordDone(this.record, puzzle, this.revealed));
    const streak = this.record.streak;
    const more = !known && streak > 1 ? ` ${streak} in a row.` : "";
    announcer.say(`${this.revealed ? "The answer is" : "Right:"} column ${line[0]}.${more}`);
    const game = await this.#game(puzzle, line, signal);
    this.solution = { game, column: line[0] ?? 0 };
    this.#show(this.solution, 1);
    this.truth = await positions.analysis(puzzle.position, signal);
  }

  /** Show the answer. */
  async reveal(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.done) return;
    const { signal } = this.#work;
    this.#flash += 1;
    this.placed = this.line = null;
    try {
      const answer = await api.answer(puzzle.id, signal);
      this.revealed = true;
      await this.#finish(puzzle, answer.line, signal);
    } catch (error) {
      this.#fail(error);
    }
  }

  // Lines on the board

  /** Play the line of a column that was tried. */
  async watch(attempt: AttemptView): Promise<void> {
    const { puzzle } = this;
    if (!puzzle) return;
    this.#flash += 1;
    try {
      const game = await this.#game(puzzle, attempt.line, this.#work.signal);
      this.#show({ game, column: attempt.column }, 1);
    } catch (error) {
      this.#fail(error);
    }
  }

  #show(line: Line, at: number): void {
    this.placed = null;
    this.line = line;
    this.at = at;
  }

  seek(ply: number): void {
    this.at = Math.min(this.length, Math.max(0, ply));
    const disc = this.line?.game.played[this.at - 1];
    if (disc) announcer.say(`Disc ${this.at}: ${named(disc.player)} in column ${disc.column}.`);
  }

  /** Back from a line to the puzzle, or to its answer. */
  leave(): void {
    this.line = this.solution;
    this.at = this.solution ? 1 : 0;
  }

  #game(puzzle: PuzzleView, line: readonly number[], signal: AbortSignal): Promise<PositionView> {
    const moves = joinMoves(line.map(String), puzzle.position.columns);
    return positions.position({ ...puzzle.position, moves }, signal);
  }

  // The record

  clearRecord(): void {
    this.#save(EMPTY_RECORD);
  }

  #save(record: PuzzleRecord): void {
    this.record = record;
    save(STORAGE_KEY, record);
  }

  #fail(error: unknown): void {
    this.checking = false;
    if (isAborted(error)) return;
    this.placed = null;
    this.error = sayError(error);
  }
}
