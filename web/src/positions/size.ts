/** Sizes of boards. The engine holds a board in 63 bits, with one bit more than rows a column. */

const BITS = 63;
/** The narrowest board, of one column, is the highest. */
export const MOST_ROWS = BITS - 1;
export const MOST_COLUMNS = Math.floor(BITS / 2);
export const COMMON_SIZES = ["4x4", "5x4", "5x5", "6x5", "6x6", "7x6", "7x7", "8x6", "9x6", "12x4"];

export interface BoardSize {
  columns: number;
  rows: number;
}

export function parseSize(text: string): BoardSize {
  const [columns = 7, rows = 6] = text.split("x").map(Number);
  return { columns, rows };
}

export function writeSize({ columns, rows }: BoardSize): string {
  return `${columns}x${rows}`;
}

/** The most rows that a board of so many columns may have. */
export function mostRows(columns: number): number {
  return Math.floor(BITS / columns) - 1;
}

/** The most columns that a board of so many rows may have. */
export function mostColumns(rows: number): number {
  return Math.floor(BITS / (rows + 1));
}
