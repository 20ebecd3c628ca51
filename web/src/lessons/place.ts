/** Links to lessons: which lesson, which step, and for which class. */

import { linkTo } from "../shared/router.svelte";

export interface Place {
  /** The name of a lesson; "" for the list. */
  lesson: string;
  /** Counts from 1; the ending comes after the last step. */
  step: number;
  /** A class and a learner, if answers are to be handed in. */
  group: string;
  learner: string;
}

export function readPlace(query: URLSearchParams): Place {
  const step = Number(query.get("step") ?? 1);
  return {
    lesson: query.get("lesson") ?? "",
    step: Number.isInteger(step) && step > 0 ? step : 1,
    group: query.get("class") ?? "",
    learner: query.get("learner") ?? "",
  };
}

/** Write an address; what is usual is left out. */
export function writePlace({ lesson, step, group, learner }: Place): string {
  const query = new URLSearchParams();
  if (lesson) query.set("lesson", lesson);
  if (lesson && step > 1) query.set("step", String(step));
  if (group) query.set("class", group);
  if (group && learner) query.set("learner", learner);
  return linkTo("/tour", query);
}
