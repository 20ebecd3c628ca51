/** The state of a review: the game, the move that is shown, and what the API says about it. */

import { columnsOf, joinMoves } from "../link";
import { announcer } from "../../shared/announce.svelte";
import * as api from "../api";
import { isAborted } from "../../shared/http";
import { rowsAt, turnAt, withDisc, writeMove } from "../replay";
import type { Chip } from "../ScoreChips.svelte";
import type {
  CellView,
  ExplanationView,
  JudgedView,
  LineView,
  PlayedView,
  Player,
  PositionRef,
  PositionView,
  Progress,
  ReviewView,
} from "../../shared/types";
import { colour, named, sayError, sentence } from "../../shared/words";

export type Whose = Player | "both";

/** What would follow a move, on the board step by step instead of the game. */
export interface Walk {
  /** How many moves of the game come before it. */
  from: number;
  column: number;
  line: LineView;
  /** How many of its discs are on the board. */
  at: number;
}

export class ReviewState {
  game = $state.raw<PositionView | null>(null);
  result = $state.raw<ReviewView | null>(null);
  progress = $state.raw<Progress | null>(null);
  error = $state<string | null>(null);
  /** Why the game can be shown but not judged. */
  unjudged = $state<string | null>(null);
  at = $state(0);
  peeked = $state<number | null>(null);
  walk = $state.raw<Walk | null>(null);
  /** The column whose line is being looked for. */
  looking = $state<number | null>(null);
  /** Why there is no line. */
  lineError = $state<string | null>(null);
  #work = new AbortController();

  /** How many moves of the game are on the board that is shown. */
  get ply(): number {
    return this.peeked ?? this.at;
  }

  /** The line that is on the board; not while the pointer shows a move of the game. */
  get walked(): Walk | null {
    return this.peeked === null ? this.walk : null;
  }

  get length(): number {
    return this.game?.played.length ?? 0;
  }

  get rows(): string[] {
    if (!this.game) return [];
    const { walked } = this;
    if (!walked) return rowsAt(this.game, this.ply);
    return walked.line.discs
      .slice(0, walked.at)
      .reduce((rows, disc) => withDisc(rows, disc, disc.player), rowsAt(this.game, walked.from));
  }

  get moves(): string[] {
    return this.game?.played.map(writeMove) ?? [];
  }

  /** The disc that was played last on the board that is shown. */
  get last(): PlayedView | null {
    if (this.walked) return this.walked.line.discs[this.walked.at - 1] ?? null;
    return this.played;
  }

  /** The move of the game that led to the board that is shown. */
  get played(): PlayedView | null {
    return this.ply > 0 ? (this.game?.played[this.ply - 1] ?? null) : null;
  }

  /** The fours on the board that is shown, at the end of the game or of the line. */
  get winning(): readonly CellView[] {
    const { walked } = this;
    if (walked) return walked.at === walked.line.discs.length ? walked.line.winning : [];
    return this.ply === this.length ? (this.game?.outcome?.cells ?? []) : [];
  }

  /** What the review says of the move that led to the board that is shown. */
  get judged(): JudgedView | null {
    return this.result?.moves[this.ply - 1] ?? null;
  }

  /** What every column is worth on the board that is shown. */
  get chips(): Chip[] | null {
    if (this.walked) return null;
    const columns = this.result?.columns[this.ply];
    return columns?.map((each) => ({ ...each, says: short(each.says) })) ?? null;
  }

  /** The discs that would have been better than the one that was played. */
  get better(): { cell: CellView; player: Player }[] {
    const { judged, game } = this;
    if (!judged || judged.is_best || !game || this.walked) return [];
    const before = rowsAt(game, this.ply - 1);
    return (judged.best_columns ?? []).map((column) => {
      const row = before.filter((marks) => marks[column - 1] !== "-").length + 1;
      return { cell: { column, row }, player: judged.player };
    });
  }

  /** What the board that is shown is, in a sentence. */
  get says(): string {
    const { game, walked, ply, length } = this;
    if (!game) return "";
    if (walked)
      return `Line after column ${walked.column}: disc ${walked.at} of ${walked.line.discs.length}`;
    const where = ply === 0 ? "The start" : `Move ${ply} of ${length}`;
    if (ply === length && game.outcome) return `${where}. ${sentence(named(game.outcome.says))}`;
    const point = this.result?.graph[ply];
    const worth = point ? named(point.says) : `${colour(turnAt(game, ply))} to move`;
    return `${where}. ${sentence(worth)}`;
  }

  refAt(ply: number): PositionRef {
    const { start = null, size = "7x6", variant = "standard" } = this.game ?? {};
    return { moves: joinMoves(this.moves.slice(0, ply), columnsOf(size)), start, size, variant };
  }

  async open(ref: PositionRef, at: number | null): Promise<void> {
    this.close();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.game = this.result = this.progress = this.error = this.unjudged = this.walk = null;
    this.lineError = null;
    try {
      this.game = await api.position(ref, signal);
      this.at = Math.min(this.length, Math.max(0, at ?? this.length)) || 0;
    } catch (error) {
      this.error = isAborted(error) ? null : sayError(error);
      return;
    }
    if (this.length > 0) await this.#judge(ref, signal);
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

  /** Go to a move of the game, or of the line while one is on the board. */
  step(to: number): void {
    const { walk } = this;
    if (!walk) {
      this.seek(to);
      return;
    }
    this.peeked = null;
    const at = Math.min(walk.line.discs.length, Math.max(0, to));
    this.walk = { ...walk, at };
    const disc = walk.line.discs[at - 1];
    announcer.say(
      disc
        ? `Disc ${at}: ${colour(disc.player)} in column ${disc.column}.`
        : "Before the line begins.",
    );
  }

  /** Go to a move of the game. */
  seek(ply: number): void {
    this.at = Math.min(this.length, Math.max(0, ply));
    this.peeked = this.walk = this.lineError = null;
    const move = this.judged;
    if (move)
      announcer.say(
        `Move ${move.number}, ${colour(move.player)} in column ${move.column}: ${move.kind}.`,
      );
  }

  /** Put on the board what follows a column, played after so many moves of the game. */
  async follow(from: number, column: number): Promise<void> {
    if (this.looking !== null) return;
    this.looking = column;
    this.lineError = null;
    try {
      const line = await api.line(this.refAt(from), column, this.#work.signal);
      this.walk = { from, column, line, at: 1 };
      announcer.say(`Line after column ${column}, ${line.discs.length} discs.`);
    } catch (error) {
      if (!isAborted(error)) this.lineError = sayError(error);
    }
    this.looking = null;
  }

  leaveLine(): void {
    this.walk = null;
  }

  mistakes(whose: Whose): JudgedView[] {
    const all = this.result?.moves.filter((move) => move.is_blunder) ?? [];
    return whose === "both" ? all : all.filter((move) => move.player === whose);
  }

  close(): void {
    this.#work.abort();
  }
}

/** An estimate in so few letters that it fits below a column; its outline says what it is. */
function short(says: string): string {
  return says.replace("about ", "").replace(" %", "\u202f%");
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
