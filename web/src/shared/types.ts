/** The shapes that the API gives and takes; docs/api.md tells what each part means. */

export type Player = "X" | "O";
export type Result = 1 | 0 | -1;

export interface Cell {
  column: number;
  row: number;
}

export interface Landing extends Cell {
  probability: number;
}

export interface Threat extends Cell {
  now: boolean;
}

export interface Played extends Cell {
  player: Player;
  aim: number;
}

export interface Outcome {
  winner: Player | null;
  result: "1-0" | "0-1" | "1/2-1/2";
  says: string;
  cells: Cell[];
}

/** How a position is named: moves from a start, on a board of a size, under a variant. */
export interface PositionRef {
  moves: string;
  start: string | null;
  size: string;
  variant: string;
}

export interface PositionView extends PositionRef {
  columns: number;
  rows: number;
  ply: number;
  turn: Player;
  says: string;
  board: string[];
  legal: number[];
  landings: Record<string, Landing[]>;
  played: Played[];
  outcome: Outcome | null;
  winning: number[];
  threats: Record<Player, Threat[]>;
  fours: Record<Player, number>;
  game: string;
}

export interface DropView {
  played: Played;
  position: PositionView;
}

export interface ScoreView {
  value: number;
  result: Result;
  plies: number;
  says: string;
}

export interface ColumnView {
  column: number;
  score: ScoreView | null;
  lower: number;
  says: string;
  best: boolean;
}

export interface AnalysisView {
  complete: boolean;
  score: ScoreView | null;
  columns: ColumnView[];
  best: number[];
}

export interface OptionView {
  name: string;
  help: string;
  kind: "int" | "float" | "str" | "bool";
  default: number | string | boolean | null;
  choices: string[];
  least: number | null;
  most: number | null;
  limit: boolean;
}

export interface AgentView {
  name: string;
  summary: string;
  options: OptionView[];
  variants: string[];
}

export interface LevelView {
  spec: string;
  level: number;
  summary: string;
  variants: string[];
}

export interface AgentsView {
  levels: LevelView[];
  agents: AgentView[];
  caps: { depth: number; nodes: number; playouts: number; seconds: number };
}

export interface ValueView {
  column: number;
  value: number;
  bound: "exact" | "lower" | "upper";
  result: Result | null;
  plies: number | null;
  visits: number | null;
  says: string;
}

export interface ReportView {
  column: number;
  values: ValueView[];
  nodes: number;
  depth: number;
  seconds: number;
  line: number[];
  playouts: number;
  complete: boolean;
}

export interface MoveView {
  agent: string;
  played: Played;
  report: ReportView;
  position: PositionView;
}

export interface HintView {
  column: number;
  proved: boolean;
  says: string;
}

export interface SentenceView {
  text: string;
  kind: string;
  player: Player | null;
  columns: number[];
  cells: Cell[];
  four: Cell[];
  after: number[];
  line: number[];
}

export interface ExplanationView {
  turn: Player | null;
  column: number | null;
  brief: string[];
  sentences: SentenceView[];
  note: string | null;
}

export interface ReviewedMove {
  number: number;
  player: Player;
  column: number;
  score: ScoreView;
  best: ScoreView;
  best_columns: number[] | null;
  kind: string;
  means: string;
  is_best: boolean;
  is_blunder: boolean;
  points_lost: number;
  says: string;
}

export interface GraphPoint {
  number: number;
  value: number;
  says: string;
}

export interface SideReview {
  name: string;
  moves: number;
  counted: number;
  best: number;
  blunders: number;
  /** From 0 to 100; null if there was no choice. */
  accuracy: number | null;
  points_lost: number;
  kinds: Record<string, number>;
}

export interface ReviewView {
  moves: ReviewedMove[];
  graph: GraphPoint[];
  sides: Record<Player, SideReview>;
  moments: number[];
  turning_point: number | null;
  story: string[];
}

export interface Progress {
  done: number;
  total: number;
}
