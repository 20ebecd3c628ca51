/** Links to the course: which side, and what is trained. */

import type { Side } from "./record";

export interface Place {
  side: Side;
  goal: string | null;
  chapter: string | null;
}

export function readPlace(query: URLSearchParams): Place {
  const goal = query.get("goal");
  return {
    side: query.get("side") === "second" ? "second" : "first",
    goal,
    chapter: goal === null ? query.get("chapter") : null,
  };
}

/** Write where somebody is; what is usual is left out. */
export function placeQuery({ side = "first", goal, chapter }: Partial<Place>): URLSearchParams {
  const query = new URLSearchParams();
  if (side !== "first") query.set("side", side);
  if (goal) query.set("goal", goal);
  else if (chapter) query.set("chapter", chapter);
  return query;
}
