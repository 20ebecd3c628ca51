/** Links to exercises, and from them to the theatre. */

import { positionQuery } from "../positions/link";
import { linkTo } from "../shared/router.svelte";
import type { ExerciseView } from "../shared/types";

export const KINDS = [
  ["minimax", "Minimax"],
  ["alphabeta", "Alpha-beta"],
  ["expectiminimax", "Expectiminimax"],
  ["mcts", "Monte Carlo tree search (MCTS)"],
  ["astar", "A*"],
] as const;
export type Kind = (typeof KINDS)[number][0];

export interface Wanted {
  kind: Kind;
  difficulty: number;
  seed: number;
}

const LARGEST_SEED = 999_999;

export function readWanted(query: URLSearchParams): Wanted {
  const kind = KINDS.find(([name]) => name === query.get("kind"))?.[0] ?? "minimax";
  const seed = Number(query.get("seed") ?? 1);
  const difficulty = Number(query.get("difficulty") ?? 1);
  return {
    kind,
    difficulty: [1, 2, 3, 4].includes(difficulty) ? difficulty : 1,
    seed: Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED ? seed : 1,
  };
}

export function wantedLink({ kind, difficulty, seed }: Wanted): string {
  const query = new URLSearchParams({ kind });
  query.set("difficulty", String(difficulty));
  query.set("seed", String(seed));
  return linkTo("/exercises", query);
}

/** A seed that nobody has chosen. */
export function anySeed(): number {
  return Math.floor(Math.random() * (LARGEST_SEED + 1));
}

/** Return the address at which the theatre plays the search of an exercise. */
export function theatreLink(made: ExerciseView): string {
  if (made.tree) return treeLink(made.tree, made.agent);
  const rows = made.position.split("/");
  const size = `${rows[0]?.length ?? 7}x${rows.length}`;
  const place = { moves: "-", start: made.position, size, variant: made.variant };
  const query = positionQuery(place);
  query.set("agent", made.agent);
  return linkTo("/theatre", query);
}

/** Return the address at which the theatre searches a tree of one's own. */
export function treeLink(tree: string, agent: string): string {
  return linkTo("/theatre", new URLSearchParams({ tree, agent }));
}
