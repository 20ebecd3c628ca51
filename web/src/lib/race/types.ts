/** The shapes of a race; docs/api.md tells what each part means. */

import type { PositionRef, PositionView, ScoreView } from "../types";

export interface Spread {
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

export interface ContenderView {
  agent: string;
  column: number | null;
  columns: { column: number; count: number; verdict: VerdictView | null }[];
  seconds: Spread | null;
  nodes: Spread | null;
  depth: Spread | null;
  playouts: Spread | null;
  memory: Spread | null;
  verdict: VerdictView | null;
  points_lost: number | null;
  note: string | null;
  trouble: string | null;
  runs: RunView[];
}

export interface CompareView {
  complete: boolean;
  now: { what: "truth" | "warm" | "run"; agent: string | null; done: number; total: number } | null;
  position: PositionView;
  limit: Partial<Record<LimitName, number | null>> | null;
  runs: number;
  best: ScoreView | null;
  best_columns: number[];
  agents: ContenderView[];
}

export type LimitName = "depth" | "nodes" | "playouts" | "seconds";

/** What every decision may take; without a name each agent has its own budget. */
export interface Budget {
  name: LimitName | null;
  amount: number;
}

/** Everything that a race is begun with. */
export interface Question {
  position: PositionRef;
  agents: string[];
  budget: Budget;
  runs: number;
}
