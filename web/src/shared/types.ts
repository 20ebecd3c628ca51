/** The shapes of the API, generated from its OpenAPI document. docs/program/api.md explains each. */

import type { DropRequest, LimitRequest, paths, PositionView, ScoreView } from "./schema";

export type * from "./schema";

export type Player = PositionView["turn"];
export type Variant = DropRequest["variant"];
export type LimitName = keyof LimitRequest;
export type Result = ScoreView["result"];
/** How a position is named: moves from a start, on a board of a size, under a variant. */
export type PositionRef = Pick<PositionView, "moves" | "start" | "size" | "variant">;

/** What a GET of a path answers. */
type Answered<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer T } } } };
}
  ? T
  : never;
/** A line of best play, and one page of a tournament's games: other resources have such names, too. */
export type LineView = Answered<"/api/v1/positions/{moves}/line">;
export type GamesView = Answered<"/api/v1/tournaments/{id}/games">;

/** How far some work has come. */
export interface Progress {
  done: number;
  total: number;
}
