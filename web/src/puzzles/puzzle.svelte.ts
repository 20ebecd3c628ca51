/** The state of Train and Daily: the puzzle that is shown, the next one, and the record. */

import { announcer } from "../shared/announce.svelte";
import { ApiError, isAborted } from "../shared/http";
import type { PuzzleView } from "../shared/types";
import { sayError } from "../shared/words";
import * as api from "./api";
import type { Choice } from "./link";
import { asked } from "./marks";
import { PuzzleQueue } from "./queue";
import { entryOf, isNew, openOf, recordDay, recordDone, recordHint, recordWrong } from "./record";
import { saved } from "./saved.svelte";
import { Solving } from "./solving.svelte";

/** How many puzzles stay as they were left, for the way back. */
const KEPT = 30;

export function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

export class PuzzleState {
  solving = $state.raw<Solving | null>(null);
  /** Whose day's puzzle it is. */
  date = $state<string | null>(null);
  loading = $state(false);
  error = $state<string | null>(null);
  #kept = new Map<string, Solving>();
  #days = new Map<string, PuzzleView>();
  #queue = new PuzzleQueue();
  #work = new AbortController();

  /** Open a puzzle by its id. */
  async open(id: string): Promise<void> {
    if (this.solving?.puzzle.id === id && this.date === null) return;
    const known = this.#kept.get(id);
    if (known) this.#show(known.puzzle, null);
    else await this.#load(null, (signal) => api.find(id, signal));
  }

  /** Open the puzzle of a day; today's if none is named. */
  async openDay(date: string | null): Promise<void> {
    const wanted = date ?? todayUtc();
    if (this.date === wanted) return;
    const known = this.#days.get(wanted);
    if (known) this.#show(known, wanted);
    else
      await this.#load(wanted, async (signal) => {
        const puzzle = await api.daily(wanted, signal);
        this.#days.set(wanted, puzzle);
        return puzzle;
      });
  }

  /** Open a new puzzle: one that was drawn ahead, if there is one. */
  async next(choice: Choice): Promise<void> {
    const ready = this.#take(choice);
    if (ready) this.#show(ready, null);
    else
      await this.#load(null, async () => {
        await this.prepare(choice);
        const drawn = this.#take(choice);
        if (!drawn) throw new ApiError(404, "there is no such puzzle; choose another kind");
        return drawn;
      });
  }

  /** Draw puzzles ahead. */
  prepare(choice: Choice): Promise<void> {
    return this.#queue.fill(choice, saved.record.rating.value, (id) => isNew(saved.record, id));
  }

  #take(choice: Choice): PuzzleView | null {
    const { record } = saved;
    const now = this.solving?.puzzle.id;
    return this.#queue.take(choice, record.rating.value, (id) => isNew(record, id) && id !== now);
  }

  async #load(
    date: string | null,
    ask: (signal: AbortSignal) => Promise<PuzzleView>,
  ): Promise<void> {
    this.leave();
    const { signal } = this.#work;
    this.loading = true;
    try {
      const puzzle = await ask(signal);
      if (!signal.aborted) this.#show(puzzle, date);
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      this.error = sayError(error);
    }
    this.loading = false;
  }

  #show(puzzle: PuzzleView, date: string | null): void {
    this.leave();
    this.date = date;
    this.loading = false;
    this.solving = this.#kept.get(puzzle.id) ?? this.#begin(puzzle);
    announcer.say(asked(puzzle));
  }

  #begin(puzzle: PuzzleView): Solving {
    const events = {
      wrong: () => saved.change((record) => recordWrong(record, puzzle)),
      hinted: () => saved.change((record) => recordHint(record, puzzle.id)),
      done: (solving: Solving) => this.#done(solving),
    };
    const { record } = saved;
    const again = entryOf(record, puzzle.id) !== null;
    const solving = new Solving(puzzle, events, { ...openOf(record, puzzle.id), again });
    this.#kept.set(puzzle.id, solving);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > KEPT && !oldest.done) this.#kept.delete(oldest.value);
    return solving;
  }

  #done({ puzzle, how }: Solving): void {
    const { date } = this;
    saved.change((record) => {
      const done = recordDone(record, puzzle, how);
      return date ? recordDay(done, date, how, todayUtc()) : done;
    });
  }

  /** Leave the puzzle that is shown as it is. */
  leave(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.solving?.close();
    this.solving = this.date = this.error = null;
  }
}
