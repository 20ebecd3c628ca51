/** A lesson and a step of it, what the reader has answered, and the stage that it drives. */

import { isAborted } from "../shared/http";
import type { LessonAnswerView, LessonStepView, LessonView, ShotView } from "../shared/types";
import { sayError } from "../shared/words";
import { USUAL_OPTIONS } from "../traces/link";
import { TheatreState } from "../traces/theatre.svelte";
import { fetchAnswers, fetchLesson } from "./api";
import type { Place } from "./place";
import { keyOf, NOTHING, read, write, type Progress } from "./progress";

export class LessonState {
  readonly theatre = new TheatreState();
  lesson = $state.raw<LessonView | null>(null);
  place = $state.raw<Place>({ lesson: "", step: 1, group: "", learner: "" });
  progress = $state.raw<Progress>(NOTHING);
  answers = $state.raw<LessonAnswerView[] | null>(null);
  ready = $state(false);
  error = $state("");
  #opening = 0;

  get steps(): readonly LessonStepView[] {
    return this.lesson?.steps ?? [];
  }
  /** The place of the step in the list; the ending shows the last one. */
  get index(): number {
    return Math.min(this.place.step, this.steps.length) - 1;
  }
  get current(): LessonStepView | null {
    return this.steps[this.index] ?? null;
  }
  get atEnding(): boolean {
    return this.lesson !== null && this.place.step > this.steps.length;
  }
  /** The number of the question of this step among all, from 0; null without one. */
  get number(): number | null {
    if (!this.current?.question || this.atEnding) return null;
    return this.steps.slice(0, this.index).filter((step) => step.question).length;
  }
  /** What was chosen: a choice from 1, 0 for having it shown, null for nothing yet. */
  get picked(): number | null {
    return this.number === null ? null : (this.progress.answers[this.number] ?? null);
  }
  get answer(): LessonAnswerView | null {
    if (this.number === null || this.picked === null) return null;
    return this.answers?.[this.number] ?? null;
  }
  get unanswered(): boolean {
    return this.number !== null && this.picked === null;
  }
  get isRight(): boolean {
    return this.picked !== null && this.picked === this.answer?.answer;
  }
  get #key(): string {
    return keyOf(this.lesson?.name ?? "", this.place.group, this.place.learner);
  }

  async open(place: Place): Promise<void> {
    const opening = ++this.#opening;
    this.error = "";
    this.ready = false;
    try {
      if (this.lesson === null || this.place.lesson !== place.lesson) {
        this.lesson = this.answers = null;
        this.place = place;
        const lesson = await fetchLesson(place.lesson);
        if (opening !== this.#opening) return;
        this.lesson = lesson;
      }
      this.place = place;
      this.progress = read(this.#key);
      this.#note();
      await this.#show(opening);
    } catch (error) {
      if (opening === this.#opening && !isAborted(error)) this.error = sayError(error);
    }
  }

  /** Note how far the reader has come. */
  #note(): void {
    const { progress, place, atEnding } = this;
    const next = {
      ...progress,
      step: Math.max(progress.step, Math.min(place.step, this.steps.length)),
      done: progress.done || (atEnding && !this.#missing),
    };
    this.progress = next;
    write(this.#key, next);
  }

  /** Is any question still open? */
  get #missing(): boolean {
    return this.missing !== null;
  }
  /** The first step, from 1, whose question is open; null if there is none. */
  get missing(): number | null {
    let number = 0;
    for (const [index, step] of this.steps.entries()) {
      if (!step.question) continue;
      if (this.progress.answers[number] === undefined) return index + 1;
      number += 1;
    }
    return null;
  }

  async #show(opening: number): Promise<void> {
    const step = this.current;
    if (!step) return;
    const { theatre } = this;
    // Nothing of what is to come is seen before the moment of the step.
    const options = { ...USUAL_OPTIONS, step: 0 };
    await theatre.open(step.search as Parameters<TheatreState["open"]>[0], options);
    const name = this.lesson?.name ?? "";
    if (this.picked !== null || this.atEnding) this.answers ??= await fetchAnswers(name);
    if (opening !== this.#opening) return;
    this.#seek(this.answer?.reveal ?? this.#lastReveal ?? step.shot);
    this.ready = true;
  }

  /** The ending goes on showing what the last step has come to. */
  get #lastReveal(): ShotView | null {
    if (!this.atEnding || !this.current?.question) return null;
    return this.answers?.at(-1)?.reveal ?? null;
  }

  #seek({ moment, view, node }: ShotView): void {
    const { theatre } = this;
    theatre.view = view === "near" ? "near" : "whole";
    theatre.seek(moment);
    theatre.select(node);
  }

  /** Answer a question, once; 0 asks for the answer. What really happened is then shown. */
  async pick(choice: number): Promise<void> {
    const { number, lesson } = this;
    if (number === null || !lesson || this.picked !== null) return;
    const opening = this.#opening;
    try {
      const answers = (this.answers ??= await fetchAnswers(lesson.name));
      if (opening !== this.#opening || this.picked !== null) return;
      const isRight = answers[number]?.answer === choice;
      const { progress } = this;
      const right = isRight ? [...progress.right, number] : progress.right;
      const next = { ...progress, answers: { ...progress.answers, [number]: choice }, right };
      this.progress = next;
      write(this.#key, next);
      if (this.answer) this.#seek(this.answer.reveal);
    } catch (error) {
      this.error = sayError(error);
    }
  }

  /** The answers of all questions in order, as they are handed in. */
  get given(): number[] {
    const count = this.lesson?.questions ?? 0;
    return Array.from({ length: count }, (_, number) => this.progress.answers[number] ?? 0);
  }

  /** Forget what was answered. */
  restart(): void {
    write(this.#key, null);
    this.progress = NOTHING;
  }

  close(): void {
    this.#opening += 1;
    this.theatre.close();
  }
}
