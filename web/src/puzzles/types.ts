/** The shapes of puzzles; docs/api.md tells what each part means. */

import type { Player, PositionView } from "../shared/types";

export interface PuzzleView {
  id: string;
  turn: Player;
  aim: "win" | "save";
  question: string;
  grade: string;
  level: number;
  moves: number;
  position: PositionView;
}

export interface PuzzlesView {
  complete: boolean;
  puzzles: PuzzleView[];
}

export interface AttemptView {
  column: number;
  right: boolean;
  sentences: string[];
  /** Best play of both to the end, the tried column first. */
  line: number[];
}

export interface AnswerView {
  column: number;
  line: number[];
  sentences: string[];
}
