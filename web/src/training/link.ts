/** The page as a link: which training is shown, at which age, and the position on its board. */

import { HUMAN, NO_MOVES, readWhole } from "../positions/link";
import { parseSpec, writeSpec } from "../agents/spec";
import type { TrainingLineView, TrainingRequest } from "../shared/types";
import { SHIPPED } from "./api";

export const MOST_MINUTES = 60;
export const USUAL: TrainingRequest = { method: "td", minutes: 2, seed: 0, network: "small" };

/** What the page shows. */
export interface Shown {
  id: string;
  moves: string;
  /** In games; null for the newest. */
  age: number | null;
}

export function readShown(query: URLSearchParams): Shown {
  return {
    id: query.get("t") || SHIPPED,
    moves: query.get("moves") || NO_MOVES,
    age: readWhole(query.get("age")),
  };
}

export function shownQuery({ id, moves, age }: Shown): URLSearchParams {
  const query = new URLSearchParams();
  if (id !== SHIPPED) query.set("t", id);
  if (moves !== NO_MOVES) query.set("moves", moves);
  if (age !== null) query.set("age", String(age));
  return query;
}

/** Return how the player that a training has made is named in specs. */
export function specOf(
  training: Pick<TrainingLineView, "id" | "method">,
  age: number | null,
  agents: readonly string[],
): string {
  const name = training.method === "zero" && agents.includes("zero") ? "zero" : "tuples";
  const run = training.id === SHIPPED ? "" : training.id;
  return writeSpec({ name, options: { run, age: age === null ? "" : String(age) } });
}

/** Return the query of a search in the Theatre that its network guides. */
export function theatreQuery(
  training: Pick<TrainingLineView, "id" | "method">,
  age: number | null,
  agents: readonly string[],
  moves: string,
): URLSearchParams {
  const { name, options } = parseSpec(specOf(training, age, agents));
  const search =
    name === "zero"
      ? { name, options: { playouts: "200", ...options } }
      : { name: "alphabeta", options: { depth: "3", eval: "tuples", ...options } };
  const query = new URLSearchParams(moves === NO_MOVES ? {} : { moves });
  query.set("agent", writeSpec(search));
  return query;
}

/** Return the query of a race between it and others, on a position where they differ. */
export function raceQuery(spec: string, moves: string): URLSearchParams {
  const query = new URLSearchParams(moves === NO_MOVES ? {} : { moves });
  for (const each of [spec, "alphabeta", "mcts", "perfect"]) query.append("agent", each);
  return query;
}

/** Return the query of a game against it, in which you begin. */
export function playQuery(spec: string): URLSearchParams {
  return new URLSearchParams({ red: HUMAN, yellow: spec });
}
