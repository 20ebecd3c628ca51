/** How far a reader has come, saved in the browser: lesson by lesson, for each class and learner. */

import { load, save } from "../shared/storage";

/** The choice for each question, by its number from 0; 0 stands for an answer that was shown. */
export type Answers = Readonly<Record<number, number>>;

export interface Progress {
  /** The furthest step that was opened, from 1. */
  step: number;
  answers: Answers;
  /** Which of them were right. */
  right: readonly number[];
  done: boolean;
}

export const NOTHING: Progress = { step: 0, answers: {}, right: [], done: false };
const KEY = "lessons";

type Saved = Record<string, Progress>;

export function keyOf(lesson: string, group: string, learner: string): string {
  return group ? `${lesson}@${group}/${learner}` : lesson;
}

/** Read what was saved, and leave out what is not progress. */
export function readAll(): Saved {
  const saved = load(KEY);
  if (typeof saved !== "object" || saved === null) return {};
  return Object.fromEntries(Object.entries(saved).filter(([, each]) => isProgress(each))) as Saved;
}

function isProgress(value: unknown): value is Progress {
  const each = value as Partial<Progress> | null;
  return (
    typeof each === "object" &&
    each !== null &&
    typeof each.step === "number" &&
    typeof each.answers === "object" &&
    Array.isArray(each.right)
  );
}

export function read(key: string): Progress {
  return readAll()[key] ?? NOTHING;
}

export function write(key: string, progress: Progress | null): void {
  const all = readAll();
  if (progress) all[key] = progress;
  else delete all[key];
  save(KEY, all);
}

/** What a list says of a lesson. */
export function sayProgress(progress: Progress, steps: number, questions: number): string {
  if (progress.done) return `✓ done · ${progress.right.length} of ${questions} right`;
  return progress.step > 0 ? `step ${Math.min(progress.step, steps)} of ${steps}` : "";
}
