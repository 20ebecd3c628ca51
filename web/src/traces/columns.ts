/** What tables of columns show: whose columns, and what they are in truth. */

import { isMisleadingAt, stageOf, UNKNOWN } from "./moment";
import type { TheatreState } from "./theatre.svelte";
import { at, childrenOf, NONE, type Tree } from "./tree";

/** The node itself, or its parent if nothing lies below it yet; of playouts the start. */
export function nodeOfTable(theatre: TheatreState, tree: Tree): number {
  if (theatre.selected === null && theatre.playouts) return 0;
  const shown = theatre.selected ?? theatre.current;
  const above = at(tree.parent, shown);
  const grown = childrenOf(tree, shown).some(
    (each) => stageOf(tree, each, theatre.at) !== "unseen",
  );
  return grown || above === NONE ? shown : above;
}

/** The exact result of a node for who searches, with a cross where its value misleads. */
export function sayTruth(theatre: TheatreState, tree: Tree, node: number): string {
  const exact = theatre.truthOn ? theatre.truth?.exact[node] : undefined;
  if (exact === undefined || exact === UNKNOWN) return "";
  const result = Math.sign(exact) * at(tree.sign, node);
  const misleading = isMisleadingAt(tree, theatre.truth, node, theatre.at, theatre.playouts);
  return `${result > 0 ? "won" : result < 0 ? "lost" : "drawn"}${misleading ? " ✗" : ""}`;
}
