/**
 * Which nodes are drawn, and where on the canvas. The whole tree stands as it was laid out, as
 * much of it as the camera sees. The close-up has the way to one node, with all that lies beside
 * it, so that it can be read however large the tree is.
 */

import type { Camera, Pane } from "./camera";
import { firstFrom, type Layout } from "./layout";
import { at, childrenOf, NONE, pathTo, type Tree } from "./tree";

export interface Spot {
  x: number;
  y: number;
}

export interface Plan {
  /** By level, what is drawn, from left to right. */
  rows: readonly (readonly number[])[];
  spot: (node: number) => Spot;
  /** Where the stub of a cut ends. */
  stub: (node: number) => Spot;
  /** Pixels from level to level. */
  down: number;
  /** Pixels that a node has for itself at most. */
  across: number;
  /** Is it a close-up? Then what lies beside the way is folded. */
  near: boolean;
  /** Has a node a place of its own? */
  has: (node: number) => boolean;
  /** The most room that a node of a level may take. */
  most: (level: number) => number;
}

/** Nodes that would fall on the same pixels are drawn once. */
const SAME = 1.5;
/** What a card takes where there is room enough. */
const CARD_ROOM = 104;
/** How far down a stub reaches, as a share of a level. */
const REACH = 0.6;

export function wholePlan(
  tree: Tree,
  layout: Layout,
  moment: number,
  camera: Camera,
  pane: Pane,
): Plan {
  const toX = (x: number) => (x - camera.x) * camera.across + pane.width / 2;
  const toY = (level: number) => (level - camera.y) * camera.down + pane.height / 2;
  return {
    rows: layout.rows.map((row, level) => {
      const y = toY(level);
      const seen = y > -camera.down && y < pane.height + camera.down;
      return seen ? inSight(tree, layout, row, moment, camera, pane) : [];
    }),
    spot: (node) => ({ x: toX(at(layout.x, node)), y: toY(at(tree.level, node)) }),
    stub: (node) => ({ x: toX(at(layout.stub, node)), y: toY(at(tree.level, node) + REACH) }),
    down: camera.down,
    across: camera.across,
    near: false,
    has: () => true,
    most: () => Math.max(camera.across, CARD_ROOM),
  };
}

function inSight(
  tree: Tree,
  layout: Layout,
  row: Int32Array,
  moment: number,
  camera: Camera,
  pane: Pane,
): number[] {
  const half = (pane.width / 2 + 60) / camera.across;
  const end = camera.x + half;
  const apart = Math.min(SAME, camera.across * 0.99) / camera.across;
  const { bornAt } = tree.steps;
  const found: number[] = [];
  let last = -Infinity;
  for (let place = firstFrom(layout, row, camera.x - half); place < row.length; place += 1) {
    const node = row[place] as number;
    const x = layout.x[node] as number;
    if (x > end) break;
    if (x - last < apart || (bornAt[node] as number) > moment) continue;
    found.push(node);
    last = x;
  }
  return found;
}

/** The way to a node, each step among its siblings, and the node's own children. */
export function nearPlan(
  tree: Tree,
  layout: Layout,
  moment: number,
  node: number,
  pane: Pane,
  scale: number,
): Plan {
  const way = pathTo(tree, node);
  const levels = Math.max(2, layout.rows.length);
  const down = Math.min(120 * scale, (pane.height - 56 * scale) / (levels - 0.7));
  const top = Math.max(34 * scale, (pane.height - down * (levels - 1)) / 2 - 8);
  const places = new Map<number, number>();
  const stubs = new Map<number, number>();
  const rows = [[way[0] as number]];
  places.set(way[0] as number, pane.width / 2);
  const spaces = [CARD_ROOM * scale];
  let widest = 1;
  for (const above of way) {
    const all = childrenOf(tree, above);
    const slots = all.length + (tree.pruned.has(above) ? 1 : 0);
    const apart = Math.min(CARD_ROOM * scale, (pane.width - 16) / Math.max(1, slots));
    const start = pane.width / 2 - (apart * (slots - 1)) / 2;
    all.forEach((child, index) => places.set(child, start + apart * index));
    stubs.set(above, start + apart * (slots - 1));
    widest = Math.max(widest, slots);
    spaces.push(apart);
    rows.push(all.filter((child) => at(tree.steps.bornAt, child) <= moment));
  }
  const toY = (level: number) => top + level * down;
  // What lies below a node beside the way falls together with it.
  const find = (of: number): number => {
    const place = places.get(of);
    const parent = at(tree.parent, of);
    return place ?? (parent === NONE ? -1000 : find(parent));
  };
  return {
    rows: rows.filter((row) => row.length > 0),
    spot: (of) => ({ x: find(of), y: toY(at(tree.level, of)) }),
    stub: (of) => ({
      x: stubs.get(of) ?? find(of) + 26 * scale,
      y: toY(at(tree.level, of) + REACH),
    }),
    down,
    across: Math.min(CARD_ROOM * scale, (pane.width - 16) / widest),
    near: true,
    has: (of) => places.has(of),
    most: (level) => spaces[level] ?? CARD_ROOM,
  };
}

/** How much room each node of a row has to both sides. */
export function roomIn(plan: Plan, tree: Tree, row: readonly number[]): number[] {
  const most = plan.most(row[0] === undefined ? 0 : at(tree.level, row[0]));
  const places = row.map((node) => plan.spot(node).x);
  return places.map((x, index) =>
    Math.min(x - (places[index - 1] ?? -Infinity), (places[index + 1] ?? Infinity) - x, most),
  );
}

/** The drawn node nearest to a point, if one is near enough; a stub counts as its node. */
export function nodeAt(plan: Plan, tree: Tree, moment: number, point: Spot): number | null {
  let best: number | null = null;
  let least = 30;
  const weigh = (node: number, spot: Spot, reach: number) => {
    const apart = Math.max(Math.abs(spot.x - point.x), Math.abs(spot.y - point.y) * 0.8);
    if (apart < Math.min(least, reach)) {
      least = apart;
      best = node;
    }
  };
  for (const row of plan.rows) {
    const first = row[0];
    if (first === undefined) continue;
    const beside = Math.abs(plan.spot(first).y - point.y);
    if (beside > 30 && beside > plan.down) continue;
    const rooms = roomIn(plan, tree, row);
    row.forEach((node, index) => {
      weigh(node, plan.spot(node), Math.max(8, Math.min(30, (rooms[index] as number) / 2 + 4)));
      if (tree.pruned.has(node) && at(tree.steps.doneAt, node) <= moment)
        weigh(node, plan.stub(node), 16);
    });
  }
  return best;
}
