/** The search in words: what each step did. */

import { colour, columns, count, plural } from "../shared/words";
import {
  currentAction,
  currentNode,
  signed,
  turned,
  viewOf,
  type Form,
  type Playouts,
} from "./moment";
import { gameOf, type Phase } from "./phases";
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
  return value > 0 && Number.isFinite(value) ? `+${figure(value)}` : figure(value);
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
export function sayStep(tree: Tree, moment: number, form: Form = "maxmin"): string {
  const node = currentNode(tree, moment);
  switch (currentAction(tree, moment)) {
    case "enter":
      return sayEnter(tree, node, form);
    case "leave":
      return sayLeave(tree, node, form);
    case "take":
      return sayTake(tree, node);
    case "playout":
      return sayPlayout(tree, moment - 1);
    default:
      return `${colour(tree.searcher)} is to move. Nothing has been searched yet: dashed are the columns that there are.`;
  }
}

function sayEnter(tree: Tree, node: number, form: Form): string {
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
  return `${tried}${sayEnd(tree, node, form)}`;
}

/** The value of a node, and in negamax whose it is. */
function worth(tree: Tree, node: number, form: Form): string {
  const said = sayValue(signed(tree.says[node] ?? "", viewOf(tree, node, form)));
  const whose = form === "negamax" && /\d$/.test(said) && !/wins/.test(said);
  return whose ? `${said} to ${colour(mover(tree, node))}` : said;
}

function sayEnd(tree: Tree, node: number, form: Form): string {
  const said = worth(tree, node, form);
  if (tree.reason[node] === "terminal") return ` The game is over: ${said}.`;
  if (tree.reason[node] === "leaf") return ` No deeper: the evaluation says ${said}.`;
  return "";
}

function sayLeave(tree: Tree, node: number, form: Form): string {
  const said = worth(tree, node, form);
  if (tree.parent[node] === NONE) return `The search ends with ${said}.`;
  const pruned = tree.pruned.get(node);
  if (pruned)
    return `Cut: ${colour(mover(tree, node))} need not try ${columns(pruned.columns)} here. ${saySaved(pruned)} ${pruned.saved === 1 && pruned.counted ? "node" : "nodes"} saved.`;
  if (tree.kind[node] === CHANCE)
    return `Aiming at column ${at(tree.move, node)} is worth ${said} on average.`;
  if (tree.kind[at(tree.parent, node)] === CHANCE)
    return `Landing in column ${at(tree.move, node)} is worth ${said}.`;
  const who = colour(mover(tree, at(tree.parent, node)));
  const largest = form === "negamax" || at(tree.sign, at(tree.parent, node)) > 0;
  const best = isBestSoFar(tree, node)
    ? ` That is the best so far for ${who}, who takes the ${largest ? "largest" : "smallest"}.`
    : "";
  const own = form === "negamax" ? sayOwn(tree, node, who) : "";
  return `Column ${at(tree.move, node)} is worth ${said}${own}.${best}`;
}

/** What a column is worth to who plays it: the value below with its sign changed. */
function sayOwn(tree: Tree, node: number, who: string): string {
  const view = -viewOf(tree, node, "negamax") as 1 | -1;
  const own = signed(tree.says[node] ?? "", view);
  return /[\d]$/.test(own) && !/wins/.test(own) ? `, so ${own} to ${who}` : "";
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
  return `${node === 0 ? "The start is taken" : "Taken"} from the frontier, ${parts}. It is expanded.`;
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

/** One sentence for a phase of a playout. */
export function sayPhase(
  tree: Tree,
  step: number,
  phase: Phase,
  width: number,
  playouts: Playouts,
  form: Form,
): string {
  const number = `${tree.prior ? "Simulation" : "Playout"} ${count(step + 1)}`;
  const column = at(tree.move, phase.to);
  const who = colour(mover(tree, phase.node));
  switch (phase.kind) {
    case "select": {
      const largest = form === "negamax" || at(tree.sign, phase.node) > 0;
      return `${number}, selection: ${who} goes to column ${column}, where the sum is ${largest ? "largest" : "smallest"}.`;
    }
    case "chance":
      return `${number}, selection: chance lets the disc land in column ${column}.`;
    case "expand":
      return `${number}, expansion: ${who} has not tried column ${column} here, so it is added to the tree.`;
    case "play":
      return sayDisc(tree, step, phase, width, number);
    case "judge": {
      const share = percent(at(tree.steps.points, step) / 2);
      return `${number}: the network's opinion is ${share} of the points for ${colour(tree.searcher)}.`;
    }
    case "certain":
      return `${number}: the result here is certain, ${sayValue(tree.says[phase.node] ?? "")}, so nothing is played.`;
    case "back":
      return sayBack(tree, step, phase, number, playouts, form);
  }
}

function sayDisc(
  tree: Tree,
  step: number,
  { discs }: Phase,
  width: number,
  number: string,
): string {
  const game = gameOf(tree, step, width);
  if (discs === 0) return `${number}: a random game is played; it lies beyond what is recorded.`;
  const disc = `${number}, random game: disc ${discs} of ${game.length} goes to column ${game[discs - 1]}.`;
  return discs < game.length ? disc : `${disc} ${sayResult(tree, step)}`;
}

function sayResult(tree: Tree, step: number): string {
  const result = ["loses", "draws", "wins"][at(tree.steps.points, step)] ?? "";
  return `${colour(tree.searcher)} ${result}.`;
}

function sayBack(
  tree: Tree,
  step: number,
  { node }: Phase,
  number: string,
  playouts: Playouts,
  form: Form,
): string {
  const visits = at(playouts.visits, node);
  const turned = viewOf(tree, node, form) < 0;
  const all = at(playouts.points, node) / 2;
  const brought = at(tree.steps.points, step) / 2;
  const [points, more] = turned ? [visits - all, 1 - brought] : [all, brought];
  const way = wayTo(tree, node);
  const place = way === "" ? "the start" : `the node after ${way}`;
  const whose = colour(turned ? mover(tree, node) : tree.searcher);
  return `${number}, backing up: ${place} gets ${short(more)} for ${whose}, now ${short(points)} of ${count(visits)} (${percent(points / visits)}).`;
}

/** Points with at most two decimals. */
function short(points: number): string {
  return String(Math.round(100 * points) / 100);
}

/** A share as pages write it. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}\u00a0%`.replace("-", "−");
}

/** The API speaks of X and O. */
export function sayValue(text: string): string {
  return text.replace(/\b[XO]\b/g, (mark) => colour(mark as "X" | "O").toLowerCase());
}
