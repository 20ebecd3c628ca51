/** Where things are on a drawn board. Columns and rows count from 1, rows from the bottom. */

import type { CellView, Player } from "./types";

export const PITCH = 100;
/** The strip above the board, in which a disc waits to be dropped. */
export const RAIL = 84;
export const MARGIN = 14;
/** The strips at the left and below, in which rows and columns are numbered. */
export const GUTTER = 42;
export const FOOT = 50;
export const HOLE = 40;

export interface Size {
  width: number;
  height: number;
}

export interface PlacedDisc extends CellView {
  player: Player;
}

/** The centre of a cell; row `height + 1` is the rail above the board. */
export function centre(cell: CellView, size: Size): { x: number; y: number } {
  const x = GUTTER + MARGIN + (cell.column - 0.5) * PITCH;
  const rowsBelowTop = size.height - cell.row;
  const y = RAIL + MARGIN + (rowsBelowTop + 0.5) * PITCH;
  return { x, y: cell.row > size.height ? RAIL / 2 : y };
}

/** The width and height of the whole picture. */
export function extent(size: Size): { width: number; height: number } {
  return {
    width: GUTTER + size.width * PITCH + 2 * MARGIN,
    height: RAIL + size.height * PITCH + 2 * MARGIN + FOOT,
  };
}

/** How much wider than high a board is drawn. */
export function ratioOf(size: Size): number {
  const { width, height } = extent(size);
  return width / height;
}

/** How large numbers beside the board are written, so that they can be read on small ones. */
export function numberSize(size: Size, drawnWidth: number): number {
  if (drawnWidth <= 0) return 26;
  return Math.min(54, Math.max(24, (13 * extent(size).width) / drawnWidth));
}

/** The discs of a board given as rows of "-XO" from the top, column by column from the bottom. */
export function discsOf(rows: readonly string[]): PlacedDisc[] {
  const discs: PlacedDisc[] = [];
  const width = rows[0]?.length ?? 0;
  for (let column = 1; column <= width; column += 1) {
    for (let row = 1; row <= rows.length; row += 1) {
      const mark = rows[rows.length - row]?.[column - 1];
      if (mark === "X" || mark === "O") discs.push({ column, row, player: mark });
    }
  }
  return discs;
}

/** The plate as one path: a rounded rectangle with a round hole at every cell. */
export function platePath(size: Size): string {
  const { width, height } = extent(size);
  const round = 26;
  const left = GUTTER + 2;
  const right = width - 2;
  const top = RAIL + 2;
  const bottom = height - FOOT - 2;
  const edge =
    `M${left + round} ${top}H${right - round}Q${right} ${top} ${right} ${top + round}` +
    `V${bottom - round}Q${right} ${bottom} ${right - round} ${bottom}H${left + round}` +
    `Q${left} ${bottom} ${left} ${bottom - round}V${top + round}Q${left} ${top} ${left + round} ${top}Z`;
  return (
    edge +
    cellsOf(size)
      .map((cell) => holePath(cell, size))
      .join("")
  );
}

/** The part of the plate that belongs to a column. */
export function columnPath(column: number, size: Size): string {
  const left = GUTTER + MARGIN + (column - 1) * PITCH;
  const { height } = extent(size);
  const holes = cellsOf(size).filter((cell) => cell.column === column);
  const edge = `M${left} ${RAIL + 4}h${PITCH}V${height - FOOT - 4}h${-PITCH}Z`;
  return edge + holes.map((cell) => holePath(cell, size)).join("");
}

function holePath(cell: CellView, size: Size): string {
  const { x, y } = centre(cell, size);
  const arc = `a${HOLE} ${HOLE} 0 1 0`;
  return `M${x - HOLE} ${y}${arc} ${2 * HOLE} 0${arc} ${-2 * HOLE} 0Z`;
}

/** Every cell of a board. */
export function cellsOf(size: Size): CellView[] {
  const cells: CellView[] = [];
  for (let column = 1; column <= size.width; column += 1) {
    for (let row = 1; row <= size.height; row += 1) cells.push({ column, row });
  }
  return cells;
}

/** The strokes that join the cells of fours: straight runs of four or more of them. */
export function strokesOf(cells: readonly CellView[]): [CellView, CellView][] {
  const has = new Set(cells.map(({ column, row }) => `${column} ${row}`));
  const strokes: [CellView, CellView][] = [];
  for (const [right, up] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    for (const cell of cells) {
      if (has.has(`${cell.column - right} ${cell.row - up}`)) continue;
      let length = 1;
      while (has.has(`${cell.column + length * right} ${cell.row + length * up}`)) length += 1;
      const end = { column: cell.column + (length - 1) * right, row: cell.row + (length - 1) * up };
      if (length >= 4) strokes.push([cell, end]);
    }
  }
  return strokes;
}

/** The one disc that `after` has and `before` has not; nothing if more has changed than that. */
export function addedDisc(before: readonly string[], after: readonly string[]): PlacedDisc | null {
  const old = new Map(discsOf(before).map((disc) => [`${disc.column} ${disc.row}`, disc.player]));
  const now = discsOf(after);
  if (now.length !== old.size + 1) return null;
  const added = now.filter((disc) => old.get(`${disc.column} ${disc.row}`) !== disc.player);
  return added.length === 1 ? (added[0] ?? null) : null;
}
