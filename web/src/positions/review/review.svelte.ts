/** A game under review: where the reader stands in it, what the API says of it, and retrying. */

import { columnsOf, joinMoves, USUAL_VARIANT } from "../link";
import { announcer } from "../../shared/announce.svelte";
import * as api from "../api";
import { isAborted } from "../../shared/http";
import { rowsAt, writeMove } from "../replay";
import type {
  ExplanationView,
  JudgedView,
  PlayedView,
  Player,
  PositionRef,
  PositionView,
  Progress,
  ReviewView,
} from "../../shared/types";
import { colour, sayError } from "../../shared/words";

export type Whose = Player | "both";

export class Reviewing {
  game = $state.raw<PositionView | null>(null);
  review = $state.raw<ReviewView | null>(null);
  progress = $state.raw<Progress | null>(null);
  error = $state<string | null>(null);
  /** Why the game can be looked at but not judged. */
  unjudged = $state<string | null>(null);
  at = $state(0);
  peeked = $state<number | null>(null);
  #work = new AbortController();

  /** How many moves are on the board that is shown. */
  get ply(): number {
    return this.peeked ?? this.at;
  }

  get length(): number {
    return this.game?.played.length ?? 0;
  }

  get rows(): string[] {
    return this.game ? rowsAt(this.game, this.ply) : [];
  }

  get moves(): string[] {
    return this.game?.played.map(writeMove) ?? [];
  }

  /** The disc that was played last on the board that is shown. */
  get last(): PlayedView | null {
    return this.ply > 0 ? (this.game?.played[this.ply - 1] ?? null) : null;
  }

  /** What the review says of the move that led to the board that is shown. */
  get judged(): JudgedView | null {
    return this.review?.moves[this.ply - 1] ?? null;
  }

  refAt(ply: number): PositionRef {
    const { start = null, size = "7x6", variant = "standard" } = this.game ?? {};
    return { moves: joinMoves(this.moves.slice(0, ply), columnsOf(size)), start, size, variant };
  }

  async open(ref: PositionRef, at: number | null): Promise<void> {
    this.close();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.game = this.review = this.progress = this.error = this.unjudged = null;
    try {
      this.game = await api.position(ref, signal);
      this.at = Math.min(at ?? this.length, this.length);
    } catch (error) {
      this.error = isAborted(error) ? null : sayError(error);
      return;
    }
    if (ref.variant !== USUAL_VARIANT)
      this.unjudged = "Moves can be judged under the standard rules only; they alone are solved.";
    else if (this.length > 0) await this.#judge(ref, signal);
  }

  async #judge(ref: PositionRef, signal: AbortSignal): Promise<void> {
    try {
      this.review = await api.review(ref, (progress) => (this.progress = progress), signal);
      announcer.say("The review is ready.");
    } catch (error) {
      this.unjudged = isAborted(error) ? null : sayError(error);
    }
    this.progress = null;
  }

  seek(ply: number): void {
    this.at = Math.min(this.length, Math.max(0, ply));
    this.peeked = null;
    const move = this.judged;
    if (move)
      announcer.say(
        `Move ${move.number}, ${colour(move.player)} in column ${move.column}: ${move.kind}.`,
      );
  }

  mistakes(whose: Whose): JudgedView[] {
    const all = this.review?.moves.filter((move) => move.is_blunder) ?? [];
    return whose === "both" ? all : all.filter((move) => move.player === whose);
  }

  close(): void {
    this.#work.abort();
  }
}

/** Ask for the words on a move, or on where the game began. */
export function explainMove(
  reviewing: Reviewing,
  ply: number,
  signal: AbortSignal,
): Promise<ExplanationView> {
  if (ply === 0) return api.explain(reviewing.refAt(0), null, signal);
  const played = reviewing.game?.played[ply - 1];
  return api.explain(reviewing.refAt(ply - 1), played?.aim ?? null, signal);
}
