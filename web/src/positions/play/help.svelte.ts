/** Help during a game: the exact score of each column, a hint, and reasons. */

import { announcer } from "../../shared/announce.svelte";
import type { AnalysisView, HintView, PositionView } from "../../shared/types";
import * as api from "../api";
import { USUAL_VARIANT } from "../link";
import { Explaining } from "./explaining.svelte";

export class Help {
  scores = $state.raw<AnalysisView | null>(null);
  showScores = $state(false);
  hint = $state.raw<HintView | null>(null);
  /** Whether a hint is being fetched. */
  findingHint = $state(false);
  readonly explaining = new Explaining();
  #view: PositionView | null = null;
  #work = new AbortController();
  #onfail: (error: unknown) => void;

  constructor(onfail: (error: unknown) => void) {
    this.#onfail = onfail;
  }

  /** Help with a position; null after the end of the game. */
  show(view: PositionView | null): void {
    this.close();
    this.#work = new AbortController();
    this.#view = view;
    this.scores = null;
    this.hint = null;
    this.findingHint = false;
    this.explaining.stop();
    void this.#refreshScores();
  }

  close(): void {
    this.#work.abort();
  }

  /** Show or hide the exact score of each column. */
  toggleScores(): void {
    this.showScores = !this.showScores;
    void this.#refreshScores();
  }

  async #refreshScores(): Promise<void> {
    const view = this.#view;
    if (!this.showScores || !view || this.scores || view.variant !== USUAL_VARIANT) return;
    try {
      const show = (scores: AnalysisView) => {
        if (this.#view === view) this.scores = scores;
      };
      show(await api.followAnalysis(view, show, this.#work.signal));
    } catch (error) {
      this.#onfail(error);
    }
  }

  /** Point to a good column. */
  async findHint(): Promise<void> {
    const view = this.#view;
    if (!view) return;
    this.findingHint = true;
    try {
      const hint = await api.hint(view, this.#work.signal);
      if (this.#view !== view) return;
      this.explaining.stop();
      this.hint = hint;
      announcer.say(hint.says);
    } catch (error) {
      this.#onfail(error);
    } finally {
      if (this.#view === view) this.findingHint = false;
    }
  }

  dismissHint(): void {
    this.hint = null;
    this.explaining.stop();
  }

  /** Tell why the hint is good. */
  explainHint(): void {
    if (this.#view && this.hint) this.explaining.start(this.#view, this.hint.column, true);
  }
}
