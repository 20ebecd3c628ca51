/** What is being explained beside the board, and the cells that the words light on it. */

import * as api from "../api";
import { cellsOf } from "../replay";
import type { ExplanationView, PositionRef, SentenceView } from "../../shared/types";

/** Kinds of sentences that say what a move is worth. */
const VERDICTS = ["move", "verdict"];

interface Question {
  ref: PositionRef;
  column: number;
  /** Leave out what the move is worth: it has been said. */
  reasonsOnly: boolean;
}

export class Explaining {
  question = $state.raw<Question | null>(null);
  lit = $state.raw<SentenceView | null>(null);

  start(ref: PositionRef, column: number, reasonsOnly = false): void {
    this.lit = null;
    this.question = { ref: api.refOf(ref), column, reasonsOnly };
  }

  stop(): void {
    this.lit = null;
    this.question = null;
  }

  light(sentence: SentenceView | null): void {
    this.lit = sentence;
  }

  /** The cells to light, each in the colour of whose it is. */
  get marked() {
    return cellsOf(this.lit);
  }

  /** Ask the API; the cells of the first reason are lit at once. */
  async ask(question: Question, signal: AbortSignal): Promise<ExplanationView> {
    const said = await api.explain(question.ref, question.column, signal);
    const known = new Set(
      said.sentences.filter((each) => VERDICTS.includes(each.kind)).map((each) => each.text),
    );
    const reasons = said.brief.filter((text) => !known.has(text));
    const brief = question.reasonsOnly && reasons.length > 0 ? reasons : said.brief;
    const first = said.sentences.find(
      (each) => brief.includes(each.text) && each.cells.length + each.four.length > 0,
    );
    if (this.question === question) this.lit = first ?? null;
    return { ...said, brief };
  }
}
