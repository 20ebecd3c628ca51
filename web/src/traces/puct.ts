/** PUCT at one moment: why the next simulation goes down one column and not another. */

import { stageOf, type Playouts } from "./moment";
import { at, childrenOf, NONE, type Tree } from "./tree";
import { percent } from "./words";

/** A column that has been tried, with the parts of its sum as who searches sees them. */
export interface Edge {
  child: number;
  column: number;
  /** The network's share for the move among all moves here. */
  prior: number;
  visits: number;
  /** The mean of the values so far. */
  value: number;
  /** Never negative: who searches adds it, the opponent subtracts it. */
  exploration: number;
  /** Value with exploration. Who searches chooses the largest, the opponent the smallest. */
  sum: number;
  /** Is the result certain? Then nothing is left to explore. */
  proven: boolean;
}

export interface Choice {
  /** Does who searches choose here? Else the opponent does. */
  own: boolean;
  /** How often the node has been visited. */
  visits: number;
  edges: Edge[];
  /** The share of the prior that columns have which were not tried yet. */
  untried: number;
}

/** What PUCT weighs at a node by now; columns in the order in which they were first tried. */
export function choiceAt(tree: Tree, node: number, moment: number, playouts: Playouts): Choice {
  const own = at(tree.sign, node) > 0;
  const visits = at(playouts.visits, node);
  const edges = childrenOf(tree, node)
    .filter((child) => stageOf(tree, child, moment) !== "unseen")
    .map((child) => edgeTo(tree, child, moment, playouts));
  const tried = edges.reduce((sum, edge) => sum + edge.prior, 0);
  return { own, visits, edges, untried: Math.max(0, 1 - tried) };
}

/** The edge to a node, and how its sum comes about. */
export function edgeTo(tree: Tree, child: number, moment: number, playouts: Playouts): Edge {
  const parent = at(tree.parent, child);
  const prior = at(tree.prior ?? [], child);
  const visits = at(playouts.visits, child);
  const value = playouts.share(child);
  const proven = stageOf(tree, child, moment) === "done";
  const around = parent === NONE ? 0 : at(playouts.visits, parent);
  const exploration = proven ? 0 : (tree.c * prior * Math.sqrt(around + 1)) / (visits + 1);
  const sum = at(tree.sign, parent) > 0 ? value + exploration : value - exploration;
  return { child, column: at(tree.move, child), prior, visits, value, exploration, sum, proven };
}

/** The parts of a sum in words; rounded so that they add up. */
export function sayParts({ value, sum }: Edge): { value: string; more: string; sum: string } {
  const [low, high] = [value, sum].map((each) => Math.round(100 * each)) as [number, number];
  return { value: percent(value), more: percent(Math.abs(high - low) / 100), sum: percent(sum) };
}

/** The edge that a choice prefers among those tried and not proven. */
export function preferred({ own, edges }: Choice): Edge | null {
  const open = edges.filter((edge) => !edge.proven);
  return open.reduce<Edge | null>(
    (best, edge) =>
      best === null || (own ? edge.sum > best.sum : edge.sum < best.sum) ? edge : best,
    null,
  );
}
