/** The shapes of tournaments, as the API gives them. */

export type State = "waiting" | "running" | "finished" | "cancelled" | "failed";
export type LimitName = "depth" | "nodes" | "playouts" | "seconds";

export interface TournamentRequest {
  agents: string[];
  games: number;
  format: string;
  openings: string;
  size: string;
  variant: string;
  limit: Partial<Record<LimitName, number | null>> | null;
  seed: number;
}

export interface TallyView {
  wins: number;
  draws: number;
  losses: number;
}

export interface EloView {
  elo: number;
  low: number;
  high: number;
}

export interface StandingView extends TallyView {
  name: string;
  spec: string;
  number: number;
  games: number;
  score: number | null;
  elo: EloView | null;
  forfeits: number;
  seconds_a_move: number;
  nodes_a_move: number;
}

export interface CrossView extends TallyView {
  agent: string;
  opponent: string;
  first: TallyView;
  superiority: number | null;
}

export interface FaultView {
  number: number;
  first: string;
  second: string;
  forfeit: string | null;
  reason: string;
}

export interface StandingsView {
  says: string;
  games: number;
  distinct_games: number;
  agents: StandingView[];
  cross_table: CrossView[];
  forfeits: FaultView[];
  voids: FaultView[];
}

export interface TournamentLineView {
  id: string;
  state: State;
  says: string;
  created: string;
  ended: string | null;
  setup: TournamentRequest;
  names: string[];
  done: number;
  total: number;
  leaders: string[];
}

export interface TournamentView extends TournamentLineView {
  before: number;
  games_a_second: number | null;
  seconds_left: number | null;
  standings: StandingsView | null;
}

export interface TournamentsView {
  total: number;
  first: number;
  tournaments: TournamentLineView[];
}

export interface GameLineView {
  number: number;
  first: string;
  second: string;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  says: string;
  forfeit: string | null;
  plies: number;
  moves: string;
  start: string | null;
  size: string;
  variant: string;
}

export interface GamesView {
  total: number;
  first: number;
  games: GameLineView[];
}
