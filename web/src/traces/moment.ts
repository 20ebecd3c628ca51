/** The search at one moment: what has been seen, what is open, what the windows have become. */

import type { Truth } from "./canvas/draw";
import { at, childrenOf, NONE, pathTo, type Tree } from "./tree";

/** The exact score of a node that is not solved. */
export const UNKNOWN = 127;

/**
 * Whose values are shown: with max and min those of who searches at every node; as negamax those of
 * the mover of each node.
 */
export type Form = "maxmin" | "negamax";

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

/** By what a value of who searches is multiplied to be shown at a node. */
export function viewOf(tree: Tree, node: number, form: Form): 1 | -1 {
  return form === "negamax" && at(tree.sign, node) < 0 ? -1 : 1;
}

export interface Window {
  /** On entry, and by now; as who searches sees it, or the mover in negamax. */
  entry: [number, number];
  now: [number, number];
  /** Is it the mover's aim to raise the low end? Else to lower the high one. */
  raises: boolean;
  /** The value, once there is one. */
  value: number | null;
  cut: boolean;
}

/** The window of a node at a moment; its mover's end moves in as better columns are found. */
export function windowAt(tree: Tree, node: number, moment: number, form: Form = "maxmin"): Window {
  const alpha = at(tree.alpha, node);
  const beta = at(tree.beta, node);
  let best = alpha;
  for (const child of childrenOf(tree, node))
    if (at(tree.steps.doneAt, child) <= moment) best = Math.max(best, -at(tree.value, child));
  const raises = form === "negamax" || at(tree.sign, node) > 0;
  const done = stageOf(tree, node, moment) === "done";
  const value = at(tree.value, node);
  return {
    entry: raises ? [alpha, beta] : [-beta, -alpha],
    now: raises ? [best, beta] : [-beta, -best],
    raises,
    value:
      done && !Number.isNaN(value)
        ? turned(tree, node, value) * viewOf(tree, node, form) || 0
        : null,
    cut: done && tree.reason[node] === "cut",
  };
}

/** Monte Carlo and PUCT: how often each node has been on the way by a moment, and what that brought. */
export class Playouts {
  readonly visits: Int32Array;
  /** Half-points of who searches; of PUCT not always whole. */
  readonly points: Float64Array;
  #moment = 0;
  /** How many nodes of the next playout, from its leaf up, have got its result already. */
  #backed = 0;

  constructor(readonly tree: Tree) {
    this.visits = new Int32Array(tree.count);
    this.points = new Float64Array(tree.count);
  }

  /** Go to a moment; `backed` nodes of the playout after it have got its result, too. */
  seek(moment: number, backed = 0): this {
    if (this.#backed > 0) this.#count(this.#moment, -1, this.#backed);
    while (this.#moment < moment) this.#count(this.#moment++, 1);
    while (this.#moment > moment) this.#count(--this.#moment, -1);
    if (backed > 0) this.#count(moment, 1, backed);
    this.#backed = backed;
    return this;
  }

  #count(step: number, by: number, most = Infinity): void {
    const { parent, steps } = this.tree;
    const points = by * at(steps.points, step);
    let node = at(steps.node, step);
    for (let count = 0; node !== NONE && count < most; count += 1) {
      this.visits[node] = at(this.visits, node) + by;
      this.points[node] = at(this.points, node) + points;
      node = at(parent, node);
    }
  }

  /** Will the result of a node become certain only when the result that is on its way arrives? */
  waits(node: number): boolean {
    if (at(this.tree.steps.doneAt, node) <= this.#moment) return false;
    let each = this.#backed > 0 ? at(this.tree.steps.node, this.#moment) : NONE;
    for (let count = 0; each !== NONE && count < this.#backed; count += 1) {
      if (each === node) return false;
      each = at(this.tree.parent, each);
    }
    return true;
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
export function saidAt(
  tree: Tree,
  node: number,
  moment: number,
  playouts: Playouts | null,
  form: Form = "maxmin",
): Said {
  const stage = stageOf(tree, node, moment);
  const view = viewOf(tree, node, form);
  if (playouts && (stage !== "done" || playouts.waits(node)))
    return sayShare(view > 0 ? playouts.share(node) : 1 - playouts.share(node));
  if (stage === "unseen" || (stage === "open" && tree.algorithm !== "astar")) return NOTHING;
  const tone = (tree.tone[node] ?? "") as Said["tone"];
  return {
    text: signed(tree.says[node] ?? "", view),
    tone: view > 0 ? tone : TURNED[tone],
    proven: tree.proven[node] === true,
  };
}

const TURNED = { "": "", wins: "loses", draws: "draws", loses: "wins" } as const;
const OTHER: Record<string, string> = { "≤ ": "≥ ", "≥ ": "≤ ", "": "" };
const NO_OTHER: Record<string, string> = { "no better": "no worse", "no worse": "no better" };

/** A value in words with its sign, seen from the other side if `view` is -1. */
export function signed(text: string, view: 1 | -1): string {
  const found = /^([≤≥] )?([−+]?)([\d.,]+)$/.exec(text);
  if (!found) return view < 0 ? (NO_OTHER[text] ?? text) : text;
  const [, bound = "", sign = "", figure = ""] = found;
  if (figure === "0") return (view > 0 ? bound : (OTHER[bound] ?? "")) + "0";
  const negative = (sign === "−") !== view < 0;
  return `${view > 0 ? bound : (OTHER[bound] ?? "")}${negative ? "−" : "+"}${figure}`;
}

function sayShare(share: number): Said {
  if (Number.isNaN(share)) return NOTHING;
  const tone = share > 0.5 ? "wins" : share < 0.5 ? "loses" : "";
  return { text: `${Math.round(100 * share)} %`, tone, proven: false };
}
