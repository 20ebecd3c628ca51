/** A training: the lines of a goal or a chapter, one after the other. */

import { isAborted } from "../shared/http";
import { sayError } from "../shared/words";
import * as api from "./api";
import { nextLine, standing, type Standing } from "./choosing";
import { LineRun } from "./lineRun.svelte";
import type { Place } from "./link";
import { recordGoal } from "./record";
import { saved } from "./saved.svelte";
import type { CourseLineView } from "./types";

/** Lines that are fetched at once. */
const COUNT = 50;
const OPPONENT = "level:5";

export class Session {
  place = $state.raw<Place | null>(null);
  lines = $state.raw<CourseLineView[]>([]);
  /** How many lines there are, also those that are not fetched yet. */
  total = $state(0);
  run = $state.raw<LineRun | null>(null);
  loading = $state(false);
  error = $state<string | null>(null);
  /** The time at which what is due was last counted. */
  now = $state.raw(new Date());
  #opponent = OPPONENT;
  #work = new AbortController();

  get standing(): Standing {
    const { place, lines, total } = this;
    return { ...standing(place?.side ?? "first", lines, saved.record, this.now), total };
  }

  /** Is every line learned? */
  get finished(): boolean {
    const { learned, total } = this.standing;
    return total > 0 && learned === total;
  }

  async open(place: Place, opponent: string | null): Promise<void> {
    this.close();
    const { signal } = (this.#work = new AbortController());
    this.place = place;
    this.#opponent = opponent ?? OPPONENT;
    this.lines = [];
    this.total = 0;
    this.run = this.error = null;
    this.loading = true;
    try {
      await this.#fetch(signal);
      if (!signal.aborted) await this.next();
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      this.error = sayError(error);
    }
    this.loading = false;
  }

  async #fetch(signal: AbortSignal): Promise<void> {
    const { place, lines } = this;
    if (!place) return;
    const found = await api.lines(place, lines.length, COUNT, signal);
    if (signal.aborted) return;
    this.total = found.total;
    this.lines = [...lines, ...found.lines];
  }

  /** Train the next line; of a chapter more are fetched when those that are here are learned. */
  async next(): Promise<void> {
    const { place } = this;
    const { signal } = this.#work;
    if (!place) return;
    const last = this.run?.line ?? null;
    this.now = new Date();
    let line = nextLine(place.side, this.lines, saved.record, this.now, last);
    while (!line && this.lines.length < this.total) {
      const before = this.lines.length;
      await this.#fetch(signal);
      if (signal.aborted || this.lines.length === before) break;
      line = nextLine(place.side, this.lines, saved.record, this.now, last);
    }
    this.#begin(line);
  }

  /** Train although nothing is due: the line that was not played for longest. */
  practise(): void {
    const { place, lines } = this;
    if (!place) return;
    const since = (line: CourseLineView) => saved.record.lines[`${place.side}:${line.id}`]?.last;
    const [oldest] = lines.toSorted((a, b) => (since(a) ?? "").localeCompare(since(b) ?? ""));
    this.#begin(oldest ?? null);
  }

  #begin(line: CourseLineView | null): void {
    this.run?.close();
    const { place } = this;
    this.run =
      line && place ? new LineRun(place.side, line, this.#opponent, () => this.#count()) : null;
    this.run?.start();
  }

  /** Count what is learned now; a goal is reached with its last line. */
  #count(): void {
    this.now = new Date();
    const goal = this.place?.goal;
    if (goal && this.finished) saved.change((record) => recordGoal(record, goal));
  }

  close(): void {
    this.#work.abort();
    this.run?.close();
  }
}
