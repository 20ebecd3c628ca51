/** How single nodes look: discs, cards, aims, and the stubs of cuts. */

import type { Player } from "../../shared/types";
import { count } from "../../shared/words";
import type { Scene } from "./draw";
import { isMisleadingAt, saidAt, stageOf, UNKNOWN, viewOf, type Said } from "../moment";
import type { Spot } from "./plan";
import { at, CHANCE, childrenOf, dropper, NONE, type Tree } from "../tree";
import { saySaved } from "../words";

type Pen = CanvasRenderingContext2D;

/** By tone: up or down; else level. */
const SIDES: Partial<Record<string, number>> = { wins: 1, loses: -1 };

/** From how many pixels on a node is a disc, and a card; cards need height, too. */
const DISC = 9;
const CARD = 42;
const TALL = 72;
const CARD_HIGH = 58;

type Shape = "bar" | "disc" | "card";

function shapeOf({ plan, scale, cards }: Scene, node: number): Shape {
  const room = plan.room(node);
  if (room < DISC) return "bar";
  return cards && room >= CARD * scale && plan.down >= TALL * scale ? "card" : "disc";
}

/** How large a node's mark is. */
export function markSize(scene: Scene, node: number): { width: number; height: number } {
  const { plan, scale } = scene;
  const room = plan.room(node);
  const shape = shapeOf(scene, node);
  if (shape === "card") return { width: Math.min(room - 6, 88 * scale), height: CARD_HIGH * scale };
  if (shape === "bar") return { width: 6, height: 2 * barHeight(scene) };
  const size = 2.2 * discSize(scene, room);
  return { width: size, height: size };
}

/** How far a node's mark reaches up and down from its middle, for edges to end there. */
export function halfHeight(scene: Scene, node: number): number {
  return shapeOf(scene, node) === "bar" ? 0 : markSize(scene, node).height / 2;
}

function discSize({ plan, scale }: Scene, room: number): number {
  return Math.min(room * 0.36, 13 * scale, plan.down * 0.3);
}

function barHeight({ plan }: Scene): number {
  return Math.min(14, Math.max(3, plan.down * 0.16));
}

/** Draw a node in the shape that it has room for. */
export function drawMark(pen: Pen, scene: Scene, node: number): void {
  const { tree } = scene;
  const shape = shapeOf(scene, node);
  if (shape === "card") return drawCard(pen, scene, node);
  if (shape === "bar") drawBar(pen, scene, node);
  else drawDisc(pen, scene, node);
  if (tree.level[node] === 1) nameColumn(pen, scene, node);
}

/** Name a column of a root beside its mark; a card has its name on it. */
export function nameColumn(pen: Pen, scene: Scene, node: number): void {
  const { plan, palette, scale } = scene;
  // The trees of early iterations of deepening may be too small for names.
  if (!scene.cards || plan.room(node) < DISC || shapeOf(scene, node) === "card") return;
  const { x, y } = plan.spot(node);
  const size = markSize(scene, node);
  const text = String(at(scene.tree.move, node));
  pen.font = font(12 * scale);
  const wide = pen.measureText(text).width + 4;
  // Beside the mark if there is room, else above it; never on an edge.
  const roomy = plan.room(node) >= size.width + wide + 4;
  const place = roomy
    ? { x: x + size.width / 2 + wide / 2 + 2, y }
    : { x, y: y - size.height / 2 - 9 * scale };
  plate(pen, palette.panel, place, wide, 15 * scale);
  label(pen, scene, text, place, palette.ink);
}

/** A patch of the background, so that nothing runs through what is written on it. */
function plate(pen: Pen, fill: string, { x, y }: Spot, wide: number, high: number): void {
  pen.fillStyle = fill;
  pen.fillRect(x - wide / 2, y - high / 2, wide, high);
}

/** A bar: up for a value above nothing, down for one below, short and dark while it is open. */
function drawBar(pen: Pen, scene: Scene, node: number): void {
  const { tree, moment, palette, plan, playouts, truth } = scene;
  const wide = Math.max(1, Math.min(3, plan.room(node) * 0.7));
  const high = barHeight(scene);
  const { x, y } = plan.spot(node);
  const open = !playouts && at(tree.steps.doneAt, node) > moment;
  const own = playouts
    ? Math.sign(playouts.share(node) - 0.5) || 0
    : (SIDES[tree.tone[node] ?? ""] ?? 0);
  const side = open ? 0 : own * viewOf(tree, node, scene.form ?? "maxmin");
  pen.fillStyle = open
    ? palette.ink
    : side > 0
      ? palette.wins
      : side < 0
        ? palette.loses
        : palette.draws;
  if (side === 0) pen.fillRect(x - wide / 2, y - high / 4, wide, high / 2);
  else pen.fillRect(x - wide / 2, side > 0 ? y - high : y, wide, high);
  if (!isMisleadingAt(tree, truth, node, moment, playouts)) return;
  pen.fillStyle = palette.ink;
  pen.fillRect(x - wide / 2, y + high + 2, wide, 2);
}

function font(size: number, weight = 600): string {
  return `${weight} ${size}px system-ui, sans-serif`;
}

/** A disc as on the board: red with a ring, yellow with a dot. */
export function paintDisc(
  pen: Pen,
  { palette }: Scene,
  player: Player,
  { x, y }: Spot,
  size: number,
): void {
  const first = player === "X";
  pen.fillStyle = first ? palette.first : palette.second;
  pen.beginPath();
  pen.arc(x, y, size, 0, 2 * Math.PI);
  pen.fill();
  if (size < 4) return;
  pen.beginPath();
  if (first) {
    pen.strokeStyle = palette["first-mark"];
    pen.lineWidth = size * 0.2;
    pen.arc(x, y, size * 0.5, 0, 2 * Math.PI);
    pen.stroke();
  } else {
    pen.fillStyle = palette["second-mark"];
    pen.arc(x, y, size * 0.28, 0, 2 * Math.PI);
    pen.fill();
  }
}

function diamond(pen: Pen, { x, y }: Spot, size: number): void {
  pen.beginPath();
  pen.moveTo(x, y - size);
  pen.lineTo(x + size, y);
  pen.lineTo(x, y + size);
  pen.lineTo(x - size, y);
  pen.closePath();
}

/** A node as a disc of who dropped it, in a ring of the colour of its value. */
function drawDisc(pen: Pen, scene: Scene, node: number): void {
  const { palette, scale, plan } = scene;
  const place = plan.spot(node);
  const size = discSize(scene, plan.room(node));
  const said = saidAt(scene.tree, node, scene.moment, scene.playouts, scene.form);
  const open = stageOf(scene.tree, node, scene.moment) === "open";
  if (scene.tree.kind[node] === CHANCE) diamond(pen, place, size * 1.15);
  else {
    pen.beginPath();
    pen.arc(place.x, place.y, size, 0, 2 * Math.PI);
  }
  pen.fillStyle = said.proven ? palette[`${said.tone || "draws"}-soft`] : palette.panel;
  pen.fill();
  pen.lineWidth = Math.max(1.2, size * 0.22);
  pen.strokeStyle = said.tone ? palette[said.tone] : open ? palette.ink : palette.draws;
  pen.stroke();
  const player = dropper(scene.tree, node);
  if (player) paintDisc(pen, scene, player, place, size * 0.58);
  drawVerdict(pen, scene, node, { x: place.x, y: place.y + size + 7 * scale }, 5 * scale);
}

/** A node as a card: the column with its disc, and the value below. */
function drawCard(pen: Pen, scene: Scene, node: number): void {
  const { palette, scale, plan, tree, moment, playouts } = scene;
  const place = plan.spot(node);
  const { width: wide, height: high } = markSize(scene, node);
  const said = saidAt(tree, node, moment, playouts, scene.form);
  const unseen = stageOf(tree, node, moment) === "unseen";
  const waits = tree.algorithm === "astar" && stageOf(tree, node, moment) === "open";
  const top = place.y - high / 2;
  pen.beginPath();
  if (tree.kind[node] === CHANCE) {
    const corner = 10 * scale;
    pen.moveTo(place.x - wide / 2 + corner, top);
    pen.lineTo(place.x + wide / 2 - corner, top);
    pen.lineTo(place.x + wide / 2, place.y);
    pen.lineTo(place.x + wide / 2 - corner, top + high);
    pen.lineTo(place.x - wide / 2 + corner, top + high);
    pen.lineTo(place.x - wide / 2, place.y);
    pen.closePath();
  } else pen.roundRect(place.x - wide / 2, top, wide, high, 7 * scale);
  pen.fillStyle = said.proven ? palette[`${said.tone || "draws"}-soft`] : palette.panel;
  pen.fill();
  pen.setLineDash(waits || unseen ? [4, 3] : []);
  pen.lineWidth = 1.6 * scale;
  pen.strokeStyle = said.tone ? palette[said.tone] : palette["line-strong"];
  pen.stroke();
  pen.setLineDash([]);
  writeMove(pen, scene, node, { x: place.x, y: top + 13 * scale });
  writeValue(pen, scene, node, { x: place.x, y: top + 32 * scale }, wide);
  const above = { x: place.x, y: top - 9 * scale };
  const likely = tree.probability && tree.parent[node] !== NONE ? chanceOf(scene, node) : "";
  if (likely && !unseen) drawShare(pen, scene, likely, above);
  if (tree.prior && tree.parent[node] !== NONE && !unseen)
    drawShare(pen, scene, `${Math.round(100 * at(tree.prior, node))} %`, above);
  if (!unseen) writeNote(pen, scene, node, { x: place.x, y: top + 50 * scale }, wide);
  drawVerdict(
    pen,
    scene,
    node,
    { x: place.x + wide / 2 - 10 * scale, y: top + 13 * scale },
    5 * scale,
  );
}

/** Does a node of a close-up lie beside the way, its children out of sight? */
export function isFolded({ plan, tree }: Scene, node: number): boolean {
  const child = at(tree.firstChild, node);
  return plan.near && (child === NONE ? tree.pruned.has(node) : plan.room(child) === 0);
}

/** The last line of a card: visits, or what lies below a node that is folded and was cut there. */
function writeNote(pen: Pen, scene: Scene, node: number, place: Spot, wide: number): void {
  const text = scene.notes?.get(node) ?? noteOf(scene, node);
  if (text === "") return;
  const { scale, palette } = scene;
  let size = 11 * scale;
  pen.font = font(size, 500);
  const long = pen.measureText(text).width;
  if (long > wide - 6) size = Math.max(7, (size * (wide - 6)) / long);
  pen.font = font(size, 500);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.quiet;
  pen.fillText(text, place.x, place.y);
}

function noteOf(scene: Scene, node: number): string {
  const { tree, playouts, moment } = scene;
  if (playouts) return `${count(at(playouts.visits, node))} ×`;
  if (!isFolded(scene, node)) return "";
  const done = stageOf(tree, node, moment) === "done";
  const pruned = done ? tree.pruned.get(node) : undefined;
  const below = grownBelow(tree, node, moment);
  const parts = [below > 0 ? `+ ${count(below)}` : "", pruned ? `✂ ${saySaved(pruned)}` : ""];
  return parts.filter(Boolean).join("  ");
}

/** How many nodes below one have been found by a moment. */
export function grownBelow(tree: Tree, node: number, moment: number): number {
  // A depth-first search is done with a node when it is done with all below it.
  if (tree.algorithm !== "astar" && at(tree.steps.doneAt, node) <= moment)
    return (tree.sizes[node] ?? 1) - 1;
  let found = 0;
  const waiting = childrenOf(tree, node);
  while (waiting.length > 0) {
    const each = waiting.pop() as number;
    if (at(tree.steps.bornAt, each) > moment) continue;
    found += 1;
    waiting.push(...childrenOf(tree, each));
  }
  return found;
}

/** A share on an edge, outlined on a plate of its own: a prior, or a probability. */
function drawShare(pen: Pen, scene: Scene, text: string, { x, y }: Spot): void {
  const { palette, scale } = scene;
  pen.font = font(12 * scale, 500);
  const wide = pen.measureText(text).width + 10 * scale;
  pen.beginPath();
  pen.roundRect(x - wide / 2, y - 8 * scale, wide, 16 * scale, 8 * scale);
  pen.fillStyle = palette.panel;
  pen.fill();
  pen.lineWidth = 1.2 * scale;
  pen.strokeStyle = palette["line-strong"];
  pen.stroke();
  label(pen, scene, text, { x, y }, palette.ink);
}

function writeMove(pen: Pen, scene: Scene, node: number, place: Spot): void {
  const { palette, scale } = scene;
  const player = dropper(scene.tree, node);
  const text = player === null ? "start" : String(at(scene.tree.move, node));
  pen.font = font(13 * scale);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.ink;
  if (player === null) return pen.fillText(text, place.x, place.y);
  pen.fillText(text, place.x + 8 * scale, place.y);
  const disc = { x: place.x - 7 * scale, y: place.y };
  if (scene.tree.kind[node] !== CHANCE) return paintDisc(pen, scene, player, disc, 6.5 * scale);
  diamond(pen, disc, 6 * scale);
  pen.strokeStyle = palette.quiet;
  pen.lineWidth = 1.5 * scale;
  pen.stroke();
}

function writeValue(pen: Pen, scene: Scene, node: number, place: Spot, room: number): void {
  const { palette, scale } = scene;
  const said = saidAt(scene.tree, node, scene.moment, scene.playouts, scene.form);
  const text = shortly(said) || (stageOf(scene.tree, node, scene.moment) === "open" ? "…" : "");
  pen.fillStyle = said.tone ? palette[`${said.tone}-ink`] : palette.ink;
  let size = 13 * scale;
  pen.font = font(size);
  const wide = pen.measureText(text).width;
  if (wide > room - 8) size = Math.max(8, (size * (room - 8)) / wide);
  pen.font = font(size);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, place.x, place.y);
}

/** A value as a card has room for it: results are those of whose view it is. */
function shortly({ text, tone }: Said): string {
  const word = tone === "wins" ? "win" : "loss";
  if (/has won$/.test(text)) return tone === "wins" ? "won" : "lost";
  return text.replace(/^[XO] wins in/, `${word} in`);
}

function chanceOf(scene: Scene, node: number): string {
  const { tree } = scene;
  if (tree.kind[at(tree.parent, node)] !== CHANCE || !tree.probability) return "";
  return `${Math.round(100 * at(tree.probability, node))} %`;
}

function label(pen: Pen, { scale }: Scene, text: string, { x, y }: Spot, colour: string): void {
  pen.font = font(12 * scale, 500);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

/** The truth below a node: up, level or down for who searches; a cross where the value misleads. */
function drawVerdict(
  pen: Pen,
  { truth, tree, palette, cards, moment, playouts }: Scene,
  node: number,
  { x, y }: Spot,
  size: number,
): void {
  if (!truth || !cards || truth.exact[node] === UNKNOWN) return;
  const result = Math.sign(at(truth.exact, node)) * at(tree.sign, node);
  pen.fillStyle = result > 0 ? palette.wins : result < 0 ? palette.loses : palette.draws;
  pen.beginPath();
  if (result === 0) pen.rect(x - size * 0.8, y - size * 0.5, size * 1.6, size);
  else {
    pen.moveTo(x - size, y + result * size * 0.7);
    pen.lineTo(x + size, y + result * size * 0.7);
    pen.lineTo(x, y - result * size * 0.9);
    pen.closePath();
  }
  pen.fill();
  if (!isMisleadingAt(tree, truth, node, moment, playouts)) return;
  const aside = x + size * 2.4;
  pen.strokeStyle = palette.ink;
  pen.lineWidth = Math.max(1.5, size * 0.4);
  pen.beginPath();
  pen.moveTo(aside - size * 0.7, y - size * 0.7);
  pen.lineTo(aside + size * 0.7, y + size * 0.7);
  pen.moveTo(aside + size * 0.7, y - size * 0.7);
  pen.lineTo(aside - size * 0.7, y + size * 0.7);
  pen.stroke();
}

/** A cut: a short dashed branch, scissors across it, and what it saved where there is room. */
export function drawStub(
  pen: Pen,
  scene: Scene,
  from: Spot,
  to: Spot,
  saved: string,
  room: number,
  isFree: (place: Spot, wide: number) => boolean,
): void {
  const { palette, scale, plan } = scene;
  const across = plan.near ? room : Math.min(room, 60 * scale);
  pen.strokeStyle = palette.draws;
  pen.lineWidth = across < 9 ? 0.6 : 1.4 * scale;
  pen.setLineDash(across < 9 ? [] : [3, 3]);
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  const middle = (from.y + to.y) / 2;
  pen.bezierCurveTo(from.x, middle, to.x, middle, to.x, to.y);
  pen.stroke();
  pen.setLineDash([]);
  if (across < 16) return;
  const size = Math.min(7 * scale, across * 0.2);
  drawScissors(pen, scene, to, size);
  if (!scene.cards || across / scale < 44) return;
  const text = plan.near ? `saves ${saved}` : saved;
  pen.font = font(12 * scale, 500);
  const wide = pen.measureText(text).width + 4;
  const below = { x: to.x, y: to.y + size + 16 * scale };
  const beside = { x: to.x + size + 3 + wide / 2, y: to.y };
  const place = [below, beside].find((each) => isFree(each, wide));
  if (!place) return;
  plate(pen, palette.panel, place, wide, 15 * scale);
  label(pen, scene, text, place, palette.quiet);
}

function drawScissors(pen: Pen, { palette, scale }: Scene, { x, y }: Spot, size: number): void {
  pen.lineWidth = 1.4 * scale;
  pen.strokeStyle = palette.quiet;
  pen.beginPath();
  for (const side of [-1, 1]) {
    pen.moveTo(x + side * size * 0.55, y - size);
    pen.lineTo(x - side * size * 0.5, y + size * 0.6);
    pen.moveTo(x - side * size * 0.24, y + size);
    pen.arc(x - side * size * 0.62, y + size, size * 0.38, 0, 2 * Math.PI);
  }
  pen.stroke();
}
