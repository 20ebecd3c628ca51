/** The tour: a lesson and a step of it, what the reader has predicted, and the stage it drives. */

import { isAborted } from "../../shared/http";
import { makeTrace } from "../api";
import { keyOf, USUAL_OPTIONS } from "../link";
import { Playouts } from "../moment";
import { TheatreState } from "../theatre.svelte";
import { growsByPlayouts } from "../tree";
import type { TraceView } from "../../shared/types";
import type { Search } from "../link";
import { sayError } from "../../shared/words";
import { Facts, type Shot, type Step } from "./facts";
import { LESSONS } from "./lessons";

const known = new Map<string, Promise<TraceView>>();

/** What a search comes to; asked once. */
function headerOf(search: Search): Promise<TraceView> {
  const key = keyOf(search);
  const asked = known.get(key) ?? makeTrace(search);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

export class TourState {
  readonly theatre = new TheatreState();
  lesson = $state(0);
  step = $state(0);
  facts = $state.raw<Facts | null>(null);
  /** What the reader has said; "" for having it shown. */
  picked = $state<string | null>(null);
  error = $state("");
  #opening = 0;

  get steps(): readonly Step[] {
    return LESSONS[this.lesson]?.steps ?? [];
  }
  get current(): Step | null {
    return this.steps[this.step] ?? null;
  }
  /** Is there a search that has not been answered? */
  get unanswered(): boolean {
    return this.current?.question !== undefined && this.picked === null;
  }
  get answer(): string | null {
    return (this.facts && this.current?.question?.answer(this.facts)) ?? null;
  }
  get isRight(): boolean {
    return this.picked !== null && this.picked === this.answer;
  }

  /** Go to a step of a lesson; both count from 0. */
  async open(lesson: number, step: number): Promise<void> {
    const opening = ++this.#opening;
    this.lesson = Math.min(LESSONS.length - 1, Math.max(0, lesson));
    this.step = Math.min(this.steps.length - 1, Math.max(0, step));
    this.picked = null;
    this.facts = null;
    this.error = "";
    const { current, theatre } = this;
    if (!current) return;
    try {
      const others = Promise.all((current.others ?? []).map(headerOf));
      await theatre.open(current.search, USUAL_OPTIONS);
      const found = await others;
      if (opening !== this.#opening) return;
      const { tree, header } = theatre;
      if (!tree || !header) return;
      const playouts = growsByPlayouts(header.algorithm) ? new Playouts(tree) : null;
      this.facts = new Facts(tree, header, playouts, found);
      this.#show(current, this.facts);
    } catch (error) {
      if (opening !== this.#opening || isAborted(error)) return;
      this.error = sayError(error);
    }
  }

  #show({ moment, node, view }: Shot, facts: Facts): void {
    this.theatre.view = view;
    this.theatre.seek(moment(facts));
    this.theatre.select(node?.(facts) ?? null);
  }

  /** Predict; what really happened is then shown. */
  pick(value: string): void {
    const question = this.current?.question;
    if (!question || !this.facts || this.picked !== null) return;
    this.picked = value;
    this.#show(question, this.facts);
  }

  close(): void {
    this.#opening += 1;
    this.theatre.close();
  }
}
