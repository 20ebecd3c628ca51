/** Lessons, the answers to their questions, and the marks of a class. */

import { request } from "../shared/http";
import type { LessonAnswerView, LessonsView, LessonView, MarksView } from "../shared/types";

export function listLessons(): Promise<LessonsView> {
  return request("/lessons");
}

export function fetchLesson(name: string): Promise<LessonView> {
  return request("/lessons/{name}", { parts: { name } });
}

/** Fetch the answers; only asked for once a question has been answered. */
export async function fetchAnswers(name: string): Promise<LessonAnswerView[]> {
  return (await request("/lessons/{name}/answers", { parts: { name } })).answers;
}

/** Check that the server signs for a class; it refuses with a sentence if not. */
export async function findClass(name: string): Promise<void> {
  await request("/classes/{name}", { parts: { name } });
}

/** Let the server check and sign what a learner has answered; 0 stands for an answer shown. */
export function handIn(
  { group, learner }: { group: string; learner: string },
  item: { lesson: string } | { exercise: string },
  answers: readonly number[],
): Promise<MarksView> {
  return request("/marks", { body: { class: group, learner, ...item, answers } });
}
