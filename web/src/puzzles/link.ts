/** What puzzles are wanted, and the link of each. */

export const GRADES = ["any", "easy", "medium", "hard", "very hard"] as const;
export type Grade = (typeof GRADES)[number];
export const AIMS = ["both", "win", "save"] as const;
export type Aim = (typeof AIMS)[number];

export interface Wish {
  grade: Grade;
  aim: Aim;
}

/** The levels from which on puzzles of a grade are found; the very easy ones are easy here. */
export const LEVELS: Record<Grade, [number, number]> = {
  any: [1, 10],
  easy: [1, 4],
  medium: [5, 6],
  hard: [7, 8],
  "very hard": [9, 10],
};

export function readWish(query: URLSearchParams): Wish {
  return {
    grade: GRADES.find((each) => each === query.get("grade")?.replace("-", " ")) ?? "any",
    aim: AIMS.find((each) => each === query.get("kind")) ?? "both",
  };
}

/** Write a puzzle and what comes after it; what is usual is left out. */
export function puzzleQuery(id: string | null, { grade, aim }: Wish): URLSearchParams {
  const query = new URLSearchParams();
  if (id) query.set("id", id);
  if (grade !== "any") query.set("grade", grade.replace(" ", "-"));
  if (aim !== "both") query.set("kind", aim);
  return query;
}
