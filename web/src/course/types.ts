/** The shapes of the course, as the API answers. */

import type { course, lines } from "./api";

export type CoursesView = Awaited<ReturnType<typeof course>>;
export type CourseView = CoursesView["sides"][number];
export type GoalView = CourseView["goals"][number];
export type ChapterView = CourseView["chapters"][number];
export type CourseLineView = Awaited<ReturnType<typeof lines>>["lines"][number];
export type LineCardView = CourseLineView["cards"][number];
export type RuleView = NonNullable<CourseLineView["rule"]>;
