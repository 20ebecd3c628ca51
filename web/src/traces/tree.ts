/** A search tree by columns, and the order in which it grew. Nodes are named by number. */

import type {
  ChildrenView,
  ColumnsView,
  DrawingView,
  Player,
  TraceView,
  TreeView,
} from "../shared/types";
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
  /** All nodes of the trace; those not `loaded` yet are fetched when their parent is opened. */
  count: number;
  loaded: Uint8Array;
  /** Nodes that have children which are not loaded. */
  more: ReadonlySet<number>;
  /** How many visited nodes were loaded by opening their parents. */
  opened: number;
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
  /** "enter", "leave", "take" or "playout". */
  actions: readonly string[];
  action: Uint8Array;
  node: Int32Array;
  line: Uint8Array;
  /** Monte Carlo: 2, 1, 0 for a playout won, drawn, lost by who searches; PUCT: a value between. */
  points: Float64Array;
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
  // A search that begins beyond the loaded nodes has no parent among them, so it cannot be opened.
  const searches = header.iterations.filter((each) => each.first < came);
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
    opened: 0,
    roots: searches.map((each) => each.first),
    depths: searches.map((each) => each.depth),
    beyond: header.iterations.slice(searches.length).map((each) => each.depth),
    line: new Set(header.line),
    firstChild: new Int32Array(count).fill(NONE),
    nextSibling: new Int32Array(count).fill(NONE),
    best: new Int32Array(count).fill(NONE),
    level: new Uint8Array(count),
    sign: new Int8Array(count),
    sizes: new Int32Array(count),
    pruned: new Map(),
    certain,
    steps: readSteps(header.algorithm, view, count),
  };
  fill(tree, [...view.nodes.parent.keys()], view);
  return tree;
}

/** Return the tree with the children of a node that were not there before; they are seen at the end. */
export function withChildren(tree: Tree, node: number, view: ChildrenView): Tree {
  const fresh = view.ids.filter((id) => !tree.loaded[id]);
  fill(tree, view.ids, view);
  const end = tree.steps.count;
  for (const id of fresh) tree.steps.bornAt[id] = tree.steps.doneAt[id] = end;
  const more = new Set([...tree.more, ...fresh.filter((id) => at(tree.sizes, id) > 1)]);
  more.delete(node);
  const visited = fresh.filter((id) => at(tree.order, id) !== NONE);
  return { ...tree, more, opened: tree.opened + visited.length };
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

/** Children hang together in the order in which they were found. */
function hang(tree: Tree, ids: readonly number[]): void {
  for (const parent of new Set(ids.map((id) => at(tree.parent, id))))
    if (parent !== NONE) tree.firstChild[parent] = NONE;
  for (const id of [...ids].reverse()) {
    const parent = at(tree.parent, id);
    if (parent === NONE) continue;
    tree.nextSibling[id] = at(tree.firstChild, parent);
    tree.firstChild[parent] = id;
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

function readSteps(algorithm: TraceView["algorithm"], view: TreeView, nodes: number): Steps {
  const { actions, action, node, line } = view.steps;
  const count = node.length;
  const parent = Int32Array.from(view.nodes.parent, (above) => above ?? NONE);
  const steps: Steps = {
    count,
    actions,
    action: Uint8Array.from(action),
    node: Int32Array.from(node),
    line: Uint8Array.from(line),
    points: Float64Array.from(view.playouts.points),
    bornAt: new Int32Array(nodes).fill(NEVER),
    doneAt: new Int32Array(nodes).fill(NEVER),
    visitedAt: new Int32Array(count + 1),
  };
  if (algorithm === "astar") growFrontier(steps, parent);
  else if (growsByPlayouts(algorithm)) growPlayouts(steps, parent, view.nodes.proven_at);
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

function countVisited(algorithm: TraceView["algorithm"], steps: Steps): void {
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
