/** A race: its question, what was measured so far, and what the browser keeps of the last ones. */

import { announcer } from "../shared/announce.svelte";
import * as positions from "../positions/api";
import { isStopped } from "../shared/http";
import { load, save } from "../shared/storage";
import type { PositionView } from "../shared/types";
import { named, sentence } from "../shared/words";
import { race } from "./api";
import { keyOf, type Question } from "./link";
import type { CompareView } from "./types";

/** Races that the browser keeps, the last first. */
const KEPT = 6;
const PLACE = "races";

interface Kept {
  key: string;
  when: number;
  view: CompareView;
}

export class Racing {
  question = $state.raw<Question | null>(null);
  position = $state.raw<PositionView | null>(null);
  view = $state.raw<CompareView | null>(null);
  /** When what is shown was measured; nothing while it is being measured. */
  when = $state<number | null>(null);
  running = $state(false);
  /** Why there is no race. */
  error = $state<string | null>(null);
  /** Why there is no position. */
  unread = $state<string | null>(null);
  #work = new AbortController();

  /** Show a race that is not begun yet; if it was run here before, with what came of it. */
  async open(question: Question): Promise<void> {
    const same = this.question !== null && keyOf(question) === keyOf(this.question);
    if (!same) this.stop();
    this.question = question;
    if (same && this.position) return;
    this.error = this.unread = null;
    const kept = readKept().find((each) => each.key === keyOf(question));
    this.view = kept?.view ?? null;
    this.when = kept?.when ?? null;
    await this.#look(question);
  }

  async #look(question: Question): Promise<void> {
    try {
      const found = await positions.position(question.position);
      if (this.question === question) this.position = found;
    } catch (error) {
      if (this.question !== question) return;
      this.position = null;
      this.unread = told(error);
    }
  }

  async start(): Promise<void> {
    const { question } = this;
    if (!question) return;
    this.stop();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.view = this.when = this.error = null;
    this.running = true;
    announcer.say("The race begins.");
    try {
      const view = await race(question, (soFar) => (this.view = soFar), signal);
      this.#finish(question, view);
      announcer.say(view.complete ? "The race is over." : "The race ran out of time.");
    } catch (error) {
      if (isStopped(error)) return;
      this.running = false;
      this.view = null;
      this.error = told(error);
    }
  }

  /** End the race; what was measured stays. */
  stop(): void {
    if (!this.running || !this.question) return;
    this.#work.abort();
    if (this.view) this.#finish(this.question, { ...this.view, complete: false, now: null });
    this.running = false;
    announcer.say("The race was stopped.");
  }

  #finish(question: Question, view: CompareView): void {
    this.running = false;
    this.view = view;
    if (!view.agents.some((each) => each.runs.length > 0)) return;
    this.when = Date.now();
    const key = keyOf(question);
    const others = readKept().filter((each) => each.key !== key);
    save(PLACE, [{ key, when: this.when, view }, ...others].slice(0, KEPT));
  }
}

function readKept(): Kept[] {
  const kept = load(PLACE);
  if (!Array.isArray(kept)) return [];
  return (kept as Partial<Kept>[]).filter(
    (each): each is Kept =>
      typeof each?.key === "string" &&
      typeof each.when === "number" &&
      Array.isArray(each.view?.agents),
  );
}

function told(error: unknown): string {
  return sentence(named(error instanceof Error ? error.message : String(error)));
}
