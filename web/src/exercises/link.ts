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
  /** A class and a learner, if answers are to be handed in. */
  group: string;
  learner: string;
}

const PARTS = ["kind", "difficulty", "seed"];
const LARGEST_SEED = 999_999;

export function readWanted(query: URLSearchParams): Wanted {
  const named = (query.get("id") ?? "").split("-");
  const [name, level, number] = named.length === 3 ? named : PARTS.map((part) => query.get(part));
  const kind = KINDS.find((each) => each[0] === name)?.[0] ?? "minimax";
  const seed = Number(number ?? 1);
  const difficulty = Number(level ?? 1);
  return {
    kind,
    difficulty: [1, 2, 3, 4].includes(difficulty) ? difficulty : 1,
    seed: Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED ? seed : 1,
    group: query.get("class") ?? "",
    learner: query.get("learner") ?? "",
  };
}

export function wantedLink({ kind, difficulty, seed, group, learner }: Wanted): string {
  const query = new URLSearchParams({ kind });
  query.set("difficulty", String(difficulty));
  query.set("seed", String(seed));
  if (group) query.set("class", group);
  if (group && learner) query.set("learner", learner);
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
