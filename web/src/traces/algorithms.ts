/** The algorithms of the theatre, each with a search that is small enough to be watched. */

import { USUAL_MOVES, type Search } from "./link";

export interface Choice {
  name: string;
  label: string;
  /** What is searched if nothing else is said. */
  spec: string;
  variants: readonly string[];
  help: string;
  /** A position that makes a search worth watching. */
  example: string;
}

/** What options are called, with their units. */
export const OPTION_NAMES: Readonly<Record<string, string>> = {
  depth: "Depth, in moves",
  nodes: "At most, in nodes",
  playouts: "Playouts",
  eval: "Evaluation",
  order: "Columns are tried",
  c: "Exploration (c)",
  expand: "Untried columns",
  heuristic: "Estimate (h)",
  temperature: "Temperature of the priors",
  seed: "Seed of the random games",
  age: "Age, in games",
  run: "Network",
};

const PLAIN = ["standard", "fill"];

export const ALGORITHMS: readonly Choice[] = [
  {
    name: "minimax",
    label: "Minimax",
    spec: "minimax:depth=3",
    variants: PLAIN,
    help: "Looks at every line of play, to a certain depth.",
    example: USUAL_MOVES,
  },
  {
    name: "alphabeta",
    label: "Alpha-beta",
    spec: "alphabeta:depth=4",
    variants: PLAIN,
    help: "Minimax that skips the branches that cannot matter.",
    example: USUAL_MOVES,
  },
  {
    name: "deepening",
    label: "Iterative deepening",
    spec: "deepening:depth=4",
    variants: PLAIN,
    help: "Alpha-beta to depth 1, then 2, then 3: each search puts the columns in order for the next.",
    example: USUAL_MOVES,
  },
  {
    name: "expectiminimax",
    label: "Expectiminimax",
    spec: "expectiminimax:depth=2",
    variants: ["slip"],
    help: "Minimax that averages over chance: a disc may slip into the next column.",
    example: USUAL_MOVES,
  },
  {
    name: "astar",
    label: "A*",
    spec: "astar",
    variants: ["standard"],
    help: "Finds the shortest way to a four, as if the opponent never moved.",
    example: "24342233",
  },
  {
    name: "mcts",
    label: "Monte Carlo tree search (MCTS)",
    spec: "mcts:playouts=500",
    variants: ["standard", "fill", "slip"],
    help: "Plays random games to the end, more of them where they are won.",
    example: USUAL_MOVES,
  },
  {
    name: "zero",
    label: "PUCT",
    spec: "zero:playouts=200",
    variants: PLAIN,
    help: "A network that has taught itself says which moves deserve a look and what they are worth. No random games are played.",
    example: USUAL_MOVES,
  },
];

export function algorithmOf(name: string): Choice | undefined {
  return ALGORITHMS.find((each) => each.name === name);
}

/**
 * The same position for another algorithm, under rules that it knows; its own example where the
 * position was an example, too.
 */
export function changed(search: Search, name: string): Search {
  const choice = algorithmOf(name);
  if (!choice) return search;
  const known = choice.variants.includes(search.variant);
  const variant = known ? search.variant : (choice.variants[0] ?? search.variant);
  const isExample = !search.start && ALGORITHMS.some((each) => each.example === search.moves);
  const moves = isExample ? choice.example : search.moves;
  return { ...search, moves, variant, agent: choice.spec };
}
