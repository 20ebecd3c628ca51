/** Links to puzzles: which one, and what kind comes next. */

export const GRADES = ["any", "easy", "medium", "hard", "very hard"] as const;
export type Grade = (typeof GRADES)[number];
export const AIMS = ["both", "win", "save"] as const;
export type Aim = (typeof AIMS)[number];

export interface Choice {
  grade: Grade;
  aim: Aim;
}

/** The levels of each grade; puzzles that the API grades very easy count as easy here. */
export const LEVELS: Record<Grade, [number, number]> = {
  any: [1, 10],
  easy: [1, 4],
  medium: [5, 6],
  hard: [7, 8],
  "very hard": [9, 10],
};

export function readChoice(query: URLSearchParams): Choice {
  return {
    grade: GRADES.find((each) => each === query.get("grade")?.replace("-", " ")) ?? "any",
    aim: AIMS.find((each) => each === query.get("kind")) ?? "both",
  };
}

/** Write a puzzle and what comes after it; what is usual is left out. */
export function puzzleQuery(id: string | null, { grade, aim }: Choice): URLSearchParams {
  const query = new URLSearchParams();
  if (id) query.set("id", id);
  if (grade !== "any") query.set("grade", grade.replace(" ", "-"));
  if (aim !== "both") query.set("kind", aim);
  return query;
}
