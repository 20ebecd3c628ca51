/** What is said of an answer in training, from what the solver has proved. */

import type { AnalysisView } from "../shared/types";
import type { Side } from "./record";

export type Tone = "good" | "fine" | "bad";

export interface Judgement {
  column: number;
  tone: Tone;
  /** What it is worth: "wins in 12", or "" if that is not known. */
  worth: string;
  says: string;
}

/** Praise the move of the course. */
export function praise(column: number): Judgement {
  return { column, tone: "good", worth: "", says: `Column ${column} is right.` };
}

/**
 * Judge another column than the course's: it may do as well, and then it is no mistake; or it
 * gives the win away, or loses sooner.
 */
export function judge(
  side: Side,
  column: number,
  wanted: number,
  truth: AnalysisView | null,
): Judgement {
  const find = (each: number) => truth?.columns.find((one) => one.column === each)?.score ?? null;
  const [score, best] = [find(column), find(wanted)];
  if (!score || !best)
    return { column, tone: "bad", worth: "✗", says: `The course plays another column.` };
  const worth = score.says;
  if (side === "first" && score.result === 1)
    return {
      ...{ column, worth, tone: "fine" },
      says: `Column ${column} ${worth} too. The course plays another column here, so that there is less to remember.`,
    };
  if (side === "second" && score.value >= best.value)
    return {
      ...{ column, worth, tone: "fine" },
      says: `Column ${column} holds out as long. The course plays another column here, so that there is less to remember.`,
    };
  const lost =
    side === "first"
      ? score.result === 0
        ? "The win is gone: with best play it is a draw."
        : "The win is gone, and the game is lost."
      : `With the course's move it ${best.says}.`;
  return { column, tone: "bad", worth, says: `Column ${column} ${worth}. ${lost}` };
}
