/**
 * Draws a plan, each node in as much detail as it has room for: a bar, a disc, or a card with its
 * column and value. What only grows can be drawn on: `drawSince` adds what some steps have
 * brought to a picture that has the steps before.
 */

import { drawMark, drawStub, halfHeight, isFolded, markSize, nameColumn, paintDisc } from "./marks";
import type { RowName } from "../rows";
import { currentNode, type Form, type Playouts } from "../moment";
import type { Palette } from "./palette";
import type { Plan, Spot } from "./plan";
import { at, bestLine, childrenOf, growsByPlayouts, NONE, pathTo, type Tree } from "../tree";
import { saySaved } from "../words";

export interface Truth {
  /** `UNKNOWN` where nothing is known yet. */
  exact: Int8Array;
  misleading: Uint8Array;
}

export interface Scene {
  tree: Tree;
  plan: Plan;
  moment: number;
  playouts: Playouts | null;
  palette: Palette;
  /** How much larger than usual letters and lines are. */
  scale: number;
  /** May nodes be cards? */
  cards: boolean;
  selected: number | null;
  hovered: number | null;
  truth: Truth | null;
  /** Whose values are shown; those of who searches if not said. */
  form?: Form;
  /** Where the search is, if that does not follow from the moment. */
  current?: number;
  /** What stands in the last line of a card instead of what usually does. */
  notes?: ReadonlyMap<number, string>;
}

type Pen = CanvasRenderingContext2D;

/** Nodes with less room hang on straight lines. */
const CURVED = 9;
const AT_ONCE = 64;

/** Draw all that has been searched by now. */
export function drawAll(pen: Pen, scene: Scene): void {
  const { plan, tree, moment } = scene;
  if (moment === 0) drawGhosts(pen, scene);
  const seen = plan.rows.map((row) => row.filter((node) => at(tree.steps.bornAt, node) <= moment));
  for (const row of seen) drawEdges(pen, scene, row);
  for (const row of seen) for (const node of row) drawNode(pen, scene, node);
}

/** Before anything is searched: the columns that there are, where they will stand. */
function drawGhosts(pen: Pen, scene: Scene): void {
  const { plan, tree, cards } = scene;
  const ghosts = childrenOf(tree, tree.roots[0] ?? 0).filter((node) => plan.room(node) > 0);
  if (!cards) return;
  pen.globalAlpha = 0.55;
  drawEdges(pen, scene, ghosts);
  for (const node of ghosts) drawMark(pen, scene, node);
  pen.globalAlpha = 1;
}

/** Draw what the steps from a moment on have brought. */
export function drawSince(pen: Pen, scene: Scene, from: number): void {
  const { tree, moment } = scene;
  for (let step = from; step < moment; step += 1) {
    const node = at(tree.steps.node, step);
    if (growsByPlayouts(tree.algorithm)) {
      for (const each of [...stackOf(tree, node)]) drawFresh(pen, scene, each);
    } else {
      drawFresh(pen, scene, node);
      if (tree.algorithm === "astar")
        for (const child of childrenOf(tree, node)) drawFresh(pen, scene, child);
    }
  }
}

function* stackOf(tree: Tree, node: number): Generator<number> {
  for (let each = node; each !== NONE; each = at(tree.parent, each)) yield each;
}

function drawFresh(pen: Pen, scene: Scene, node: number): void {
  if (scene.plan.room(node) === 0) return;
  drawEdges(pen, scene, [node]);
  drawNode(pen, scene, node);
}

function drawNode(pen: Pen, scene: Scene, node: number): void {
  const { tree, moment, plan } = scene;
  const pruned = isFolded(scene, node) ? undefined : tree.pruned.get(node);
  if (pruned && at(tree.steps.doneAt, node) <= moment) {
    const from = plan.spot(node);
    from.y += halfHeight(scene, node);
    drawStub(pen, scene, from, plan.stub(node), saySaved(pruned), plan.room(node), (place, wide) =>
      isFree(scene, node, place, wide),
    );
  }
  drawMark(pen, scene, node);
}

/** Is there room for a text at a stub? There may be others beside it, and nodes below. */
function isFree(scene: Scene, node: number, place: Spot, wide: number): boolean {
  const { plan, tree, scale } = scene;
  if (plan.near) return true;
  const level = at(tree.level, node);
  const stubs = (plan.rows[level] ?? []).filter((each) => each !== node && tree.pruned.has(each));
  if (stubs.some((each) => Math.abs(plan.stub(each).x - place.x) < wide + 4)) return false;
  return (plan.rows[level + 1] ?? []).every((each) => {
    const { x, y } = plan.spot(each);
    const size = markSize(scene, each);
    const beside = Math.abs(x - place.x) > (wide + size.width) / 2 + 3;
    return beside || y - size.height / 2 > place.y + 9 * scale;
  });
}

/** The edges above nodes; of Monte Carlo thick by visits. */
function drawEdges(pen: Pen, scene: Scene, nodes: readonly number[]): void {
  const { tree, palette, playouts, plan, scale } = scene;
  const most = playouts ? Math.max(1, at(playouts.visits, 0)) : 1;
  const widths = new Map<number, number[]>();
  for (const node of nodes) {
    if (tree.parent[node] === NONE) continue;
    const fine = plan.room(node) < CURVED ? 0.6 : 1.2 * scale;
    const thick = playouts ? Math.ceil(8 * Math.sqrt(at(playouts.visits, node) / most)) : 0;
    const width = thick <= 1 ? fine : thick * 1.4 * scale;
    const alike = widths.get(width);
    if (alike) alike.push(node);
    else widths.set(width, [node]);
  }
  pen.strokeStyle = palette["line-strong"];
  for (const [width, alike] of widths) strokeEdges(pen, scene, alike, width);
}

function strokeEdges(pen: Pen, scene: Scene, nodes: readonly number[], width: number): void {
  pen.lineWidth = width;
  // Many short paths are drawn faster than one long one.
  for (let start = 0; start < nodes.length; start += AT_ONCE) {
    pen.beginPath();
    for (const node of nodes.slice(start, start + AT_ONCE)) traceEdge(pen, scene, node);
    pen.stroke();
  }
}

/** From below the parent's mark to above the node's. */
function traceEdge(pen: Pen, scene: Scene, node: number): void {
  const { plan, tree } = scene;
  const parent = at(tree.parent, node);
  const from = plan.spot(parent);
  const to = plan.spot(node);
  const top = from.y + halfHeight(scene, parent);
  const end = to.y - halfHeight(scene, node);
  pen.moveTo(from.x, top);
  if (plan.room(node) < CURVED) return pen.lineTo(to.x, end);
  const middle = (top + end) / 2;
  pen.bezierCurveTo(from.x, middle, to.x, middle, to.x, end);
}

/** What lies over the tree: the way to where the search is, and rings around what matters. */
export function drawOver(pen: Pen, scene: Scene): void {
  drawPath(pen, scene);
  nameColumns(pen, scene);
  drawSkipped(pen, scene);
  drawDepths(pen, scene);
  drawRings(pen, scene);
}

/** The way to where the search is; at the end the best line. */
function drawPath(pen: Pen, scene: Scene): void {
  const { tree, moment, palette, scale, plan } = scene;
  const current = scene.current ?? currentNode(tree, moment);
  const last = growsByPlayouts(tree.algorithm) ? tree.roots[0] : currentNode(tree, moment);
  const ended = moment === tree.steps.count && current === last;
  const all = ended ? bestLine(tree) : pathTo(tree, current);
  // In a close-up of something else most of the way is out of sight.
  const way = plan.near ? all.filter((node) => plan.room(node) > 0) : all;
  pen.strokeStyle = palette["focus-ink"];
  pen.lineWidth = 3.2 * scale;
  pen.lineCap = "round";
  pen.beginPath();
  for (const node of way) if (tree.parent[node] !== NONE) traceEdge(pen, scene, node);
  pen.stroke();
  pen.lineCap = "butt";
  for (const node of way) drawMark(pen, scene, node);
}

/** Name the columns of the roots again, over the way. */
function nameColumns(pen: Pen, scene: Scene): void {
  for (const node of scene.plan.rows[1] ?? [])
    if (at(scene.tree.level, node) === 1 && at(scene.tree.steps.bornAt, node) <= scene.moment)
      nameColumn(pen, scene, node);
}

/** Where a close-up leaves levels out, how many these are. */
function drawSkipped(pen: Pen, scene: Scene): void {
  const { plan, palette, scale } = scene;
  const root = plan.rows[0]?.[0];
  if (!plan.skipped || root === undefined) return;
  const { x, y } = plan.spot(root);
  const text = `⋮ ${plan.skipped} ${plan.skipped === 1 ? "level" : "levels"} not shown`;
  // Close to the root: the cards below may have shares on their edges.
  const place = { x, y: y + halfHeight(scene, root) + 13 * scale };
  pen.font = `500 ${12 * scale}px system-ui, sans-serif`;
  const wide = pen.measureText(text).width + 10;
  pen.fillStyle = palette.panel;
  pen.fillRect(place.x - wide / 2, place.y - 9 * scale, wide, 18 * scale);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.quiet;
  pen.fillText(text, place.x, place.y);
}

/** Who chooses at each level, in the margin. */
export function drawRowNames(
  pen: Pen,
  scene: Scene,
  names: readonly RowName[],
  wide: number,
): void {
  const { plan, palette, scale, tree } = scene;
  let free = -Infinity;
  plan.rows.forEach((row) => {
    const node = row.find((each) => plan.room(each) > 0);
    // A close-up may leave levels out.
    const name = node === undefined ? undefined : names[at(tree.level, node)];
    if (node === undefined || !name) return;
    const y = plan.spot(node).y;
    if (y < free || y < 0) return;
    // The disc stands over the name where there is room, and else before its one word.
    const tall = plan.down >= 44 * scale;
    free = y + (tall ? 30 : 15) * scale;
    const shown = tall ? name.text.split(" ") : [name.brief ?? name.text];
    const indent = name.player && !tall ? 20 * scale : 5;
    if (name.player)
      paintDisc(
        pen,
        scene,
        name.player,
        { x: 12 * scale, y: tall ? y - 15 * scale : y },
        6 * scale,
      );
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.fillStyle = palette.quiet;
    pen.font = `600 ${11 * scale}px system-ui, sans-serif`;
    shown.forEach((line, index) => {
      pen.fillText(
        line,
        indent,
        y + (index * 13 - (shown.length > 1 ? 1 : 0)) * scale,
        wide - indent - 1,
      );
    });
  });
}

/** The depth of each search over its root, where there are several. */
function drawDepths(pen: Pen, scene: Scene): void {
  const { tree, palette, scale, moment, plan } = scene;
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
    const unseen = at(tree.steps.bornAt, root) > moment || plan.room(root) === 0;
    if (unseen || x - wide / 2 < free) return;
    pen.fillText(text, Math.max(x, wide / 2 + 4), y - halfHeight(scene, root) - 7 * scale);
    free = x + wide / 2 + 8;
  });
}

/** Rings around where the search is, what is chosen, what is pointed at. */
function drawRings(pen: Pen, scene: Scene): void {
  const { tree, moment, palette, scale, selected, hovered, plan } = scene;
  const marked: [number | null, string, number][] = [
    [hovered, palette.ink, 1.5],
    [scene.current ?? currentNode(tree, moment), palette["focus-ink"], 3],
    [selected, palette.ink, 3],
  ];
  for (const [node, colour, width] of marked) {
    if (node === null || (plan.near && plan.room(node) === 0)) continue;
    const { x, y } = plan.spot(node);
    const size = markSize(scene, node);
    pen.strokeStyle = colour;
    pen.lineWidth = width * scale;
    pen.beginPath();
    pen.roundRect(
      x - size.width / 2 - 3,
      y - size.height / 2 - 3,
      size.width + 6,
      size.height + 6,
      9,
    );
    pen.stroke();
  }
}
