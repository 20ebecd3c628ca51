/** The search in words: what each step did. */

import { colour, columns, count, plural } from "../shared/words";
import { currentAction, currentNode, turned } from "./moment";
import {
  at,
  CHANCE,
  childrenOf,
  dropper,
  iterationOf,
  mover,
  NONE,
  pathTo,
  type Pruned,
  type Tree,
} from "./tree";

/** A number as pages write it, with the minus that belongs to figures. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const digits = Number.isInteger(value) ? 0 : 1;
  return value.toFixed(digits).replace("-", "−");
}

/** A bound of a window: a number, or what is certain there. */
export function edge(tree: Tree, value: number): string {
  if (Number.isFinite(value) && Math.abs(value) >= tree.certain) return value > 0 ? "win" : "loss";
  return figure(value);
}

/** Say how many nodes a cut saved, or at least saved where not all were counted. */
export function saySaved({ saved, counted }: Pruned): string {
  return `${counted ? "" : "over "}${count(saved)}`;
}

/** The columns from the root to a node, as one reads them; `4>5` is a disc that slipped. */
export function wayTo(tree: Tree, node: number): string {
  const way: string[] = [];
  for (const each of pathTo(tree, node).slice(1)) {
    if (tree.kind[each] === CHANCE) continue;
    const [column, aim] = [at(tree.move, each), at(tree.move, at(tree.parent, each))];
    const slipped = tree.kind[at(tree.parent, each)] === CHANCE && aim !== column;
    way.push(slipped ? `${aim}>${column}` : String(column));
  }
  return way.join(" ");
}

/** One sentence for what the last step did. */
export function sayStep(tree: Tree, moment: number): string {
  const node = currentNode(tree, moment);
  switch (currentAction(tree, moment)) {
    case "enter":
      return sayEnter(tree, node);
    case "leave":
      return sayLeave(tree, node);
    case "take":
      return sayTake(tree, node);
    case "playout":
      return sayPlayout(tree, moment - 1);
    default:
      return `${colour(tree.searcher)} is to move. Nothing has been searched yet.`;
  }
}

function sayEnter(tree: Tree, node: number): string {
  if (tree.parent[node] === NONE) {
    const place = iterationOf(tree, node);
    const deep =
      tree.roots.length > 1 ? `, looking ${plural(tree.depths[place] ?? 0, "move")} ahead` : "";
    return `${colour(tree.searcher)} begins the search${deep}.`;
  }
  const column = at(tree.move, node);
  const who = colour(dropper(tree, node) ?? tree.searcher);
  if (tree.kind[node] === CHANCE) return `${who} aims at column ${column}.`;
  const landed = tree.kind[at(tree.parent, node)] === CHANCE;
  const likely =
    landed && tree.probability ? ` (${Math.round(100 * at(tree.probability, node))} %)` : "";
  const tried = landed
    ? `The disc lands in column ${column}${likely}.`
    : `${who} tries column ${column}.`;
  return `${tried}${sayEnd(tree, node)}`;
}

function sayEnd(tree: Tree, node: number): string {
  const said = tree.says[node] ?? "";
  if (tree.reason[node] === "terminal") return ` The game is over: ${sayValue(said)}.`;
  if (tree.reason[node] === "leaf") return ` No deeper: the evaluation says ${sayValue(said)}.`;
  return "";
}

function sayLeave(tree: Tree, node: number): string {
  const said = sayValue(tree.says[node] ?? "");
  if (tree.parent[node] === NONE) return `The search ends with ${said}.`;
  const pruned = tree.pruned.get(node);
  if (pruned)
    return `Cut: ${colour(mover(tree, node))} need not try ${columns(pruned.columns)} here. ${saySaved(pruned)} ${pruned.saved === 1 && pruned.counted ? "node" : "nodes"} saved.`;
  if (tree.kind[node] === CHANCE)
    return `Aiming at column ${at(tree.move, node)} is worth ${said} on average.`;
  if (tree.kind[at(tree.parent, node)] === CHANCE)
    return `Landing in column ${at(tree.move, node)} is worth ${said}.`;
  const best = isBestSoFar(tree, node) ? " That is the best so far." : "";
  return `Column ${at(tree.move, node)} is worth ${said}.${best}`;
}

/** Is a child better for its parent's mover than all that came before it? */
export function isBestSoFar(tree: Tree, child: number): boolean {
  const parent = at(tree.parent, child);
  const worth = (node: number) => turned(tree, node, at(tree.value, node)) * at(tree.sign, parent);
  const earlier = childrenOf(tree, parent).filter((each) => each < child);
  return earlier.every((each) => worth(each) < worth(child));
}

function sayTake(tree: Tree, node: number): string {
  const f = at(tree.value, node);
  const g = at(tree.depth, node);
  const parts = `f = ${f}: ${plural(g, "disc")} dropped and at least ${f - g} more to come`;
  if (tree.reason[node] === "goal")
    return `Taken from the frontier, ${parts}. It has four in a line.`;
  return node === 0
    ? "The start is taken from the frontier and expanded."
    : `Taken from the frontier, ${parts}. It is expanded.`;
}

function sayPlayout(tree: Tree, step: number): string {
  const node = at(tree.steps.node, step);
  const way = wayTo(tree, node);
  if (tree.prior) return saySimulation(tree, step, way);
  const result = ["loses", "draws", "wins"][at(tree.steps.points, step)] ?? "";
  const leaves = way === "" ? "from the root" : `down ${way}`;
  return `Playout ${count(step + 1)} goes ${leaves}, and ${colour(tree.searcher)} ${result}.`;
}

/** A simulation of PUCT: it ends with an opinion, or with what is certain, not with a game. */
function saySimulation(tree: Tree, step: number, way: string): string {
  const node = at(tree.steps.node, step);
  const goes = `Simulation ${count(step + 1)} goes ${way === "" ? "no further than the start" : `down ${way}`}`;
  const certain = at(tree.steps.doneAt, node) <= step + 1;
  if (certain) return `${goes}, where the result is certain: ${sayValue(tree.says[node] ?? "")}.`;
  const share = percent(at(tree.steps.points, step) / 2);
  return `${goes}. The network's opinion there: ${share} of the points for ${colour(tree.searcher)}.`;
}

/** A share as pages write it. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}\u00a0%`.replace("-", "−");
}

/** The API speaks of X and O. */
export function sayValue(text: string): string {
  return text.replace(/\b[XO]\b/g, (mark) => colour(mark as "X" | "O").toLowerCase());
}
