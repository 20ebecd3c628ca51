/** A search tree in typed arrays, and the order in which it grew. Nodes are named by number. */

import type { Player } from "../types";
import { other } from "../words";
import type { Algorithm, Columns, Drawing, TraceView, TreeView } from "./types";

export const NONE = -1;
export const NEVER = 0x7fffffff;
const KINDS = ["max", "min", "chance", "frontier"];
export const CHANCE = 2;
export const TONES = ["", "wins", "draws", "loses"] as const;

export interface Pruned {
  columns: readonly number[];
  saved: number;
}

export interface Tree {
  algorithm: Algorithm;
  /** Who searches; values are turned to this player's view. */
  searcher: Player;
  count: number;
  roots: readonly number[];
  /** The depth of each root's search. */
  depths: readonly number[];
  line: ReadonlySet<number>;
  parent: Int32Array;
  firstChild: Int32Array;
  nextSibling: Int32Array;
  /** The child from which a node's value comes. */
  best: Int32Array;
  move: Int8Array;
  row: Int8Array;
  depth: Uint8Array;
  /** Edges from the root; aims count, unlike in `depth`. */
  level: Uint8Array;
  kind: Uint8Array;
  reason: readonly string[];
  /** 1 where a value belongs to who searches, -1 where to the other one. */
  sign: Int8Array;
  alpha: Float64Array;
  beta: Float64Array;
  value: Float64Array;
  cutBy: Int32Array;
  remembered: Int8Array;
  visits: Int32Array;
  probability: Float32Array | null;
  says: readonly string[];
  tone: Uint8Array;
  proven: Uint8Array;
  sizes: readonly number[];
  pruned: ReadonlyMap<number, Pruned>;
  /** Values as large as this are results. */
  certain: number;
  steps: Steps;
}

/** What the search did, step by step; a moment is the number of steps that are done. */
export interface Steps {
  count: number;
  /** "enter", "leave", "take" or "playout". */
  actions: readonly string[];
  action: Uint8Array;
  node: Int32Array;
  line: Uint8Array;
  /** Monte Carlo: 2, 1, 0 for a playout won, drawn, lost by who searches. */
  points: Uint8Array;
  /** The moment at which each node is first seen, and at which its value stands. */
  bornAt: Int32Array;
  doneAt: Int32Array;
  /** How many nodes have been visited at each moment. */
  visitedAt: Int32Array;
}

/** Put what the API told into arrays. */
export function readTree(header: TraceView, told: TreeView): Tree {
  const { nodes } = told;
  const count = nodes.parent.length;
  const parent = ints(nodes.parent);
  const { firstChild, nextSibling } = family(parent);
  const tree: Tree = {
    algorithm: header.algorithm,
    searcher: header.position.turn,
    count,
    roots: header.iterations.map((each) => each.first),
    depths: header.iterations.map((each) => each.depth),
    line: new Set(header.line),
    parent,
    firstChild,
    nextSibling,
    best: new Int32Array(count).fill(NONE),
    ...columns(header.algorithm, nodes, told.drawing),
    level: levels(parent),
    sizes: told.sizes,
    pruned: new Map(
      told.cuts.node.map((node, at) => [
        node,
        { columns: told.cuts.pruned[at] ?? [], saved: told.cuts.saved[at] ?? 0 },
      ]),
    ),
    certain: told.drawing.certain,
    steps: readSteps(header.algorithm, told, parent),
  };
  for (let node = 0; node < count; node += 1) tree.best[node] = bestChild(tree, node);
  return tree;
}

function columns(algorithm: Algorithm, nodes: Columns, drawing: Drawing) {
  return {
    move: Int8Array.from(nodes.move, (column) => column ?? 0),
    row: Int8Array.from(drawing.row, (row) => row ?? 0),
    depth: Uint8Array.from(nodes.depth),
    kind: Uint8Array.from(nodes.kind, (kind) => KINDS.indexOf(kind)),
    reason: nodes.reason,
    sign: Int8Array.from(nodes.depth, (depth) => (algorithm !== "astar" && depth % 2 ? -1 : 1)),
    alpha: Float64Array.from(nodes.alpha, (bound) => bound ?? -Infinity),
    beta: Float64Array.from(nodes.beta, (bound) => bound ?? Infinity),
    value: Float64Array.from(nodes.value, (value) => value ?? NaN),
    cutBy: ints(nodes.cut_by),
    remembered: Int8Array.from(nodes.remembered, (column) => column ?? 0),
    visits: Int32Array.from(nodes.visits),
    probability: nodes.probability ? Float32Array.from(nodes.probability) : null,
    says: drawing.says,
    tone: Uint8Array.from(drawing.tone, (tone) => TONES.indexOf(tone as (typeof TONES)[number])),
    proven: Uint8Array.from(drawing.proven, Number),
  };
}

function ints(numbers: readonly (number | null)[]): Int32Array {
  return Int32Array.from(numbers, (number) => number ?? NONE);
}

/** Children hang together in the order in which they were found. */
function family(parent: Int32Array): { firstChild: Int32Array; nextSibling: Int32Array } {
  const firstChild = new Int32Array(parent.length).fill(NONE);
  const nextSibling = new Int32Array(parent.length).fill(NONE);
  for (let node = parent.length - 1; node >= 0; node -= 1) {
    const above = parent[node] as number;
    if (above === NONE) continue;
    nextSibling[node] = firstChild[above] as number;
    firstChild[above] = node;
  }
  return { firstChild, nextSibling };
}

function levels(parent: Int32Array): Uint8Array {
  const level = new Uint8Array(parent.length);
  parent.forEach((above, node) => {
    if (above !== NONE) level[node] = (level[above] as number) + 1;
  });
  return level;
}

/** The children of a node, in the order in which they were found. */
export function childrenOf(tree: Tree, node: number): number[] {
  const children: number[] = [];
  for (let child = at(tree.firstChild, node); child !== NONE; child = at(tree.nextSibling, child))
    children.push(child);
  return children;
}

/** The nodes from the root down to one. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  for (let each = node; each !== NONE; each = at(tree.parent, each)) path.push(each);
  return path.reverse();
}

/** Who dropped the disc that led to a node; nobody for a root. */
export function dropper(tree: Tree, node: number): Player | null {
  if (at(tree.parent, node) === NONE) return null;
  if (tree.algorithm === "astar" || tree.kind[node] === CHANCE) {
    const own = tree.algorithm === "astar" || at(tree.sign, node) > 0;
    return own ? tree.searcher : other(tree.searcher);
  }
  return at(tree.sign, node) < 0 ? tree.searcher : other(tree.searcher);
}

/** Who is to move at a node, or aims there. */
export function mover(tree: Tree, node: number): Player {
  return at(tree.sign, node) > 0 ? tree.searcher : other(tree.searcher);
}

/** The root of the search to which a node belongs, as a place in `roots`. */
export function iterationOf(tree: Tree, node: number): number {
  return tree.roots.findLastIndex((root) => root <= node);
}

function bestChild(tree: Tree, node: number): number {
  const children = childrenOf(tree, node);
  const onLine = children.find((child) => tree.line.has(child));
  if (onLine !== undefined) return onLine;
  if (tree.algorithm === "astar" || tree.kind[node] === CHANCE) return NONE;
  if (tree.algorithm === "mcts")
    return children.reduce(
      (best, child) =>
        best === NONE || at(tree.visits, child) > at(tree.visits, best) ? child : best,
      NONE,
    );
  const value = at(tree.value, node) * at(tree.sign, node);
  return children.find((each) => at(tree.value, each) * at(tree.sign, each) === value) ?? NONE;
}

function readSteps(algorithm: Algorithm, told: TreeView, parent: Int32Array): Steps {
  const { actions, action, node, line } = told.steps;
  const count = node.length;
  const nodes = parent.length;
  const steps: Steps = {
    count,
    actions,
    action: Uint8Array.from(action),
    node: Int32Array.from(node),
    line: Uint8Array.from(line),
    points: Uint8Array.from(told.playouts.points),
    bornAt: new Int32Array(nodes).fill(NEVER),
    doneAt: new Int32Array(nodes).fill(NEVER),
    visitedAt: new Int32Array(count + 1),
  };
  if (algorithm === "astar") growFrontier(steps, parent);
  else if (algorithm === "mcts") growPlayouts(steps, parent, told.nodes.proven_at);
  else enterAndLeave(steps);
  countVisited(algorithm, steps);
  return steps;
}

function enterAndLeave(steps: Steps): void {
  const enter = steps.actions.indexOf("enter");
  steps.node.forEach((node, index) => {
    const moments = steps.action[index] === enter ? steps.bornAt : steps.doneAt;
    moments[node] = index + 1;
  });
}

/** A state is seen once its parent is taken out, and done once it is taken out itself. */
function growFrontier(steps: Steps, parent: Int32Array): void {
  steps.node.forEach((node, index) => {
    steps.doneAt[node] = index + 1;
  });
  parent.forEach((above, node) => {
    steps.bornAt[node] = above === NONE ? 0 : at(steps.doneAt, above);
  });
}

/** A node is seen with the first playout that ends at it, and done once its result is certain. */
function growPlayouts(
  steps: Steps,
  parent: Int32Array,
  provenAt: readonly (number | null)[],
): void {
  steps.bornAt[0] = 0;
  steps.node.forEach((node, index) => {
    if (at(steps.bornAt, node) > index + 1) steps.bornAt[node] = index + 1;
  });
  for (let node = parent.length - 1; node > 0; node -= 1) {
    const above = at(parent, node);
    steps.bornAt[above] = Math.min(at(steps.bornAt, above), at(steps.bornAt, node));
    const proven = provenAt[node];
    if (typeof proven === "number") steps.doneAt[node] = proven + 1;
  }
}

function countVisited(algorithm: Algorithm, steps: Steps): void {
  const moments = algorithm === "astar" ? steps.doneAt : steps.bornAt;
  for (const moment of moments)
    if (moment <= steps.count) steps.visitedAt[moment] = at(steps.visitedAt, moment) + 1;
  for (let moment = 1; moment <= steps.count; moment += 1)
    steps.visitedAt[moment] = at(steps.visitedAt, moment) + at(steps.visitedAt, moment - 1);
}

/** One number of an array; indexes are always within. */
export function at(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] as number;
}
