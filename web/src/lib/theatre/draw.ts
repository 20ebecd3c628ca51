/**
 * Draws a plan, each node in as much detail as it has room for: a bar, a disc, or a card with its
 * column and value. Of an edge, a path and a mark the later lies over the earlier.
 */

import type { Pane } from "./camera";
import { drawCard, drawDisc, drawStub, isFolded } from "./marks";
import { currentNode, type Playouts, stackAt } from "./moment";
import type { Palette } from "./palette";
import { roomIn, type Plan } from "./plan";
import { at, childrenOf, NONE, type Tree } from "./tree";

export interface Truth {
  /** 127 where nothing is known yet. */
  exact: Int8Array;
  wrong: Uint8Array;
}

export interface Scene {
  tree: Tree;
  plan: Plan;
  moment: number;
  playouts: Playouts | null;
  pane: Pane;
  palette: Palette;
  /** How much larger than usual letters and lines are. */
  scale: number;
  cards: boolean;
  selected: number | null;
  hovered: number | null;
  truth: Truth | null;
}

type Pen = CanvasRenderingContext2D;

/** From how many pixels on a node is a disc, and a card. */
export const DISC = 9;
export const CARD = 42;
/** Levels that are nearer than this have no room for cards. */
const TALL = 56;

/** Draw everything. */
export function draw(pen: Pen, scene: Scene): void {
  const { plan } = scene;
  plan.rows.forEach((row, level) => drawEdges(pen, scene, row, plan.rows[level - 1] ?? []));
  drawPath(pen, scene);
  for (const row of plan.rows) drawRow(pen, scene, row);
  drawDepths(pen, scene);
  drawRings(pen, scene);
}

/** Edges above the nodes that are drawn, and those to their siblings out of sight. */
function drawEdges(pen: Pen, scene: Scene, row: readonly number[], above: readonly number[]): void {
  const { tree, moment, palette, playouts, plan, scale } = scene;
  const ends = row.filter((node) => tree.parent[node] !== NONE);
  if (!plan.near && plan.across >= DISC && above.length < 200) {
    const known = new Set(ends);
    for (const node of above)
      for (const child of childrenOf(tree, node))
        if (!known.has(child) && at(tree.steps.bornAt, child) <= moment) ends.push(child);
  }
  pen.strokeStyle = palette["line-strong"];
  const fine = plan.across < DISC ? 0.6 : 1.2 * scale;
  if (!playouts) return strokeEdges(pen, scene, ends, fine);
  const most = Math.max(1, at(playouts.visits, 0));
  const widths = new Map<number, number[]>();
  for (const node of ends) {
    const width = Math.ceil(8 * Math.sqrt(at(playouts.visits, node) / most));
    const alike = widths.get(width);
    if (alike) alike.push(node);
    else widths.set(width, [node]);
  }
  for (const [width, nodes] of widths)
    strokeEdges(pen, scene, nodes, width <= 1 ? fine : width * 1.4 * scale);
}

const AT_ONCE = 64;

function strokeEdges(pen: Pen, scene: Scene, nodes: readonly number[], width: number): void {
  pen.lineWidth = width;
  // Many short paths are drawn faster than one long one.
  for (let start = 0; start < nodes.length; start += AT_ONCE) {
    pen.beginPath();
    for (const node of nodes.slice(start, start + AT_ONCE)) traceEdge(pen, scene, node);
    pen.stroke();
  }
}

function traceEdge(pen: Pen, { plan, tree }: Scene, node: number): void {
  const from = plan.spot(at(tree.parent, node));
  const to = plan.spot(node);
  pen.moveTo(from.x, from.y);
  if (plan.across < DISC) return pen.lineTo(to.x, to.y);
  const middle = (from.y + to.y) / 2;
  pen.bezierCurveTo(from.x, middle, to.x, middle, to.x, to.y);
}

/** The way to where the search is; at the end the best line. */
function drawPath(pen: Pen, scene: Scene): void {
  const { tree, moment, palette, scale, plan } = scene;
  const way = moment === tree.steps.count ? [...tree.line] : stackAt(tree, moment);
  pen.strokeStyle = palette["focus-ink"];
  pen.lineWidth = 3.2 * scale;
  pen.lineCap = "round";
  pen.beginPath();
  for (const node of way)
    if (tree.parent[node] !== NONE && plan.has(node)) traceEdge(pen, scene, node);
  pen.stroke();
  pen.lineCap = "butt";
}

/** Has a node room for a card? */
function fits({ plan, scale, cards }: Scene, room: number): boolean {
  return cards && room >= CARD * scale && plan.down >= TALL * scale;
}

function drawRow(pen: Pen, scene: Scene, row: readonly number[]): void {
  const { tree, moment, plan } = scene;
  const rooms = roomIn(plan, tree, row);
  const bars: number[] = [];
  row.forEach((node, index) => {
    const pruned = isFolded(scene, node) ? undefined : tree.pruned.get(node);
    if (pruned && at(tree.steps.doneAt, node) <= moment)
      drawStub(pen, scene, plan.spot(node), plan.stub(node), pruned.saved, rooms[index] as number);
  });
  row.forEach((node, index) => {
    const room = rooms[index] as number;
    if (room < DISC) bars.push(node);
    else if (fits(scene, room)) drawCard(pen, scene, node, room);
    else drawDisc(pen, scene, node, room);
  });
  if (bars.length > 0) drawBars(pen, scene, bars);
}

/** Bars: up for values above nothing, down for those below, short and dark for open nodes. */
function drawBars(pen: Pen, scene: Scene, row: readonly number[]): void {
  const { tree, moment, palette, plan, playouts, truth } = scene;
  const wide = Math.max(1, Math.min(6, plan.across * 0.7));
  const high = Math.min(14, Math.max(3, plan.down * 0.16));
  const colours = [palette.draws, palette.wins, palette.draws, palette.loses, palette.ink];
  const OPEN = 4;
  const shades: number[][] = colours.map(() => []);
  for (const node of row) {
    const open = at(tree.steps.doneAt, node) > moment;
    const shade = playouts ? shadeOf(playouts.share(node)) : open ? OPEN : at(tree.tone, node);
    (shades[shade] as number[]).push(node);
  }
  shades.forEach((nodes, shade) => {
    pen.fillStyle = colours[shade] as string;
    const tall = shade === 1 || shade === 3 ? high : high / 2;
    const rise = shade === 1 ? tall : shade === 3 ? 0 : tall / 2;
    for (const node of nodes) {
      const { x, y } = plan.spot(node);
      pen.fillRect(x - wide / 2, y - rise, wide, tall);
    }
  });
  if (!truth) return;
  pen.fillStyle = palette.ink;
  for (const node of row) {
    if (!truth.wrong[node]) continue;
    const { x, y } = plan.spot(node);
    pen.fillRect(x - wide / 2, y + high + 2, wide, 2);
  }
}

function shadeOf(share: number): number {
  return share > 0.5 ? 1 : share < 0.5 ? 3 : 0;
}

/** The depth of each search over its root, where there are several. */
function drawDepths(pen: Pen, { tree, palette, scale, moment, plan }: Scene): void {
  if (tree.roots.length < 2) return;
  pen.font = `600 ${13 * scale}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillStyle = palette.quiet;
  let free = -Infinity;
  tree.roots.forEach((root, index) => {
    const { x, y } = plan.spot(root);
    const text = `depth ${tree.depths[index]}`;
    const wide = pen.measureText(text).width;
    if (at(tree.steps.bornAt, root) > moment || x - wide / 2 < free) return;
    pen.fillText(text, x, y - 28 * scale);
    free = x + wide / 2 + 8;
  });
}

/** Rings around where the search is, what is chosen, what is pointed at. */
function drawRings(pen: Pen, scene: Scene): void {
  const { tree, moment, palette, scale, selected, hovered } = scene;
  const marked: [number | null, string, number][] = [
    [hovered, palette.ink, 1.5],
    [currentNode(tree, moment), palette["focus-ink"], 3],
    [selected, palette.ink, 3],
  ];
  for (const [node, colour, width] of marked) {
    if (node === null || !scene.plan.has(node)) continue;
    const { x, y } = scene.plan.spot(node);
    const size = ringSize(scene, node);
    pen.strokeStyle = colour;
    pen.lineWidth = width * scale;
    pen.beginPath();
    pen.roundRect(x - size.width / 2, y - size.height / 2, size.width, size.height, 9);
    pen.stroke();
  }
}

function ringSize(scene: Scene, node: number): { width: number; height: number } {
  const { plan, scale, tree } = scene;
  const row =
    plan.rows.find((each) => each[0] !== undefined && tree.level[each[0]] === tree.level[node]) ??
    [];
  const room = roomIn(plan, tree, row)[row.indexOf(node)] ?? 0;
  if (room < DISC) return { width: 12, height: 22 };
  if (fits(scene, room)) return { width: Math.min(room - 2, 92 * scale) + 4, height: 52 * scale };
  const size = 2 * Math.min(room * 0.36, 13 * scale, plan.down * 0.3) + 8;
  return { width: size, height: size };
}
