/** The state of a review: the game, the move that is shown, and what the API says about it. */

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

export class ReviewState {
  game = $state.raw<PositionView | null>(null);
  result = $state.raw<ReviewView | null>(null);
  progress = $state.raw<Progress | null>(null);
  error = $state<string | null>(null);
  /** Why the game can be shown but not judged. */
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
    return this.result?.moves[this.ply - 1] ?? null;
  }

  refAt(ply: number): PositionRef {
    const { start = null, size = "7x6", variant = "standard" } = this.game ?? {};
    return { moves: joinMoves(this.moves.slice(0, ply), columnsOf(size)), start, size, variant };
  }

  async open(ref: PositionRef, at: number | null): Promise<void> {
    this.close();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.game = this.result = this.progress = this.error = this.unjudged = null;
    try {
      this.game = await api.position(ref, signal);
      this.at = Math.min(at ?? this.length, this.length);
    } catch (error) {
      this.error = isAborted(error) ? null : sayError(error);
      return;
    }
    if (ref.variant !== USUAL_VARIANT)
      this.unjudged =
        "Only games under the standard rules can be judged; the other rules are not solved.";
    else if (this.length > 0) await this.#judge(ref, signal);
  }

  async #judge(ref: PositionRef, signal: AbortSignal): Promise<void> {
    try {
      this.result = await api.review(ref, (progress) => (this.progress = progress), signal);
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
    const all = this.result?.moves.filter((move) => move.is_blunder) ?? [];
    return whose === "both" ? all : all.filter((move) => move.player === whose);
  }

  close(): void {
    this.#work.abort();
  }
}

/** Fetch the explanation of a move, or of the start of the game. */
export function explainMove(
  review: ReviewState,
  ply: number,
  signal: AbortSignal,
): Promise<ExplanationView> {
  if (ply === 0) return api.explain(review.refAt(0), null, signal);
  const played = review.game?.played[ply - 1];
  return api.explain(review.refAt(ply - 1), played?.aim ?? null, signal);
}
