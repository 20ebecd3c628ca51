/** What tables of columns show: whose columns, and what they are in truth. */

import { isMisleadingAt, stageOf, UNKNOWN } from "./moment";
import type { Phase } from "./phases";
import type { TheatreState } from "./theatre.svelte";
import { at, CHANCE, childrenOf, NONE, type Tree } from "./tree";
import { wayTo } from "./words";

/** The node whose columns are listed: the one that chooses, or that has something below it. */
export function nodeOfTable(theatre: TheatreState, tree: Tree): number {
  const phase = theatre.selected === null ? theatre.phaseNow : null;
  if (phase) return chooses(phase) ? phase.node : tableAbove(tree, phase.node);
  const shown = theatre.selected ?? theatre.current;
  const above = at(tree.parent, shown);
  const grown = childrenOf(tree, shown).some(
    (each) => stageOf(tree, each, theatre.seen) !== "unseen",
  );
  return grown || above === NONE ? shown : above;
}

function chooses({ kind }: Phase): boolean {
  return kind === "select" || kind === "chance" || kind === "expand";
}

function tableAbove(tree: Tree, node: number): number {
  const above = at(tree.parent, node);
  return above === NONE ? node : above;
}

/** What a table says of itself: whose columns these are, and in which order. */
export function sayTable(tree: Tree, node: number): string {
  const way = wayTo(tree, node);
  const place = at(tree.parent, node) === NONE ? "at the start" : `after ${way}`;
  if (tree.kind[node] === CHANCE)
    return `Where a disc aimed at ${at(tree.move, node)} may land${way ? `, after ${way}` : ""}`;
  return `Columns ${place}, in the order in which they were tried`;
}

/** The exact result of a node for who searches, with a cross where its value misleads. */
export function sayTruth(theatre: TheatreState, tree: Tree, node: number): string {
  const exact = theatre.truthOn ? theatre.truth?.exact[node] : undefined;
  if (exact === undefined || exact === UNKNOWN) return "";
  const result = Math.sign(exact) * at(tree.sign, node);
  const misleading = isMisleadingAt(tree, theatre.truth, node, theatre.seen, theatre.playouts);
  return `${result > 0 ? "won" : result < 0 ? "lost" : "drawn"}${misleading ? " ✗" : ""}`;
}
