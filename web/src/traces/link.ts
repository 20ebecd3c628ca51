/** Links to the theatre: what is searched, by whom, and how it is viewed. */

import { namesPosition, positionQuery, readPosition, readWhole } from "../positions/link";
import type { PositionRef } from "../shared/types";

export const USUAL_AGENT = "alphabeta:depth=4";
export const USUAL_MOVES = "4453";

/** What is searched, and by whom. */
export interface Search extends PositionRef {
  agent: string;
  seed?: number;
}

/** Steps a second. */
export const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 4000] as const;
export const USUAL_SPEED = 2;

export interface ViewOptions {
  /** The moment; the start if none. */
  step: number;
  node: number | null;
  truth: boolean;
  view: "whole" | "near" | null;
  /** A place in the list of speeds. */
  speed: number;
  full: boolean;
}

export const USUAL_OPTIONS: ViewOptions = {
  step: 0,
  node: null,
  truth: false,
  view: null,
  speed: USUAL_SPEED,
  full: false,
};

/** Write a search and how it is viewed; what is usual is left out. */
export function writeLink(search: Search, options: ViewOptions): URLSearchParams {
  const query = positionQuery(search);
  if (search.moves === "-" && !search.start) query.set("moves", "-");
  query.set("agent", search.agent);
  if (search.seed) query.set("seed", String(search.seed));
  if (options.step > 0) query.set("step", String(options.step));
  if (options.node !== null) query.set("node", String(options.node));
  if (options.truth) query.set("truth", "1");
  if (options.view) query.set("view", options.view);
  if (options.speed !== USUAL_SPEED) query.set("speed", String(options.speed));
  if (options.full) query.set("full", "1");
  return query;
}

/** Read what is searched; without a position, one that shows something. */
export function readSearch(query: URLSearchParams): Search {
  const position = readPosition(query);
  const seed = readWhole(query.get("seed"));
  return {
    ...position,
    moves: namesPosition(query) ? position.moves : USUAL_MOVES,
    agent: query.get("agent") || USUAL_AGENT,
    ...(seed ? { seed } : {}),
  };
}

export function readOptions(query: URLSearchParams): ViewOptions {
  const view = query.get("view");
  return {
    step: readWhole(query.get("step")) ?? 0,
    node: readWhole(query.get("node")),
    truth: query.get("truth") === "1",
    view: view === "whole" || view === "near" ? view : null,
    speed: Math.min(SPEEDS.length - 1, readWhole(query.get("speed")) ?? USUAL_SPEED),
    full: query.get("full") === "1",
  };
}

/** The part of a search that says which trace it is. */
export function keyOf(search: Search): string {
  return JSON.stringify([
    search.moves,
    search.start,
    search.size,
    search.variant,
    search.agent,
    search.seed ?? 0,
  ]);
}
