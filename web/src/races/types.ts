/** The shapes of a race; docs/api.md tells what each part means. */

import type { PositionView, ScoreView } from "../shared/types";

export interface SpreadView {
  median: number;
  low: number;
  high: number;
}

export interface RunView {
  column: number;
  seconds: number;
  nodes: number;
  depth: number;
  playouts: number;
  complete: boolean;
  memory: number | null;
}

export interface VerdictView {
  score: ScoreView;
  kind: string;
  means: string;
  is_best: boolean;
  is_blunder: boolean;
  points_lost: number;
}

export interface ChosenView {
  column: number;
  count: number;
  verdict: VerdictView | null;
}

export interface ContenderView {
  agent: string;
  column: number | null;
  columns: ChosenView[];
  seconds: SpreadView | null;
  nodes: SpreadView | null;
  depth: SpreadView | null;
  playouts: SpreadView | null;
  memory: SpreadView | null;
  verdict: VerdictView | null;
  points_lost: number | null;
  note: string | null;
  trouble: string | null;
  runs: RunView[];
}

export interface NowView {
  what: "truth" | "warm" | "run";
  agent: string | null;
  done: number;
  total: number;
}

export interface BudgetView {
  depth: number | null;
  nodes: number | null;
  playouts: number | null;
  seconds: number | null;
}

export interface CompareView {
  complete: boolean;
  now: NowView | null;
  position: PositionView;
  limit: BudgetView | null;
  runs: number;
  best: ScoreView | null;
  best_columns: number[];
  agents: ContenderView[];
}
