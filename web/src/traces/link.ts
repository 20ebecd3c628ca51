/** Links to the theatre: what is searched, by whom, and how it is viewed. */

import { namesPosition, positionQuery, readPosition, readWhole } from "../positions/link";
import type { PositionRef } from "../shared/types";
import type { Form } from "./moment";

export const USUAL_AGENT = "alphabeta:depth=4";
export const USUAL_MOVES = "4453";

/** What is searched, and by whom. */
export interface Search extends PositionRef {
  agent: string;
  seed?: number;
  /** A tree of one's own, searched instead of the position. */
  tree?: string;
}

/** Steps a second. */
export const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 4000] as const;
export const USUAL_SPEED = 2;

export interface ViewOptions {
  /** The moment; null leaves the choice to the search. */
  step: number | null;
  node: number | null;
  truth: boolean;
  view: "whole" | "near" | null;
  /** A place in the list of speeds. */
  speed: number;
  full: boolean;
  /** Whose values are shown. */
  form: Form;
  /** Is a step one phase of a playout? Else a whole playout. */
  phases: boolean;
  /** How many phases of the playout after `step` are done. */
  phase: number;
}

export const USUAL_OPTIONS: ViewOptions = {
  step: null,
  node: null,
  truth: false,
  view: null,
  speed: USUAL_SPEED,
  full: false,
  form: "maxmin",
  phases: false,
  phase: 0,
};

/** Write a search and how it is viewed; what is usual is left out. */
export function writeLink(search: Search, options: ViewOptions): URLSearchParams {
  const query = positionQuery(search);
  if (search.moves === "-" && !search.start) query.set("moves", "-");
  if (search.tree) query.set("tree", search.tree);
  query.set("agent", search.agent);
  if (search.seed) query.set("seed", String(search.seed));
  if (options.step !== null) query.set("step", String(options.step));
  if (options.node !== null) query.set("node", String(options.node));
  if (options.truth) query.set("truth", "1");
  if (options.view) query.set("view", options.view);
  if (options.speed !== USUAL_SPEED) query.set("speed", String(options.speed));
  if (options.full) query.set("full", "1");
  if (options.form !== "maxmin") query.set("form", options.form);
  if (options.phases) query.set("phases", "1");
  if (options.phase > 0) query.set("phase", String(options.phase));
  return query;
}

/** Read what is searched; without a position, one that shows something. */
export function readSearch(query: URLSearchParams): Search {
  const position = readPosition(query);
  const seed = readWhole(query.get("seed"));
  const tree = query.get("tree");
  return {
    ...position,
    moves: namesPosition(query) ? position.moves : USUAL_MOVES,
    agent: query.get("agent") || USUAL_AGENT,
    ...(seed ? { seed } : {}),
    ...(tree ? { tree } : {}),
  };
}

export function readOptions(query: URLSearchParams): ViewOptions {
  const view = query.get("view");
  return {
    // A phase belongs to a playout.
    step: readWhole(query.get("step")) ?? (query.has("phase") ? 0 : null),
    node: readWhole(query.get("node")),
    truth: query.get("truth") === "1",
    view: view === "whole" || view === "near" ? view : null,
    speed: Math.min(SPEEDS.length - 1, readWhole(query.get("speed")) ?? USUAL_SPEED),
    full: query.get("full") === "1",
    form: query.get("form") === "negamax" ? "negamax" : "maxmin",
    phases: query.get("phases") === "1" || query.has("phase"),
    phase: readWhole(query.get("phase")) ?? 0,
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
    search.tree ?? "",
  ]);
}
