/** The course: what it holds, its lines, and what it plays in a position. */

import { request } from "../shared/http";
import type { Place } from "./link";
import type { Side } from "./record";
import type { CourseLinesView, CourseNodeView, CourseView } from "./types";

let known: Promise<CourseView> | null = null;

/** Fetch what the course holds, once. */
export function course(): Promise<CourseView> {
  known ??= request("/course" as never).catch((error: unknown) => {
    known = null;
    throw error;
  }) as never;
  return known as Promise<CourseView>;
}

/** Fetch the lines of a goal, or some of a chapter's after one of them. */
export function lines(
  { side, goal, chapter }: Place,
  count: number,
  after: string | null,
  signal?: AbortSignal,
): Promise<CourseLinesView> {
  const query = goal ? { goal } : { chapter, count, after };
  return request("/course/{side}/lines" as never, { parts: { side }, query, signal }) as never;
}

/** What the course has for a position. */
export function node(side: Side, moves: string, signal?: AbortSignal): Promise<CourseNodeView> {
  return request("/course/{side}/positions/{moves}" as never, {
    parts: { side, moves },
    signal,
  }) as never;
}
