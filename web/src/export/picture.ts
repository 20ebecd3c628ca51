/** A board as a picture that needs no style sheet: for files, which go to other places. */

import {
  cellsOf,
  centre,
  discsOf,
  extent,
  FOOT,
  GUTTER,
  HOLE,
  platePath,
  RAIL,
  strokesOf,
  type Size,
} from "../shared/geometry";
import type { CellView } from "../shared/types";
import { sayBoard } from "../shared/words";

export interface Picture {
  /** Rows of "-XO" from the top. */
  rows: readonly string[];
  last?: CellView | null;
  winning?: readonly CellView[];
}

const COLOURS = {
  page: "#faf9f6",
  board: "#24508f",
  edge: "#1c417a",
  number: "#5d6977",
  X: { body: "#d6455a", rim: "#b73247", mark: "#fff4f2" },
  O: { body: "#f0b53c", rim: "#c98f17", mark: "#1b2430" },
} as const;

const FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** The room above the board is left out: nothing falls in a file. */
const TOP = RAIL - 16;

export function pictureSize(rows: readonly string[]): Size {
  const { width, height } = extent({ width: rows[0]?.length ?? 0, height: rows.length });
  return { width: width + 16, height: height - TOP };
}

/** Draw a board as SVG. */
export function boardSvg({ rows, last = null, winning = [] }: Picture): string {
  const size = { width: rows[0]?.length ?? 0, height: rows.length };
  const { width, height } = pictureSize(rows);
  const bottom = extent(size).height;
  const parts = [
    `<rect x="0" y="${TOP}" width="${width}" height="${height}" fill="${COLOURS.page}"/>`,
    ...discsOf(rows).map((disc) => drawDisc(centre(disc, size), disc.player)),
    `<path d="${platePath(size)}" fill="${COLOURS.board}" stroke="${COLOURS.edge}" stroke-width="3" fill-rule="evenodd"/>`,
    ...cellsOf(size).map((cell) => ring(centre(cell, size), COLOURS.edge, 4)),
    ...(last && winning.length === 0 ? [ring(centre(last, size), "#ffffff", 6)] : []),
    ...winning.map((cell) => ring(centre(cell, size), "#ffffff", 6)),
    ...strokesOf(winning).map(([from, to]) => stroke(centre(from, size), centre(to, size))),
    ...numbers(size, bottom),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 ${TOP} ${width} ${height}" role="img" ` +
    `aria-label="Board. ${sayBoard(rows)}">${parts.join("")}</svg>`
  );
}

interface Point {
  x: number;
  y: number;
}

function drawDisc({ x, y }: Point, player: "X" | "O"): string {
  const { body, rim, mark } = COLOURS[player];
  const inside =
    player === "X"
      ? `<circle cx="${x}" cy="${y}" r="19" fill="none" stroke="${mark}" stroke-width="5.5"/>`
      : `<circle cx="${x}" cy="${y}" r="8.5" fill="${mark}"/>`;
  return (
    `<circle cx="${x}" cy="${y}" r="42" fill="${body}"/>` +
    `<circle cx="${x}" cy="${y}" r="34" fill="none" stroke="${rim}" stroke-width="2" opacity="0.55"/>${inside}`
  );
}

function ring({ x, y }: Point, colour: string, width: number): string {
  return `<circle cx="${x}" cy="${y}" r="${HOLE}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

function stroke(from: Point, to: Point): string {
  const line = `x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke-linecap="round"`;
  return (
    `<line ${line} stroke="${COLOURS.edge}" stroke-width="15"/>` +
    `<line ${line} stroke="#ffffff" stroke-width="9"/>`
  );
}

function numbers(size: Size, bottom: number): string[] {
  const style = `font-family="${FONT}" font-size="26" fill="${COLOURS.number}" text-anchor="middle"`;
  const columns = Array.from({ length: size.width }, (_, index) => index + 1).map(
    (column) =>
      `<text x="${centre({ column, row: 1 }, size).x}" y="${bottom - FOOT / 2 + 9}" ${style}>${column}</text>`,
  );
  const rows = Array.from({ length: size.height }, (_, index) => index + 1).map(
    (row) =>
      `<text x="${GUTTER / 2 + 2}" y="${centre({ column: 1, row }, size).y + 9}" ${style}>${row}</text>`,
  );
  return [...columns, ...rows];
}
