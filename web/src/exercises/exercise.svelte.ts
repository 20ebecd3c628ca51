/** The state of an exercise: which question is open, what was answered, what the picture shows. */

import { isAborted } from "../shared/http";
import { announcer } from "../shared/announce.svelte";
import type { ChoiceView, EventView, ExerciseView, ResultView } from "../shared/types";
import { sayError } from "../shared/words";
import * as api from "./api";
import type { Wanted } from "./link";
import type { Mark } from "./TreePicture.svelte";

export class ExerciseState {
  made = $state.raw<ExerciseView | null>(null);
  error = $state("");
  /** The number of the open question; all are answered when it is their number. */
  at = $state(0);
  /** The first answer to every question so far. */
  first = $state.raw<readonly number[]>([]);
  /** Wrong choices of the open question. */
  wrong = $state.raw<ReadonlySet<number>>(new Set());
  /** What was said to the last answer. */
  said = $state.raw<{ right: boolean; why: string } | null>(null);
  result = $state.raw<ResultView | null>(null);

  #request: AbortController | null = null;

  get step() {
    return this.made?.steps[this.at] ?? null;
  }
  get over(): boolean {
    return this.made !== null && this.at === this.made.steps.length;
  }
  get right(): number {
    return this.first.filter((answer, index) => this.#choice(index, answer)?.right).length;
  }
  /** Nodes visited in vain so far. */
  get extra(): number {
    const all = this.first.map((answer, index) => this.#choice(index, answer)?.extra ?? 0);
    return all.reduce((sum, each) => sum + each, 0);
  }

  #choice(step: number, answer: number): ChoiceView | undefined {
    return this.made?.steps[step]?.choices[answer];
  }

  async open(wanted: Wanted): Promise<void> {
    this.close();
    const request = (this.#request = new AbortController());
    this.error = "";
    try {
      const made = await api.exercise(wanted, request.signal);
      if (request.signal.aborted) return;
      this.made = made;
      this.restart();
    } catch (error) {
      if (!isAborted(error) && !request.signal.aborted) this.error = sayError(error);
    }
  }

  close(): void {
    this.#request?.abort();
  }

  restart(): void {
    this.at = 0;
    this.first = [];
    this.wrong = new Set();
    this.said = null;
    this.result = null;
  }

  /** Answer the open question. */
  answer(index: number): void {
    const choice = this.step?.choices[index];
    if (!choice || this.wrong.has(index)) return;
    if (this.first.length === this.at) this.first = [...this.first, index];
    this.said = { right: choice.right, why: choice.why };
    announcer.say(`${choice.right ? "Right" : "No"}. ${choice.why}`);
    if (!choice.right) {
      this.wrong = new Set([...this.wrong, index]);
      return;
    }
    this.wrong = new Set();
    this.at += 1;
    if (this.over) void this.#mark();
  }

  /** Choose the answer that names a node. */
  choose(node: number): void {
    const index = this.step?.choices.findIndex((choice) => choice.node === node) ?? -1;
    if (index >= 0) this.answer(index);
  }

  async #mark(): Promise<void> {
    const { made, first } = this;
    if (!made) return;
    try {
      const result = await api.mark(made.id, first);
      if (this.made === made) this.result = result;
    } catch (error) {
      this.error = sayError(error);
    }
  }

  /** What the picture shows now. */
  get marks(): Mark[] {
    const { made, at } = this;
    if (!made) return [];
    const grows = made.kind === "mcts" || made.kind === "astar";
    const marks = made.nodes.map(({ parent, name, kind, value, edge }, node): Mark => ({
      parent,
      name,
      kind,
      value,
      edge,
      hidden: grows && node > 0,
      seen: node === 0,
    }));
    const done = made.steps.slice(0, at + 1).flatMap((step) => step.events);
    for (const event of this.over ? [...done, ...made.ending] : done) happen(marks, event);
    return marks;
  }
}

function happen(marks: Mark[], { node, what, text }: EventView): void {
  const mark = marks[node];
  if (!mark) return;
  mark.hidden = false;
  if (what === "cut") mark.cut = true;
  else if (what !== "enter" || mark.kind !== "state") mark.seen = true;
  if (what !== "enter" || text) mark.value = text || mark.value;
  // What lies below a cut is cut off as well.
  if (what === "cut")
    marks.forEach((each) => {
      if (marks[each.parent]?.cut) each.cut = true;
    });
}
