/** The shapes of traces; docs/api.md and docs/trace.md tell what each part means. */

import type { Player, PositionRef, PositionView, ReportView, ScoreView } from "../shared/types";

export interface TraceQuestion extends PositionRef {
  agent: string;
  seed?: number;
  /** How many nodes to keep, if not the usual number. */
  cap?: number;
}

export interface CodeLine {
  key: string;
  indent: number;
  text: string;
}

export interface TraceView {
  id: string;
  agent: string;
  algorithm: Algorithm;
  options: Record<string, string>;
  position: PositionView;
  report: ReportView;
  nodes: number;
  visited: number;
  left_out: number;
  cap: number;
  iterations: { depth: number; first: number }[];
  root: number;
  line: number[];
  says: string;
  code: CodeLine[];
  truth: boolean;
}

export type Algorithm = "minimax" | "alphabeta" | "deepening" | "expectiminimax" | "astar" | "mcts";

export interface Columns {
  parent: (number | null)[];
  move: (number | null)[];
  order: (number | null)[];
  depth: number[];
  kind: string[];
  reason: string[];
  alpha: (number | null)[];
  beta: (number | null)[];
  value: (number | null)[];
  cut_by: (number | null)[];
  remembered: (number | null)[];
  visits: number[];
  proof: (number | null)[];
  plies: number[];
  proven_at: (number | null)[];
  probability: number[] | null;
}

export interface Drawing {
  certain: number;
  row: (number | null)[];
  says: string[];
  tone: string[];
  proven: boolean[];
}

export interface Cuts {
  node: number[];
  pruned: number[][];
  saved: number[];
  counted: boolean;
}

/** What lies right below a node. */
export interface ChildrenView {
  ids: number[];
  nodes: Columns;
  sizes: number[];
  drawing: Drawing;
  cuts: Cuts;
  pruned: number[];
}

export interface TreeView {
  nodes: Columns;
  sizes: number[];
  more: number[];
  drawing: Drawing;
  cuts: Cuts;
  steps: { actions: string[]; action: number[]; node: number[]; line: number[] };
  playouts: { leaf: number[]; points: number[] };
}

export interface CutView {
  by: number;
  refutation: number;
  pruned: number[];
  saved: number;
  counted: boolean;
  says: string;
}

export interface NodeView {
  id: number;
  path: number[];
  moves: number[];
  board: string[];
  player: Player;
  value: string;
  says: string[];
  exact: ScoreView | null;
  wrong: boolean;
  cut: CutView | null;
}

export interface TruthView {
  first: number;
  exact: number[];
  wrong: boolean[];
}
