/**
 * Which nodes are drawn, and where on the canvas. The whole tree stands as it was laid out, as
 * much of it as the camera sees. The close-up has the way to one node, with all that lies beside
 * it, so that it can be read however large the tree is. Nodes have their places before they are
 * searched, so that nothing moves when they come.
 */

import type { Camera, Pane } from "./camera";
import { firstFrom, type Layout } from "./layout";
import { at, childrenOf, NONE, pathTo, type Tree } from "../tree";

export interface Spot {
  x: number;
  y: number;
}

export interface Plan {
  /** By level, what has a place, from left to right. */
  rows: readonly (readonly number[])[];
  spot: (node: number) => Spot;
  /** Where the stub of a cut ends. */
  stub: (node: number) => Spot;
  /** How many pixels a node has for itself; 0 if it has no place. */
  room: (node: number) => number;
  /** Pixels from level to level. */
  down: number;
  /** Is it a close-up? Then what lies beside the way is folded. */
  near: boolean;
  /** How many levels below the root a close-up leaves out. */
  skipped?: number;
}

/** Nodes that would fall on the same pixels are drawn once. */
const SAME = 1.5;
/** What a card takes where there is room enough. */
const CARD_ROOM = 104;
/** The least distance of levels in a close-up, so that cards can be read. */
const LEAST_DOWN = 78;
const LEAST_DOWN_WITH_SHARES = 98;
/** Half a card with its ring, and the label above a root where there are several. */
const HEAD = 36;
const HEAD_LABEL = 18;
const FOOT = 36;
/** How far down a stub reaches, as a share of a level. */
const REACH = 0.6;

export function wholePlan(tree: Tree, layout: Layout, camera: Camera, pane: Pane): Plan {
  const toX = (x: number) => (x - camera.x) * camera.across + pane.width / 2;
  const toY = (level: number) => (level - camera.y) * camera.down + pane.height / 2;
  const rooms = new Float32Array(tree.count);
  const most = Math.max(camera.across, CARD_ROOM);
  const rows = layout.rows.map((row, level) => {
    const y = toY(level);
    const seen = y > -camera.down && y < pane.height + camera.down;
    return seen ? inSight(layout, row, camera, pane, rooms, most) : [];
  });
  return {
    rows,
    spot: (node) => ({ x: toX(at(layout.x, node)), y: toY(at(tree.level, node)) }),
    stub: (node) => ({ x: toX(at(layout.stub, node)), y: toY(at(tree.level, node) + REACH) }),
    room: (node) => at(rooms, node),
    down: camera.down,
    near: false,
  };
}

/** Return the nodes of a row between the edges of the pane, and note the room of each. */
function inSight(
  layout: Layout,
  row: Int32Array,
  camera: Camera,
  pane: Pane,
  rooms: Float32Array,
  most: number,
): number[] {
  const half = (pane.width / 2 + 60) / camera.across;
  const end = camera.x + half;
  const apart = Math.min(SAME, camera.across * 0.99) / camera.across;
  const found: number[] = [];
  let last = -Infinity;
  for (let place = firstFrom(layout, row, camera.x - half); place < row.length; place += 1) {
    const node = row[place] as number;
    const x = layout.x[node] as number;
    if (x > end) break;
    if (x - last < apart) continue;
    const gap = (x - last) * camera.across;
    const before = found.at(-1);
    if (before !== undefined) rooms[before] = Math.min(at(rooms, before), gap);
    rooms[node] = Math.min(most, gap);
    found.push(node);
    last = x;
  }
  return found;
}

/** The way to a node, each step among its siblings, and the node's own children. */
export function nearPlan(
  tree: Tree,
  layout: Layout,
  node: number,
  pane: Pane,
  scale: number,
): Plan {
  const way = pathTo(tree, node);
  const root = way[0] as number;
  const head = (HEAD + (tree.roots.length > 1 ? HEAD_LABEL : 0)) * scale;
  const room = pane.height - head - FOOT * scale;
  // Shares stand on the edges, so these are longer.
  const least = (tree.prior || tree.probability ? LEAST_DOWN_WITH_SHARES : LEAST_DOWN) * scale;
  const levels = Math.max(2, Math.min(layout.rows.length, Math.floor(room / least) + 1));
  const down = Math.max(least, Math.min(120 * scale, room / (levels - 1)));
  const top = Math.max(head, (pane.height - down * (levels - 1)) / 2 - 8);
  // Where the way is too deep for cards, levels below the root are left out.
  const deepest = way.length - 1 + (at(tree.firstChild, node) === NONE ? 0 : 1);
  const skipped = Math.max(0, deepest - levels + 1);
  const places = new Map<number, number>([[root, pane.width / 2]]);
  const rooms = new Map<number, number>([[root, CARD_ROOM * scale]]);
  const stubs = new Map<number, number>();
  const rows = [[root]];
  for (const over of way) {
    if (at(tree.level, over) < skipped) {
      if (over !== root) places.set(over, pane.width / 2);
      continue;
    }
    const children = childrenOf(tree, over);
    // As wide as if nothing were cut off, so that the width does not reveal a cut.
    const slots = children.length + (tree.pruned.get(over)?.columns.length ?? 0);
    const apart = Math.min(CARD_ROOM * scale, (pane.width - 16) / Math.max(1, slots));
    const start = pane.width / 2 - (apart * (slots - 1)) / 2;
    children.forEach((child, index) => {
      places.set(child, start + apart * index);
      rooms.set(child, apart);
    });
    stubs.set(over, start + apart * children.length);
    if (children.length > 0) rows.push(children);
  }
  const toY = (level: number) => {
    if (skipped === 0 || level === 0) return top + level * down;
    return level <= skipped ? top + down / 2 : top + (level - skipped) * down;
  };
  // What lies below a node beside the way falls together with it.
  const find = (of: number): number =>
    places.get(of) ?? (tree.parent[of] === NONE ? -1000 : find(at(tree.parent, of)));
  return {
    rows,
    spot: (of) => ({ x: find(of), y: toY(at(tree.level, of)) }),
    stub: (of) => ({ x: stubs.get(of) ?? find(of), y: toY(at(tree.level, of) + REACH) }),
    room: (of) => rooms.get(of) ?? 0,
    down,
    near: true,
    skipped,
  };
}

/** The drawn node nearest to a point, if one is near enough; a stub counts as its node. */
export function nodeAt(plan: Plan, tree: Tree, moment: number, point: Spot): number | null {
  let best: number | null = null;
  let least = 30;
  const weigh = (node: number, spot: Spot, reach: number) => {
    const apart = Math.max(Math.abs(spot.x - point.x), Math.abs(spot.y - point.y) * 0.8);
    if (apart >= Math.min(least, reach)) return;
    least = apart;
    best = node;
  };
  for (const row of plan.rows) {
    if (row[0] === undefined || Math.abs(plan.spot(row[0]).y - point.y) > plan.down + 30) continue;
    for (const node of row) {
      if (at(tree.steps.bornAt, node) > moment) continue;
      weigh(node, plan.spot(node), Math.max(8, Math.min(30, plan.room(node) / 2 + 4)));
      if (tree.pruned.has(node) && at(tree.steps.doneAt, node) <= moment)
        weigh(node, plan.stub(node), 16);
    }
  }
  return best;
}
