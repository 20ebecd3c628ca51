/** The tour: a lesson and a step of it, what the reader has predicted, and the stage it drives. */

import { isAborted } from "../../shared/http";
import { makeTrace } from "../api";
import { keyOf, USUAL_SPEED } from "../link";
import { Playouts } from "../moment";
import { Theatre } from "../theatre.svelte";
import type { TraceView } from "../../shared/types";
import type { Search } from "../link";
import { sayError } from "../../shared/words";
import type { Facts, Shot, Step } from "./facts";
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

export class Tour {
  readonly theatre = new Theatre();
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
  get asking(): boolean {
    return this.current?.ask !== undefined && this.picked === null;
  }
  get answer(): string | null {
    return this.facts && this.current?.ask ? this.current.ask.answer(this.facts) : null;
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
      const look = {
        step: 0,
        node: null,
        truth: false,
        view: null,
        speed: USUAL_SPEED,
        full: false,
      };
      const others = Promise.all((current.others ?? []).map(headerOf));
      await theatre.open(current.search, look);
      const told = await others;
      if (opening !== this.#opening) return;
      const { tree, header } = theatre;
      if (!tree || !header) return;
      const playouts = header.algorithm === "mcts" ? new Playouts(tree) : null;
      this.facts = { tree, header, playouts, others: told };
      this.#show(current.shot(this.facts));
    } catch (error) {
      if (opening !== this.#opening || isAborted(error)) return;
      this.error = sayError(error);
    }
  }

  #show({ moment, node, view }: Shot): void {
    this.theatre.view = view ?? null;
    this.theatre.seek(moment);
    this.theatre.select(node ?? null);
  }

  /** Predict; what really happened is then shown. */
  pick(value: string): void {
    const ask = this.current?.ask;
    if (!ask || !this.facts || this.picked !== null) return;
    this.picked = value;
    this.#show(ask.reveal(this.facts));
  }

  close(): void {
    this.#opening += 1;
    this.theatre.close();
  }
}
