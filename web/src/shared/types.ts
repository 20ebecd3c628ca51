/** The shapes of the API, generated from its OpenAPI document. docs/program/api.md explains each. */

import type { DropRequest, LimitRequest, PositionView, ScoreView } from "./schema";

export type * from "./schema";

export type Player = PositionView["turn"];
export type Variant = DropRequest["variant"];
export type LimitName = keyof LimitRequest;
export type Result = ScoreView["result"];
/** How a position is named: moves from a start, on a board of a size, under a variant. */
export type PositionRef = Pick<PositionView, "moves" | "start" | "size" | "variant">;

/** How far some work has come. */
export interface Progress {
  done: number;
  total: number;
}
