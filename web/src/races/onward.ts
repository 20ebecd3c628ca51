/** Where a race leads on: to the search behind a decision, to its explanation, to a game. */

import { withBudget } from "../agents/budget";
import { isTraceable } from "../agents/spec";
import {
  columnsOf,
  gameQuery,
  joinMoves,
  positionQuery,
  seatsFor,
  splitMoves,
} from "../positions/link";
import { linkTo } from "../shared/router.svelte";
import type { AgentsView, ContenderView, RaceView } from "../shared/types";

export interface Links {
  /** The very search in the Theatre; null for agents that have no tree. */
  watch: (agent: ContenderView) => string | null;
  /** What a column is worth and why, in Review. */
  why: (column: number) => string;
  /** A game from here against an agent. */
  play: (spec: string) => string;
}

/** Return the links of a race; `from` is its address. */
export function linksOf(view: RaceView, agents: AgentsView | null, from: string): Links {
  const { position } = view;
  return {
    watch: (agent) => {
      const search = searchOf(agent, view.limit, agents);
      if (!search) return null;
      const query = positionQuery(position);
      if (![...query.keys()].length) query.set("moves", "-");
      query.set("agent", search.spec);
      if (search.seed > 0) query.set("seed", String(search.seed));
      return linkTo("/theatre", query);
    },
    why: (column) => {
      const width = columnsOf(position.size);
      const moves = joinMoves([...splitMoves(position.moves, width), String(column)], width);
      const query = positionQuery({ ...position, moves });
      query.set("from", from);
      return linkTo("/review", query);
    },
    play: (spec) => linkTo("/play", gameQuery(position, seatsFor(position.turn, spec))),
  };
}

/**
 * Return the agent and the seed that repeat what it decided: with the budget of the race, or with
 * as much as the clock allowed.
 */
export function searchOf(
  agent: ContenderView,
  limit: RaceView["limit"],
  agents: AgentsView | null,
): { spec: string; seed: number } | null {
  const { agent: spec, runs, column } = agent;
  if (!isTraceable(spec)) return null;
  const first = runs.findIndex((run) => run.column === column);
  const seed = Math.max(0, first);
  const run = runs[seed];
  const limited = withBudget(spec, limit, agents);
  if (limited !== spec || !run || run.complete) return { spec: limited, seed };
  const spent = run.playouts > 0 ? { playouts: run.playouts } : { nodes: run.nodes };
  return { spec: withBudget(spec, spent, agents), seed };
}
