/** The algorithms of the theatre, each with a search that is small enough to be watched. */

import type { Search } from "./link";

export interface Choice {
  name: string;
  label: string;
  /** What is searched if nothing else is said. */
  spec: string;
  variants: readonly string[];
  help: string;
}

const PLAIN = ["standard", "fill"];

export const ALGORITHMS: readonly Choice[] = [
  {
    name: "minimax",
    label: "Minimax",
    spec: "minimax:depth=3",
    variants: PLAIN,
    help: "Looks at every line of play to a depth.",
  },
  {
    name: "alphabeta",
    label: "Alpha-beta",
    spec: "alphabeta:depth=4",
    variants: PLAIN,
    help: "Minimax without the branches that cannot matter.",
  },
  {
    name: "deepening",
    label: "Deepening",
    spec: "deepening:depth=4",
    variants: PLAIN,
    help: "Alpha-beta with depth 1, then 2, then 3: each search orders the next.",
  },
  {
    name: "expectiminimax",
    label: "Expectiminimax",
    spec: "expectiminimax:depth=2",
    variants: ["slip"],
    help: "Minimax that takes chance into account: a disc may slip into the next column.",
  },
  {
    name: "astar",
    label: "A*",
    spec: "astar",
    variants: ["standard"],
    help: "The shortest way to a four if nobody answered.",
  },
  {
    name: "mcts",
    label: "Monte Carlo",
    spec: "mcts:playouts=500",
    variants: ["standard", "fill", "slip"],
    help: "Plays random games and continues where they were won.",
  },
];

export function algorithmOf(name: string): Choice | undefined {
  return ALGORITHMS.find((each) => each.name === name);
}

/** The same position for another algorithm, under rules that it knows. */
export function changed(search: Search, name: string): Search {
  const choice = algorithmOf(name);
  if (!choice) return search;
  const known = choice.variants.includes(search.variant);
  const variant = known ? search.variant : (choice.variants[0] ?? search.variant);
  return { ...search, variant, agent: choice.spec };
}
