/** The player's rating: Glicko-2, with one rating period a puzzle. */

import rate from "glicko2-lite";

export interface Rating {
  value: number;
  /** How far off it may be. */
  deviation: number;
  volatility: number;
}

/** A puzzle as an opponent, and what was scored against it. */
export interface Result {
  rating: number;
  deviation: number;
  /** 1 for solved, 0 for not, and half for solved with a hint. */
  points: number;
}

export const FIRST_RATING: Rating = { value: 1500, deviation: 350, volatility: 0.06 };

/** Return the rating after the results of one period. */
export function rated(
  { value, deviation, volatility }: Rating,
  results: readonly Result[],
): Rating {
  const next = rate(
    value,
    deviation,
    volatility,
    results.map((each) => [each.rating, each.deviation, each.points]),
  );
  return { value: next.rating, deviation: next.rd, volatility: next.vol };
}
