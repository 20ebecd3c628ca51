/** UCT and PUCT at one moment: why the next playout goes down one column and not another. */

import { stageOf, viewOf, type Form, type Playouts } from "./moment";
import { at, childrenOf, NONE, type Tree } from "./tree";
import { percent } from "./words";

/** A column that has been tried, with the parts of its sum as they are shown. */
export interface Edge {
  child: number;
  column: number;
  /** PUCT: the network's share for the move among all moves here; NaN for UCT. */
  prior: number;
  visits: number;
  /** The mean of the values so far: of who searches, or in negamax of who chooses. */
  value: number;
  /** Never negative: who takes the largest sum adds it, who takes the smallest subtracts it. */
  exploration: number;
  /** Value with exploration. */
  sum: number;
  /** Is the result certain? Then nothing is left to explore. */
  proven: boolean;
}

export interface Choice {
  /** Is the largest sum chosen here? Else the smallest. */
  own: boolean;
  /** How often the node has been visited. */
  visits: number;
  edges: Edge[];
  /** The share of the prior that columns have which were not tried yet. */
  untried: number;
}

/** What is weighed at a node by now; columns in the order in which they were first tried. */
export function choiceAt(
  tree: Tree,
  node: number,
  moment: number,
  playouts: Playouts,
  form: Form = "maxmin",
): Choice {
  const own = form === "negamax" || at(tree.sign, node) > 0;
  const visits = at(playouts.visits, node);
  const edges = childrenOf(tree, node)
    .filter((child) => stageOf(tree, child, moment) !== "unseen" && at(playouts.visits, child) > 0)
    .map((child) => edgeTo(tree, child, moment, playouts, form));
  const tried = edges.reduce((sum, edge) => sum + edge.prior, 0);
  return { own, visits, edges, untried: Math.max(0, 1 - tried) };
}

/** The edge to a node, and how its sum comes about. */
export function edgeTo(
  tree: Tree,
  child: number,
  moment: number,
  playouts: Playouts,
  form: Form = "maxmin",
): Edge {
  const parent = at(tree.parent, child);
  const prior = tree.prior ? at(tree.prior, child) : NaN;
  const visits = at(playouts.visits, child);
  // The chooser's view is that of the parent.
  const turned = parent !== NONE && viewOf(tree, parent, form) < 0;
  const value = turned ? 1 - playouts.share(child) : playouts.share(child);
  const proven = stageOf(tree, child, moment) === "done" && !playouts.waits(child);
  const around = parent === NONE ? 0 : at(playouts.visits, parent);
  const exploration = proven ? 0 : tree.c * spread(prior, around, visits);
  const adds = form === "negamax" || parent === NONE || at(tree.sign, parent) > 0;
  const sum = adds ? value + exploration : value - exploration;
  return { child, column: at(tree.move, child), prior, visits, value, exploration, sum, proven };
}

/** What is left to explore at an edge, before it is weighed by c. */
function spread(prior: number, around: number, visits: number): number {
  if (Number.isNaN(prior)) return Math.sqrt(Math.log(Math.max(1, around)) / Math.max(1, visits));
  return (prior * Math.sqrt(around + 1)) / (visits + 1);
}

/** How the exploration of an edge is computed, in figures. */
export function sayExploration(tree: Tree, edge: Edge, around: number): string {
  return tree.prior
    ? `${tree.c} × ${percent(edge.prior)} × √(${around} + 1) ÷ (${edge.visits} + 1)`
    : `${tree.c} × √(ln ${around} ÷ ${edge.visits})`;
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
