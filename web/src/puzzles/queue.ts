/** Puzzles that are drawn ahead, so that the next one is there at once. */

import type { PuzzleView } from "../shared/types";
import * as api from "./api";
import { placeQuery, type Choice } from "./link";

const COUNT = 30;
/** From this few on, more are drawn. */
const FEW = 10;
/** How far from your rating puzzles may be, closest first. */
const REACHES = [150, 400, Infinity];
const HIGHEST = 4000;

export function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

export class PuzzleQueue {
  #key = "";
  #waiting: PuzzleView[] = [];
  #work: Promise<void> | null = null;
  #stop = new AbortController();

  /** Take the next puzzle if one is there: the one closest to a rating. */
  take(choice: Choice, rating: number, isNew: (id: string) => boolean): PuzzleView | null {
    if (this.#key !== keyOf(choice)) return null;
    const fresh = this.#waiting.filter((each) => isNew(each.id));
    const from = fresh.length > 0 ? fresh : this.#waiting;
    const distance = (each: PuzzleView) => Math.abs(each.rating - rating);
    // A grade was asked for, or whatever is close.
    const next =
      choice.grade === "near" ? from.toSorted((a, b) => distance(a) - distance(b))[0] : from[0];
    this.#waiting = this.#waiting.filter((each) => each !== next);
    return next ?? null;
  }

  /** Draw more if only few are left; they are wanted near a rating. */
  async fill(choice: Choice, rating: number, isNew: (id: string) => boolean): Promise<void> {
    const key = keyOf(choice);
    if (this.#key !== key) {
      this.close();
      this.#key = key;
      this.#waiting = [];
    }
    const near = (each: PuzzleView) =>
      choice.grade !== "near" || Math.abs(each.rating - rating) < (REACHES[1] ?? 0);
    const enough = this.#waiting.filter((each) => isNew(each.id) && near(each)).length >= FEW;
    if (!enough && !this.#work) {
      const work = (this.#work = this.#draw(choice, rating, isNew).finally(() => {
        if (this.#work === work) this.#work = null;
      }));
    }
    await this.#work;
  }

  async #draw(choice: Choice, rating: number, isNew: (id: string) => boolean): Promise<void> {
    const { signal } = this.#stop;
    for (const reach of choice.grade === "near" ? REACHES : [Infinity]) {
      const band = reach === Infinity ? {} : bandAround(rating, reach);
      const drawn = await api.draw(COUNT, randomSeed(), choice, band, signal);
      if (signal.aborted) return;
      const known = new Set(this.#waiting.map((each) => each.id));
      this.#waiting = [...this.#waiting, ...drawn.filter((each) => !known.has(each.id))];
      if (drawn.filter((each) => isNew(each.id)).length >= FEW) return;
    }
  }

  close(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#work = null;
  }
}

/** The ratings around one, as far as the API knows ratings. */
export function bandAround(rating: number, reach: number): api.Band {
  const within = (bound: number) => Math.min(HIGHEST, Math.max(0, Math.round(bound)));
  return { low: within(rating - reach), high: within(rating + reach) };
}

function keyOf(choice: Choice): string {
  return placeQuery({ choice }).toString();
}
