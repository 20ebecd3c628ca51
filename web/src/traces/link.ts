/** The theatre's links: what is searched, by whom, and what is looked at. */

import { positionQuery, readPosition } from "../positions/link";
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

export interface Look {
  /** The moment; the start if none. */
  step: number;
  node: number | null;
  truth: boolean;
  view: "whole" | "near" | null;
  /** A place in the list of speeds. */
  speed: number;
  full: boolean;
}

/** Write a search and a look at it; what is usual is left out. */
export function writeLink(search: Search, look: Look): URLSearchParams {
  const query = positionQuery(search);
  if (search.moves === "-" && !search.start) query.set("moves", "-");
  query.set("agent", search.agent);
  if (search.seed) query.set("seed", String(search.seed));
  if (look.step > 0) query.set("step", String(look.step));
  if (look.node !== null) query.set("node", String(look.node));
  if (look.truth) query.set("truth", "1");
  if (look.view) query.set("view", look.view);
  if (look.speed !== USUAL_SPEED) query.set("speed", String(look.speed));
  if (look.full) query.set("full", "1");
  return query;
}

/** Read what is to be searched; without a word, a position that shows something. */
export function readSearch(query: URLSearchParams): Search {
  const position = readPosition(query);
  const named = ["moves", "start", "size", "variant"].some((key) => query.has(key));
  const seed = whole(query.get("seed"));
  return {
    ...position,
    moves: named ? position.moves : USUAL_MOVES,
    agent: query.get("agent") || USUAL_AGENT,
    ...(seed ? { seed } : {}),
  };
}

export function readLook(query: URLSearchParams): Look {
  const view = query.get("view");
  return {
    step: whole(query.get("step")) ?? 0,
    node: whole(query.get("node")),
    truth: query.get("truth") === "1",
    view: view === "whole" || view === "near" ? view : null,
    speed: Math.min(SPEEDS.length - 1, whole(query.get("speed")) ?? USUAL_SPEED),
    full: query.get("full") === "1",
  };
}

/** A number from 0 on, or nothing. */
function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
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
