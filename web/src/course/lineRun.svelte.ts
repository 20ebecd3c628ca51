/**
 * One line while it is trained: the opponent plays it, you answer. A line with new moves is shown
 * first and then asked for; where it ends in a rule, the rest is played by the rule.
 */

import { announcer } from "../shared/announce.svelte";
import { isAborted } from "../shared/http";
import { pause, prefersReducedMotion } from "../shared/motion";
import type { CellView, PlayedView, Player, PositionRef, PositionView } from "../shared/types";
import { colour, other, sayError } from "../shared/words";
import * as positions from "../positions/api";
import type { Chip } from "../positions/ScoreChips.svelte";
import { joinMoves, splitMoves, USUAL_SIZE, USUAL_VARIANT } from "../positions/link";
import { withDisc } from "../positions/replay";
import * as api from "./api";
import { keyOf } from "./choosing";
import { judge, praise, type Judgement } from "./judging";
import { isDue, recordCard, recordLine, type Side } from "./record";
import { saved } from "./saved.svelte";
import type { CourseLineView, LineCardView, RuleView } from "./types";

/** Milliseconds from a disc to the answer to it. */
const ANSWER_AFTER = 800;
const STILL_ANSWER_AFTER = 200;
const COLUMNS = 7;

/**
 * Your turn, waiting for the opponent, after a wrong move, at the end of the first way through,
 * or done.
 */
export type Phase = "yours" | "waiting" | "wrong" | "shown" | "done";
/** The first way through shows the moves that are new, the second asks for all of them. */
export type Pass = "show" | "ask";

/** A move and the position before it, to be explained. */
export interface About {
  ref: PositionRef;
  column: number;
}

export class LineRun {
  readonly side: Side;
  readonly line: CourseLineView;
  readonly you: Player;
  phase = $state<Phase>("waiting");
  pass = $state<Pass>("ask");
  position = $state.raw<PositionView | null>(null);
  /** What your last move was. */
  judged = $state.raw<Judgement | null>(null);
  /** The move whose reason is shown. */
  about = $state.raw<About | null>(null);
  /** Columns that were tried in this position. */
  tried = $state.raw<Judgement[]>([]);
  /** The best answer to a wrong move. */
  reply = $state.raw<PlayedView | null>(null);
  /** The column that is pointed to. */
  hinted = $state<number | null>(null);
  /** The rule by which the rest is played. */
  rule = $state.raw<RuleView | null>(null);
  /** Wrong moves in this line. */
  slips = $state(0);
  error = $state<string | null>(null);
  #moves: string[];
  #opponent: string;
  #ondone: () => void;
  #made = $state.raw<string[]>([]);
  #wanted: number | null = null;
  #placed = $state.raw<{ rows: string[]; last: CellView } | null>(null);
  #work = new AbortController();

  constructor(side: Side, line: CourseLineView, opponent: string, ondone: () => void) {
    this.side = side;
    this.line = line;
    this.you = side === "first" ? "X" : "O";
    this.#moves = splitMoves(line.moves, COLUMNS);
    this.#opponent = opponent;
    this.#ondone = ondone;
    this.pass = line.cards.some(({ id }) => !(id in saved.record.cards)) ? "show" : "ask";
  }

  get rows(): readonly string[] {
    return this.#placed?.rows ?? this.position?.board ?? [];
  }

  get last(): CellView | null {
    return this.#placed?.last ?? this.position?.played.at(-1) ?? null;
  }

  get ready(): boolean {
    return this.phase === "yours";
  }

  /** How many of your moves in the line are made, and how many there are. */
  get progress(): { done: number; total: number } {
    const first = this.you === "X" ? 0 : 1;
    const mine = (length: number) => Math.max(0, Math.ceil((length - first) / 2));
    const total = mine(this.#moves.length);
    return { done: Math.min(total, mine(this.#made.length)), total };
  }

  get chips(): Chip[] {
    const results = { good: 1, fine: 0, bad: -1 } as const;
    return this.tried.map(({ column, worth, tone }) => ({
      ...{ column, says: worth, result: results[tone], proved: true, best: false },
    }));
  }

  /** Start a way through the line from its first move. */
  start(): void {
    this.#stop();
    this.#made = [];
    this.judged = this.about = this.rule = this.hinted = this.reply = null;
    this.tried = [];
    void this.#goOn();
  }

  /** Go through the line again, without being shown anything. */
  fromMemory(): void {
    this.pass = "ask";
    this.start();
  }

  /** Play the column that somebody chose. */
  async choose(column: number): Promise<void> {
    const { position } = this;
    const cell = position?.landings[String(column)]?.[0];
    if (!this.ready || !position || !cell) return;
    this.#placed = { rows: withDisc(position.board, cell, position.turn), last: cell };
    this.phase = "waiting";
    this.error = null;
    try {
      if (column === this.#wanted) await this.#accept(position, column);
      else await this.#refuse(position, column);
    } catch (error) {
      this.#fail(error, "yours");
    }
  }

  async #accept(position: PositionView, column: number): Promise<void> {
    const card = this.#card;
    const known = this.hinted === null && this.tried.every((each) => each.tone !== "bad");
    if (card && known && this.pass === "ask") await this.#rate(card, true);
    this.judged = praise(column);
    this.about = { ref: positions.refOf(position), column };
    this.hinted = this.reply = null;
    this.tried = [];
    this.#made = [...this.#made, String(column)];
    announcer.say(this.judged.says);
    await this.#beat();
    await this.#goOn();
  }

  async #refuse(position: PositionView, column: number): Promise<void> {
    const { signal } = this.#work;
    const beat = this.#beat();
    beat.catch(() => null);
    const truth = await positions.analysis(position, signal).catch(() => null);
    await beat;
    const judged = judge(this.side, column, this.#wanted ?? 0, truth);
    const card = this.#card;
    if (judged.tone === "bad") {
      this.slips += 1;
      if (card && this.hinted === null) await this.#rate(card, false);
    }
    this.judged = judged;
    this.about = { ref: positions.refOf(position), column };
    this.tried = [...this.tried.filter((each) => each.column !== column), judged];
    this.phase = "wrong";
    announcer.say(judged.says);
    if (judged.tone === "bad") await this.#punish(position, column, signal);
  }

  /** Look for the best answer to a wrong move. */
  async #punish(position: PositionView, column: number, signal: AbortSignal): Promise<void> {
    const line = await positions.line(position, column, signal).catch(() => null);
    if (this.phase === "wrong" && this.position === position) this.reply = line?.discs[1] ?? null;
  }

  /** Take the wrong move back. */
  retry(): void {
    if (this.phase !== "wrong") return;
    this.#placed = this.reply = this.about = null;
    this.phase = "yours";
  }

  /** Point to the move of the course. */
  show(): void {
    this.retry();
    if (!this.ready || this.hinted !== null || !this.position || this.#wanted === null) return;
    const card = this.#card;
    if (card && this.pass === "ask" && this.tried.length === 0) void this.#rate(card, false);
    this.#point();
  }

  #point(): void {
    if (!this.position || this.#wanted === null) return;
    this.hinted = this.#wanted;
    this.judged = null;
    this.about = { ref: positions.refOf(this.position), column: this.#wanted };
    announcer.say(`The course plays column ${this.#wanted}.`);
  }

  /** Leave the rest of the rule out. */
  skip(): void {
    this.#stop();
    this.#finish();
  }

  // What comes next

  async #goOn(): Promise<void> {
    const { signal } = this.#work;
    try {
      const moves = joinMoves(this.#made, COLUMNS);
      const size = { start: null, size: USUAL_SIZE, variant: USUAL_VARIANT };
      const position = await positions.position({ moves, ...size }, signal);
      if (signal.aborted) return;
      this.position = position;
      this.#placed = null;
      const next = this.#moves[this.#made.length];
      if (position.outcome) this.#end();
      else if (next === undefined) await this.#byRule(moves, signal);
      else if (position.turn === this.you) this.#ask(Number(next));
      else await this.#answer(next);
    } catch (error) {
      this.#fail(error, "waiting");
    }
  }

  #ask(wanted: number): void {
    this.#wanted = wanted;
    this.phase = "yours";
    const card = this.#card;
    if (this.pass === "show" && card && !(card.id in saved.record.cards)) this.#point();
  }

  async #answer(move: string): Promise<void> {
    this.phase = "waiting";
    await this.#beat();
    this.#made = [...this.#made, move];
    announcer.say(`${colour(other(this.you))} plays column ${move}. Your move.`);
    await this.#goOn();
  }

  /** After the last move of the line: play by the rule, against a real opponent. */
  async #byRule(moves: string, signal: AbortSignal): Promise<void> {
    if (this.line.ends === "joins" || this.pass === "show") return this.#end();
    const node = await api.place(this.side, moves, signal);
    if (signal.aborted) return;
    const started = this.rule !== null;
    this.rule = node.rule ?? this.line.rule ?? this.rule;
    if (!started && this.rule) announcer.say(`From here on a rule wins. ${this.rule.text}`);
    if (node.yours && node.column === null) this.#end();
    else if (node.yours) this.#ask(node.column as number);
    else {
      this.phase = "waiting";
      const seed = Math.floor(Math.random() * 2 ** 31);
      const ref = this.position as PositionView;
      const [{ played }] = await Promise.all([
        positions.think(ref, this.#opponent, { seed, seconds: null }, () => null, signal),
        this.#beat(),
      ]);
      await this.#answer(String(played.aim));
    }
  }

  #end(): void {
    if (this.pass === "ask") this.#finish();
    else {
      this.phase = "shown";
      this.rule = this.line.rule;
      announcer.say("That is the line. Now play it from memory.");
    }
  }

  #finish(): void {
    this.phase = "done";
    saved.change((record) => recordLine(record, keyOf(this.side, this.line), new Date()));
    announcer.say("The line is done.");
    this.#ondone();
  }

  // Helpers

  /** The position to be remembered, if it is one of the line's. */
  get #card(): LineCardView | null {
    const moves = joinMoves(this.#made, COLUMNS);
    return this.line.cards.find((each) => each.moves === moves) ?? null;
  }

  /** Rate an answer: a wrong one always, a right one where the position was due or new. */
  async #rate({ id }: LineCardView, right: boolean): Promise<void> {
    const { rate } = await import("./schedule");
    const now = new Date();
    saved.change((record) => {
      const card = record.cards[id];
      if (right && card && !isDue(card, now)) return record;
      return recordCard(record, id, rate(card, right, now));
    });
  }

  #beat(): Promise<void> {
    return pause(prefersReducedMotion() ? STILL_ANSWER_AFTER : ANSWER_AFTER, this.#work.signal);
  }

  #stop(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#placed = null;
    this.error = null;
  }

  close(): void {
    this.#work.abort();
  }

  #fail(error: unknown, phase: Phase): void {
    if (isAborted(error)) return;
    this.#placed = null;
    this.phase = phase;
    this.error = sayError(error);
  }
}
