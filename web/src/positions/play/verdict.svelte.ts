/** What a finished game was worth: fetched when it ends, given up if it takes too long. */

import * as api from "../api";
import { USUAL_VARIANT } from "../link";
import type { PositionRef, ReviewView } from "../../shared/types";

const WITHIN = 30_000;

export class Verdict {
  review = $state.raw<ReviewView | null>(null);
  /** Why there is none. */
  missing = $state("");
  #asked = "";
  #work: AbortController | null = null;

  /** Judge a game, once. */
  async ask(ref: PositionRef): Promise<void> {
    const asked = JSON.stringify(api.refOf(ref));
    if (asked === this.#asked) return;
    this.clear();
    this.#asked = asked;
    if (ref.variant !== USUAL_VARIANT) {
      this.missing = "Accuracy can be judged exactly under the standard rules only.";
      return;
    }
    const work = (this.#work = new AbortController());
    const late = setTimeout(() => work.abort(), WITHIN);
    try {
      this.review = await api.review(ref, () => undefined, work.signal);
    } catch {
      if (this.#work === work) this.missing = "This game cannot be judged exactly in time.";
    } finally {
      clearTimeout(late);
    }
  }

  clear(): void {
    this.#asked = "";
    this.review = null;
    this.missing = "";
    const work = this.#work;
    this.#work = null;
    work?.abort();
  }
}
