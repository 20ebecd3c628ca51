/** A search tree by columns, and the order in which it grew. Nodes are named by number. */

import type { ColumnsView, DrawingView, Player, TraceView, TreeView } from "../shared/types";
import { other } from "../shared/words";

export const NONE = -1;
export const NEVER = 0x7fffffff;
export const CHANCE = "chance";

/** Columns of the API as arrays in which null has become a number or "". */
type Filled<Columns> = {
  [C in keyof Columns]-?: NonNullable<Columns[C]> extends (infer T)[] ? NonNullable<T>[] : never;
};
type NodeColumns = Filled<ColumnsView>;
type DrawnColumns = Filled<Omit<DrawingView, "certain">>;

/** What stands for null; `NONE` in all other columns. */
const BLANKS: Partial<Record<string, number>> = {
  move: 0,
  alpha: -Infinity,
  beta: Infinity,
  value: NaN,
  prior: NaN,
} satisfies Partial<Record<keyof ColumnsView, number>>;

export interface Pruned {
  columns: readonly number[];
  saved: number;
  /** Were all nodes counted? Else there are more. */
  counted: boolean;
}

/** The columns of the trace by node, and what follows from them. */
export interface Tree extends Omit<NodeColumns, "probability" | "prior">, DrawnColumns {
  /** Null where nothing slips. */
  probability: number[] | null;
  /** PUCT: the network's share for the move to each node; null for others. */
  prior: number[] | null;
  /** PUCT: the weight of exploration. */
  c: number;
  algorithm: TraceView["algorithm"];
  /** Who searches; values are turned to this player's view. */
  searcher: Player;
  /** All nodes of the trace; those not `loaded` yet come with a later page. */
  count: number;
  loaded: Uint8Array;
  /** The number of nodes that are loaded: the first ones. */
  loadedCount: number;
  /** Nodes that have children which are not loaded. */
  more: ReadonlySet<number>;
  roots: readonly number[];
  /** The depth of each root's search. */
  depths: readonly number[];
  /** The depths of searches that begin beyond the loaded nodes. */
  beyond: readonly number[];
  line: ReadonlySet<number>;
  firstChild: Int32Array;
  nextSibling: Int32Array;
  /** The child from which a node's value comes. */
  best: Int32Array;
  /** Edges from the root; aims count, unlike in `depth`. */
  level: Uint8Array;
  /** 1 where a value belongs to who searches, -1 where to the other one. */
  sign: Int8Array;
  sizes: Int32Array;
  pruned: Map<number, Pruned>;
  /** Values as large as this are results. */
  certain: number;
  steps: Steps;
}

/** What the search did, step by step; a moment is the number of steps that are done. */
export interface Steps {
  count: number;
  /** How many of them are loaded. */
  ready: number;
  /** "enter", "leave", "take" or "playout". */
  actions: readonly string[];
  action: Uint8Array;
  node: Int32Array;
  /** The line of pseudocode, written with max and min, and as negamax. */
  line: Uint8Array;
  negamax: Uint8Array;
  /** Monte Carlo: 2, 1, 0 for a playout won, drawn, lost by who searches; PUCT: a value between. */
  points: Float64Array;
  /** Monte Carlo: the columns of each random game, from where the playout left the tree on. */
  games: readonly string[];
  /** The moment at which each node is first seen, and at which its value stands. */
  bornAt: Int32Array;
  doneAt: Int32Array;
  /** How many nodes have been visited at each moment. */
  visitedAt: Int32Array;
}

/** Is every step a playout? So it is for Monte Carlo and PUCT. */
export function growsByPlayouts(algorithm: TraceView["algorithm"]): boolean {
  return algorithm === "mcts" || algorithm === "zero";
}

/** Read a trace and its tree. */
export function readTree(header: TraceView, view: TreeView): Tree {
  const came = view.nodes.parent.length;
  const count = Math.max(header.nodes, came);
  const { certain, ...drawn } = view.drawing;
  const tree: Tree = {
    ...(blank(count, view.nodes) as NodeColumns),
    ...(blank(count, drawn) as DrawnColumns),
    probability: view.nodes.probability ? new Array<number>(count).fill(1) : null,
    prior: view.nodes.prior ? new Array<number>(count).fill(NaN) : null,
    c: Number(header.options.c ?? 0),
    algorithm: header.algorithm,
    searcher: header.position.turn,
    count,
    loaded: new Uint8Array(count),
    more: new Set(view.more),
    ...searchesOf(header, came),
    line: new Set(header.line),
    firstChild: new Int32Array(count).fill(NONE),
    nextSibling: new Int32Array(count).fill(NONE),
    best: new Int32Array(count).fill(NONE),
    level: new Uint8Array(count),
    sign: new Int8Array(count),
    sizes: new Int32Array(count),
    pruned: new Map(),
    certain,
    steps: blankSteps(view, count),
  };
  fill(tree, [...view.nodes.parent.keys()], view);
  addSteps(tree, view, 0);
  return tree;
}

/** Return the tree with the next page of its nodes and steps. */
export function withPage(tree: Tree, header: TraceView, view: TreeView): Tree {
  const start = tree.loaded.indexOf(0);
  const ids = [...view.nodes.parent.keys()].map((index) => index + start);
  const grown: Tree = {
    ...tree,
    ...searchesOf(header, start + ids.length),
    more: new Set([...tree.more, ...view.more]),
    steps: { ...tree.steps },
  };
  fill(grown, ids, view);
  addSteps(grown, view, start);
  return grown;
}

/** Return the searches from the root that begin among the first nodes, and the others' depths. */
function searchesOf(
  header: TraceView,
  came: number,
): Pick<Tree, "roots" | "depths" | "beyond" | "loadedCount"> {
  const searches = header.iterations.filter((each) => each.first < came);
  return {
    roots: searches.map((each) => each.first),
    depths: searches.map((each) => each.depth),
    beyond: [
      ...header.iterations.slice(searches.length).map((each) => each.depth),
      ...depthsLeftOut(header),
    ],
    loadedCount: came,
  };
}

/** Return the depths to which deepening went on after the trace was full. */
function depthsLeftOut(header: TraceView): number[] {
  if (header.algorithm !== "deepening") return [];
  const traced = header.iterations.at(-1)?.depth ?? 0;
  const count = Math.max(0, header.report.depth - traced);
  return Array.from({ length: count }, (_, further) => traced + 1 + further);
}

type Columns = Record<string, unknown>;

/** Make an array for each column, whatever columns there are. */
function blank(count: number, columns: object): Columns {
  const arrays = Object.entries(columns).filter(([, values]) => Array.isArray(values));
  return Object.fromEntries(
    arrays.map(([name]) => [name, new Array<number>(count).fill(BLANKS[name] ?? NONE)]),
  );
}

/** Write the columns of some nodes into the tree's. */
function copy(tree: Tree, ids: readonly number[], columns: object): void {
  for (const [name, values] of Object.entries(columns)) {
    const column = (tree as unknown as Columns)[name];
    if (!Array.isArray(values) || !Array.isArray(column)) continue;
    ids.forEach((id, index) => {
      column[id] = (values[index] as unknown) ?? BLANKS[name] ?? NONE;
    });
  }
}

type Part = Pick<TreeView, "nodes" | "sizes" | "drawing" | "cuts">;

/** Write some nodes into the tree, parents before children, and link them. */
function fill(tree: Tree, ids: readonly number[], { nodes, sizes, drawing, cuts }: Part): void {
  copy(tree, ids, nodes);
  copy(tree, ids, drawing);
  ids.forEach((id, index) => {
    const parent = at(tree.parent, id);
    tree.level[id] = parent === NONE ? 0 : at(tree.level, parent) + 1;
    tree.sign[id] = tree.algorithm !== "astar" && at(tree.depth, id) % 2 ? -1 : 1;
    tree.sizes[id] = sizes[index] ?? 1;
    tree.loaded[id] = 1;
  });
  cuts.node.forEach((node, index) =>
    tree.pruned.set(node, {
      columns: cuts.pruned[index] ?? [],
      saved: cuts.saved[index] ?? 0,
      counted: cuts.counted,
    }),
  );
  hang(tree, ids);
  const parents = new Set(ids.map((id) => at(tree.parent, id)));
  for (const parent of parents) if (parent !== NONE) tree.best[parent] = bestChild(tree, parent);
}

/** Children hang together in the order in which they were found, after those of earlier pages. */
function hang(tree: Tree, ids: readonly number[]): void {
  const lastChild = new Map<number, number>();
  for (const id of ids) {
    const parent = at(tree.parent, id);
    if (parent === NONE) continue;
    const before = lastChild.get(parent) ?? childrenOf(tree, parent).at(-1);
    if (before === undefined) tree.firstChild[parent] = id;
    else tree.nextSibling[before] = id;
    lastChild.set(parent, id);
  }
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

/** The best line as far as it is loaded; through chance it goes on with the likeliest landing. */
export function bestLine(tree: Tree): number[] {
  const line = [...tree.line].filter((node) => tree.loaded[node]);
  if (tree.algorithm !== "expectiminimax") return line;
  for (let node = line.at(-1) ?? NONE; node !== NONE;) {
    node = tree.kind[node] === CHANCE ? likeliest(tree, node) : at(tree.best, node);
    if (node !== NONE) line.push(node);
  }
  return line;
}

function likeliest(tree: Tree, node: number): number {
  const chance = (each: number) => (tree.probability ? at(tree.probability, each) : 0);
  return childrenOf(tree, node).reduce(
    (best, child) => (best === NONE || chance(child) > chance(best) ? child : best),
    NONE,
  );
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
  if (growsByPlayouts(tree.algorithm))
    return children.reduce(
      (best, child) =>
        best === NONE || at(tree.visits, child) > at(tree.visits, best) ? child : best,
      NONE,
    );
  const value = at(tree.value, node) * at(tree.sign, node);
  return children.find((each) => at(tree.value, each) * at(tree.sign, each) === value) ?? NONE;
}

function blankSteps(view: TreeView, nodes: number): Steps {
  const { actions, total } = view.steps;
  return {
    count: total,
    ready: 0,
    actions,
    action: new Uint8Array(total),
    node: new Int32Array(total),
    line: new Uint8Array(total),
    negamax: new Uint8Array(total),
    points: new Float64Array(total),
    games: [],
    bornAt: new Int32Array(nodes).fill(NEVER),
    doneAt: new Int32Array(nodes).fill(NEVER),
    visitedAt: new Int32Array(total + 1),
  };
}

/** Add the steps of a page, whose first node is `start`. */
function addSteps(tree: Tree, view: TreeView, start: number): void {
  const { steps, algorithm } = tree;
  const { first, node, action, line, negamax } = view.steps;
  steps.action.set(action, first);
  steps.node.set(node, first);
  steps.line.set(line, first);
  steps.negamax.set(negamax, first);
  steps.points.set(view.playouts.points, first);
  steps.games = [...steps.games, ...view.playouts.games];
  steps.ready = first + node.length;
  const before = steps.bornAt.slice();
  const doneBefore = algorithm === "astar" ? steps.doneAt.slice() : null;
  if (algorithm === "astar") growFrontier(tree, first);
  else if (growsByPlayouts(algorithm)) growPlayouts(tree, first, start);
  else enterAndLeave(steps, first);
  countVisited(steps, first, doneBefore ?? before, doneBefore ? steps.doneAt : steps.bornAt);
}

function enterAndLeave(steps: Steps, first: number): void {
  const enter = steps.actions.indexOf("enter");
  for (let step = first; step < steps.ready; step += 1) {
    const moments = steps.action[step] === enter ? steps.bornAt : steps.doneAt;
    moments[at(steps.node, step)] = step + 1;
  }
}

/** A state is seen once its parent is taken out, and done once it is taken out itself. */
function growFrontier({ steps, parent, loadedCount }: Tree, first: number): void {
  for (let step = first; step < steps.ready; step += 1)
    steps.doneAt[at(steps.node, step)] = step + 1;
  for (let node = 0; node < loadedCount; node += 1) {
    const above = at(parent, node);
    steps.bornAt[node] = above === NONE ? 0 : at(steps.doneAt, above);
  }
}

/** A node is seen with the first playout that ends at it, and done once its result is certain. */
function growPlayouts(tree: Tree, first: number, start: number): void {
  const { steps, parent, loadedCount } = tree;
  steps.bornAt[0] = 0;
  for (let step = first; step < steps.ready; step += 1) {
    const node = at(steps.node, step);
    if (at(steps.bornAt, node) > step + 1) steps.bornAt[node] = step + 1;
  }
  for (let node = loadedCount - 1; node >= Math.max(1, start); node -= 1) {
    const above = at(parent, node);
    steps.bornAt[above] = Math.min(at(steps.bornAt, above), at(steps.bornAt, node));
    const proven = at(tree.proven_at, node);
    if (proven !== NONE) steps.doneAt[node] = proven + 1;
  }
}

/** Count the nodes visited by each moment of a page, beginning from what was counted before. */
function countVisited(steps: Steps, first: number, before: Int32Array, now: Int32Array): void {
  const fresh = new Int32Array(steps.count + 1);
  now.forEach((moment, node) => {
    if (moment <= steps.ready && at(before, node) > steps.ready)
      fresh[moment] = at(fresh, moment) + 1;
  });
  if (first === 0) steps.visitedAt[0] = at(fresh, 0);
  for (let moment = first + 1; moment <= steps.ready; moment += 1)
    steps.visitedAt[moment] = at(fresh, moment) + at(steps.visitedAt, moment - 1);
}

/** One number of an array; indexes are always within. */
export function at(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] as number;
}
