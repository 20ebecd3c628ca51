/** The search at one moment: what has been seen, what is open, what the windows have become. */

import type { Truth } from "./canvas/draw";
import { at, childrenOf, NONE, pathTo, type Tree } from "./tree";

/** The exact score of a node that is not solved. */
export const UNKNOWN = 127;

export type Stage = "unseen" | "open" | "done";

/** How far the search is with a node. */
export function stageOf(tree: Tree, node: number, moment: number): Stage {
  if (at(tree.steps.bornAt, node) > moment) return "unseen";
  return at(tree.steps.doneAt, node) > moment ? "open" : "done";
}

/** The node at which the search is: that of the last step. */
export function currentNode(tree: Tree, moment: number): number {
  if (moment === 0) return tree.roots[0] ?? 0;
  return at(tree.steps.node, moment - 1);
}

/** What the last step did; nothing at the start. */
export function currentAction(tree: Tree, moment: number): string {
  return moment === 0 ? "" : (tree.steps.actions[at(tree.steps.action, moment - 1)] ?? "");
}

/** The nodes on the way to where the search is, from the root down. */
export function stackAt(tree: Tree, moment: number): number[] {
  return pathTo(tree, currentNode(tree, moment));
}

/** A value as who searches sees it. */
export function turned(tree: Tree, node: number, value: number): number {
  const own = at(tree.sign, node) > 0 ? value : -value;
  return own === 0 ? 0 : own;
}

export interface Window {
  /** On entry, and by now; as who searches sees it. */
  entry: [number, number];
  now: [number, number];
  /** Is it the mover's aim to raise the low end? Else to lower the high one. */
  raises: boolean;
  /** The value, once there is one. */
  value: number | null;
  cut: boolean;
}

/** The window of a node at a moment; its mover's end moves in as better columns are found. */
export function windowAt(tree: Tree, node: number, moment: number): Window {
  const alpha = at(tree.alpha, node);
  const beta = at(tree.beta, node);
  let best = alpha;
  for (const child of childrenOf(tree, node))
    if (at(tree.steps.doneAt, child) <= moment) best = Math.max(best, -at(tree.value, child));
  const raises = at(tree.sign, node) > 0;
  const done = stageOf(tree, node, moment) === "done";
  const value = at(tree.value, node);
  return {
    entry: raises ? [alpha, beta] : [-beta, -alpha],
    now: raises ? [best, beta] : [-beta, -best],
    raises,
    value: done && !Number.isNaN(value) ? turned(tree, node, value) : null,
    cut: done && tree.reason[node] === "cut",
  };
}

/** Monte Carlo and PUCT: how often each node has been on the way by a moment, and what that brought. */
export class Playouts {
  readonly visits: Int32Array;
  /** Half-points of who searches; of PUCT not always whole. */
  readonly points: Float64Array;
  #moment = 0;

  constructor(readonly tree: Tree) {
    this.visits = new Int32Array(tree.count);
    this.points = new Float64Array(tree.count);
  }

  seek(moment: number): this {
    while (this.#moment < moment) this.#count(this.#moment++, 1);
    while (this.#moment > moment) this.#count(--this.#moment, -1);
    return this;
  }

  #count(step: number, by: number): void {
    const { parent, steps } = this.tree;
    const points = by * at(steps.points, step);
    for (let node = at(steps.node, step); node !== NONE; node = at(parent, node)) {
      this.visits[node] = at(this.visits, node) + by;
      this.points[node] = at(this.points, node) + points;
    }
  }

  /** The share of the points so far of who searches; NaN before the first playout. */
  share(node: number): number {
    const visits = at(this.visits, node);
    return visits === 0 ? NaN : at(this.points, node) / 2 / visits;
  }
}

/** Does the value of a moment favour the side that loses? Monte Carlo favours by its share. */
export function isMisleadingAt(
  tree: Tree,
  truth: Truth | null,
  node: number,
  moment: number,
  playouts: Playouts | null,
): boolean {
  if (!truth || truth.exact[node] === UNKNOWN) return false;
  if (stageOf(tree, node, moment) === "done") return truth.misleading[node] === 1;
  if (!playouts) return false;
  const result = Math.sign(at(truth.exact, node)) * at(tree.sign, node);
  return Math.sign(playouts.share(node) - 0.5) * result < 0;
}

export interface Said {
  text: string;
  tone: "" | "wins" | "draws" | "loses";
  proven: boolean;
}

const NOTHING: Said = { text: "", tone: "", proven: false };

/** What is said of a node at a moment: its value once it stands, its share while it grows. */
export function saidAt(tree: Tree, node: number, moment: number, playouts: Playouts | null): Said {
  const stage = stageOf(tree, node, moment);
  if (playouts && stage !== "done") return sayShare(playouts.share(node));
  if (stage === "unseen" || (stage === "open" && tree.algorithm !== "astar")) return NOTHING;
  return {
    text: tree.says[node] ?? "",
    tone: (tree.tone[node] ?? "") as Said["tone"],
    proven: tree.proven[node] === true,
  };
}

function sayShare(share: number): Said {
  if (Number.isNaN(share)) return NOTHING;
  const tone = share > 0.5 ? "wins" : share < 0.5 ? "loses" : "";
  return { text: `${Math.round(100 * share)} %`, tone, proven: false };
}
