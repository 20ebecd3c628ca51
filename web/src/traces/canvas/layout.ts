/**
 * Where every node stands, computed once: layer by layer, children from left to right in the
 * order searched, subtrees pushed together as far as their outlines allow. A parent stands over
 * its best child, so that the best line runs straight down. Roots stand in the middle, and so does
 * every node of a tree that grows by playouts: which child is best is not known before the end.
 */

import { at, childrenOf, growsByPlayouts, NONE, type Tree } from "../tree";

export interface Layout {
  x: Float64Array;
  /** The edges of each subtree. */
  left: Float64Array;
  right: Float64Array;
  /** The deepest level of each subtree. */
  bottom: Uint8Array;
  /** Where the stub of a cut stands. */
  stub: Float64Array;
  /** By level, the nodes from left to right. */
  rows: readonly Int32Array[];
  width: number;
}

/** Between siblings, and between cousins. */
const APART = 1;
const COUSINS = 1.3;
const STUB = 0.8;
const ROOTS = 3;

interface Outline {
  left: number[];
  right: number[];
}

export function layOut(tree: Tree): Layout {
  const shift = new Float64Array(tree.count);
  const stub = new Float64Array(tree.count);
  const outlines: (Outline | null)[] = new Array<Outline | null>(tree.count).fill(null);
  for (let node = tree.count - 1; node >= 0; node -= 1) {
    if (!tree.loaded[node]) continue;
    const children = childrenOf(tree, node);
    const isRoot = at(tree.parent, node) === NONE;
    const apart = isRoot ? apartBelowRoot(tree, children, outlines) : APART;
    const joined = join(children, outlines, shift, apart);
    if (tree.pruned.has(node)) stub[node] = addStub(joined);
    const best = isRoot || growsByPlayouts(tree.algorithm) ? NONE : at(tree.best, node);
    const over = best === NONE ? middle(joined) : at(shift, best);
    for (const child of children) shift[child] = at(shift, child) - over;
    stub[node] = at(stub, node) - over;
    outlines[node] = {
      left: [0, ...joined.left.map((edge) => edge - over)],
      right: [0, ...joined.right.map((edge) => edge - over)],
    };
  }
  const all = join([...tree.roots], outlines, shift, ROOTS);
  return place(tree, shift, stub, all);
}

/** How many columns of a root there must be room for side by side, to be named. */
const NAMED = 26;

/** How far apart the columns of a root stand at least, so that all can be named. */
function apartBelowRoot(
  tree: Tree,
  children: readonly number[],
  outlines: (Outline | null)[],
): number {
  const nodes = children.reduce((sum, child) => {
    const { left, right } = outlines[child] as Outline;
    return sum + Math.max(...right.map((edge, level) => edge - at(left, level))) + COUSINS;
  }, 0);
  return tree.roots.length > 1 ? APART : Math.max(APART, nodes / NAMED);
}

/** Place subtrees side by side; return their joint outline, relative to the first root. */
function join(
  nodes: readonly number[],
  outlines: (Outline | null)[],
  shift: Float64Array,
  apart: number,
): Outline {
  const joined: Outline = { left: [], right: [] };
  for (const node of nodes) {
    const own = outlines[node] as Outline;
    outlines[node] = null;
    let by = 0;
    const shared = Math.min(joined.right.length, own.left.length);
    for (let level = 0; level < shared; level += 1) {
      const gap = apart === ROOTS ? ROOTS : level === 0 ? apart : COUSINS;
      const needed = at(joined.right, level) - at(own.left, level) + gap;
      by = level === 0 ? needed : Math.max(by, needed);
    }
    shift[node] = by;
    own.left.forEach((edge, level) => {
      if (level >= joined.left.length) joined.left.push(edge + by);
      joined.right[level] = at(own.right, level) + by;
    });
  }
  return joined;
}

/** Make room for a stub beside the last child. */
function addStub(joined: Outline): number {
  const place = (joined.right[0] ?? 0) + STUB;
  joined.right[0] = place;
  joined.left[0] ??= place;
  return place;
}

function middle(joined: Outline): number {
  return ((joined.left[0] ?? 0) + (joined.right[0] ?? 0)) / 2;
}

function place(tree: Tree, shift: Float64Array, stub: Float64Array, all: Outline): Layout {
  const start = -Math.min(0, ...all.left);
  const x = new Float64Array(tree.count);
  for (let node = 0; node < tree.count; node += 1) {
    if (!tree.loaded[node]) continue;
    const above = at(tree.parent, node);
    x[node] = at(shift, node) + (above === NONE ? start : at(x, above));
    stub[node] = at(stub, node) + at(x, node);
  }
  const left = x.slice();
  const right = x.slice();
  const bottom = tree.level.slice();
  for (let node = tree.count - 1; node >= 0; node -= 1) {
    if (!tree.loaded[node]) continue;
    if (tree.pruned.has(node)) right[node] = Math.max(at(right, node), at(stub, node));
    const above = at(tree.parent, node);
    if (above === NONE) continue;
    left[above] = Math.min(at(left, above), at(left, node));
    right[above] = Math.max(at(right, above), at(right, node));
    bottom[above] = Math.max(at(bottom, above), at(bottom, node));
  }
  const width = start + Math.max(0, ...all.right);
  return { x, left, right, bottom, stub, rows: rowsOf(tree), width };
}

/** Walk the trees from left to right; each level then comes in the order in which it stands. */
function rowsOf(tree: Tree): Int32Array[] {
  const rows: number[][] = [];
  const waiting = [...tree.roots].reverse();
  while (waiting.length > 0) {
    const node = waiting.pop() as number;
    (rows[at(tree.level, node)] ??= []).push(node);
    waiting.push(...childrenOf(tree, node).reverse());
  }
  return rows.map((row) => Int32Array.from(row));
}

/** The place in a row of the first node at or right of x. */
export function firstFrom(layout: Layout, row: Int32Array, x: number): number {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if (at(layout.x, at(row, half)) < x) low = half + 1;
    else high = half;
  }
  return low;
}
