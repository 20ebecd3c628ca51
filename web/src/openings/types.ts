/** TEMPORARY shapes until the schema has them. */
import type { Player, ScoreView } from "../shared/types";

export interface RepliesView {
  total: number;
  lose: number;
  draw: number;
  win: number;
  keep: number;
}
export interface OpeningColumnView {
  column: number;
  score: ScoreView;
  best: boolean;
  keeps: boolean;
  replies: RepliesView | null;
  canonical: string;
  orders: number | null;
  name: { text: string; note: string } | null;
  ends: boolean;
}
export interface ChosenByView {
  agent: string;
  name: string;
  group: "levels" | "learned";
  games: number;
  columns: Record<string, number>;
}
export interface OpeningView {
  moves: string;
  start: string | null;
  size: string;
  variant: string;
  ply: number;
  turn: Player;
  score: ScoreView;
  source: string;
  name: { text: string; note: string } | null;
  canonical: string;
  mirrored: boolean;
  symmetric: boolean;
  orders: number | null;
  examples: string[];
  keeps: number;
  says: string;
  columns: OpeningColumnView[];
  line: number[];
  chosen: ChosenByView[];
  ledger: { games: number; plies: number; agents: Record<string, number> };
}
export interface DepartureChoiceView {
  column: number;
  count: number;
  score: ScoreView;
  cost: string;
  games: number[];
}
export interface DepartureView {
  moves: string;
  canonical: string;
  turn: Player;
  ply: number;
  reached: number;
  count: number;
  score: ScoreView;
  best: number[];
  keep: number[];
  choices: DepartureChoiceView[];
}
export interface OwnGameView {
  number: number;
  line: number;
  moves: string;
  first: string | null;
  second: string | null;
  result: string;
  departures: { ply: number; column: number; cost: string }[];
}
export interface OwnGamesView {
  games: number;
  moves: number;
  sides: {
    player: Player;
    games: number;
    kept: number;
    left: number;
    gave_win: number;
    gave_draw: number;
  }[];
  departures: DepartureView[];
  list: OwnGameView[];
}
