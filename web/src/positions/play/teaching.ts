/** Whether a move gave away what the position was worth, from the scores that the API has proved. */

import type { AnalysisView, PlayedView, PositionView, Result } from "../../shared/types";

export interface Judgement {
  played: PlayedView;
  /** In words, what the move is worth and what was there. */
  says: string;
  better: number[];
}

const HAD: Record<Result, string> = { 1: "the win", 0: "the draw", [-1]: "" };
const HAS: Record<Result, string> = { 1: "", 0: "a draw", [-1]: "a loss" };

/** Call a move a blunder if it turned a win into less, or a draw into a loss. */
export function judge(truth: AnalysisView | null, after: PositionView): Judgement | null {
  const played = after.played.at(-1);
  const column = truth?.columns.find((each) => each.column === played?.aim);
  const best = truth?.score;
  if (!truth || !played || !best || !column?.score) return null;
  if (column.score.result >= best.result) return null;
  const says = `That gives ${HAD[best.result]} away: with best play it is now ${HAS[column.score.result]}.`;
  return { played, says, better: truth.best };
}
