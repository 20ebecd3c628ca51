/** Where the boards of a small game tree stand: leaves side by side, parents over their children. */

import { at, childrenOf, NONE, type Tree } from "../traces/tree";

export interface BoardSpot {
  node: number;
  parent: number;
  /** In leaves from the left, and in rows from the top. */
  x: number;
  level: number;
}

export interface BoardPlan {
  spots: readonly BoardSpot[];
  leaves: number;
  levels: number;
}

export function placeBoards(tree: Tree): BoardPlan {
  const spots: BoardSpot[] = [];
  let leaves = 0;
  let levels = 1;
  const place = (node: number, level: number): number => {
    const xs = childrenOf(tree, node).map((child) => place(child, level + 1));
    const x = xs.length ? ((xs[0] ?? 0) + (xs.at(-1) ?? 0)) / 2 : leaves++ + 0.5;
    levels = Math.max(levels, level + 1);
    spots.push({ node, parent: at(tree.parent, node), x, level });
    return x;
  };
  place(tree.roots.at(-1) ?? 0, 0);
  return { spots: spots.sort((a, b) => a.node - b.node), leaves, levels };
}

/** Is a node to be seen at a moment? The root always is. */
export function isSeen(tree: Tree, node: number, moment: number): boolean {
  return at(tree.parent, node) === NONE || at(tree.steps.bornAt, node) <= moment;
}
