/** Links to puzzles: which way of solving, which puzzle, and what kind comes next. */

import { THEMES, type Theme } from "./themes";

export const MODES = ["train", "daily", "rush"] as const;
export type Mode = (typeof MODES)[number];
export const GRADES = ["near", "very easy", "easy", "medium", "hard", "very hard"] as const;
export type Grade = (typeof GRADES)[number];
export const AIMS = ["both", "win", "save"] as const;
export type Aim = (typeof AIMS)[number];
/** How long a rush is: minutes, or until the third miss. */
export const RUNS = ["3", "5", "survival"] as const;
export type Run = (typeof RUNS)[number];

/** Which puzzles come next in training. */
export interface Choice {
  /** Near your rating, or a grade. */
  grade: Grade;
  aim: Aim;
  theme: Theme | "any";
}

export interface Place {
  mode: Mode;
  id: string | null;
  /** Whose day's puzzle; today's if there is none. */
  date: string | null;
  run: Run;
  choice: Choice;
}

export const ANY: Choice = { grade: "near", aim: "both", theme: "any" };

/** The levels of each grade. */
export const LEVELS: Record<Grade, [number, number]> = {
  near: [1, 10],
  "very easy": [1, 2],
  easy: [3, 4],
  medium: [5, 6],
  hard: [7, 7],
  "very hard": [8, 10],
};

const spaced = (text: string | null) => text?.replaceAll("-", " ");
const joined = (text: string) => text.replaceAll(" ", "-");

export function readPlace(query: URLSearchParams): Place {
  const date = query.get("date");
  return {
    mode: MODES.find((each) => each === query.get("mode")) ?? "train",
    id: query.get("id"),
    date: date && /^\d{4}-\d\d-\d\d$/.test(date) ? date : null,
    run: RUNS.find((each) => each === query.get("run")) ?? "3",
    choice: {
      grade: GRADES.find((each) => each === spaced(query.get("grade"))) ?? ANY.grade,
      aim: AIMS.find((each) => each === query.get("kind")) ?? ANY.aim,
      theme: THEMES.find((each) => each === spaced(query.get("theme"))) ?? ANY.theme,
    },
  };
}

/** Write where somebody is; what is usual is left out. */
export function placeQuery(place: Partial<Place>): URLSearchParams {
  const { mode = "train", id, date, run = "3", choice = ANY } = place;
  const query = new URLSearchParams();
  if (mode !== "train") query.set("mode", mode);
  if (mode === "daily" && date) query.set("date", date);
  if (mode === "rush" && run !== "3") query.set("run", run);
  if (mode === "train") {
    if (id) query.set("id", id);
    if (choice.grade !== ANY.grade) query.set("grade", joined(choice.grade));
    if (choice.aim !== ANY.aim) query.set("kind", choice.aim);
    if (choice.theme !== ANY.theme) query.set("theme", joined(choice.theme));
  }
  return query;
}
