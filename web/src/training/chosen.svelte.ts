/** The position that somebody asks about, and the truth about it. */

import * as positions from "../positions/api";
import {
  columnsOf,
  joinMoves,
  NO_MOVES,
  splitMoves,
  USUAL_SIZE,
  USUAL_VARIANT,
} from "../positions/link";
import { isAborted } from "../shared/http";
import type { AnalysisView, PositionRef, PositionView } from "../shared/types";
import { sayError } from "../shared/words";

const COLUMNS = columnsOf(USUAL_SIZE);

export class Chosen {
  position = $state.raw<PositionView | null>(null);
  truth = $state.raw<AnalysisView | null>(null);
  error = $state("");
  #moves = "";
  #request = new AbortController();

  /** Fetch a position and the exact score of every column. */
  async show(moves: string): Promise<void> {
    if (moves === this.#moves) return;
    this.#moves = moves;
    this.#request.abort();
    const { signal } = (this.#request = new AbortController());
    const ref: PositionRef = { moves, start: null, size: USUAL_SIZE, variant: USUAL_VARIANT };
    this.truth = null;
    this.error = "";
    try {
      this.position = await positions.position(ref, signal);
      if (this.position.outcome) return;
      const take = (soFar: AnalysisView) => (this.truth = soFar);
      take(await positions.followAnalysis(ref, take, signal));
    } catch (error) {
      if (!isAborted(error)) this.error = sayError(error);
    }
  }

  close(): void {
    this.#request.abort();
    this.#moves = "";
  }

  /** The moves after one more disc. */
  after(column: number): string {
    return joinMoves([...splitMoves(this.#moves, COLUMNS), String(column)], COLUMNS);
  }

  /** The moves without the last disc. */
  before(): string {
    const moves = splitMoves(this.#moves || NO_MOVES, COLUMNS);
    return joinMoves(moves.slice(0, -1), COLUMNS);
  }
}
