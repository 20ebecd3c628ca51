/**
 * A playout in four phases: selection edge by edge, expansion, the random game disc by disc (PUCT:
 * the network's opinion), and the result on its way back up.
 */

import { splitMoves } from "../positions/link";
import { at, CHANCE, pathTo, type Tree } from "./tree";

export interface Phase {
  kind: "select" | "chance" | "expand" | "play" | "judge" | "certain" | "back";
  /** Where it happens: the node that chooses, that is played from, or that gets the result. */
  node: number;
  /** Where a choice leads; else the node itself. */
  to: number;
  /** How many discs of the random game have been dropped. */
  discs: number;
  /** How many nodes, from the leaf up, have got the result. */
  backed: number;
  /** Is the node that this playout adds in the tree by now? */
  grown: boolean;
}

/** The phases of a playout; once all are done, so is the playout. */
export function phasesOf(tree: Tree, step: number, width: number): Phase[] {
  const leaf = at(tree.steps.node, step);
  const way = pathTo(tree, leaf);
  const isNew = at(tree.steps.bornAt, leaf) === step + 1;
  const found: Phase[] = way.slice(1).map((to, index) => {
    const node = at(way, index);
    const last = isNew && to === leaf;
    const kind = last ? "expand" : tree.kind[node] === CHANCE ? "chance" : "select";
    return { kind, node, to, discs: 0, backed: 0, grown: last };
  });
  const discs = gameOf(tree, step, width).length;
  const here = { node: leaf, to: leaf, backed: 0, grown: true };
  if (discs > 0)
    for (let disc = 1; disc <= discs; disc += 1) found.push({ ...here, kind: "play", discs: disc });
  else found.push({ ...here, kind: endOf(tree, step), discs: 0 });
  [...way].reverse().forEach((node, index) => {
    found.push({ kind: "back", node, to: node, discs, backed: index + 1, grown: true });
  });
  return found;
}

/** How a playout ends that has no random game in the trace. */
function endOf(tree: Tree, step: number): Phase["kind"] {
  const certain = at(tree.steps.doneAt, at(tree.steps.node, step)) <= step + 1;
  if (certain) return "certain";
  return tree.prior ? "judge" : "play";
}

/** The columns of a playout's random game. */
export function gameOf(tree: Tree, step: number, width: number): number[] {
  return splitMoves(tree.steps.games[step] ?? "", width).map(Number);
}

/** The key of the line of pseudocode at which a phase is. */
export function lineKey({ kind }: Phase): string {
  return kind === "chance" ? "select" : kind;
}
