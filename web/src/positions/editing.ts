/** A board that is being drawn: rows of "-XO" from the top. The API says whether it is one. */

import type { Player } from "../shared/types";
import { USUAL_SIZE } from "./link";

export type Brush = Player | "turns" | "erase";

/** The empty board of a size such as 7x6. */
export function emptyRows(size = USUAL_SIZE): string[] {
  const [columns = 7, rows = 6] = size.split("x").map(Number);
  return Array.from({ length: rows }, () => "-".repeat(columns));
}

/** Put a disc on top of a column, or take the top one away. */
export function paint(rows: readonly string[], column: number, brush: Brush): string[] {
  const marks = rows.map((row) => [...row]);
  const top = marks.findIndex((row) => row[column - 1] !== "-");
  const line = brush === "erase" ? top : (top === -1 ? marks.length : top) - 1;
  const row = marks[line];
  if (row) row[column - 1] = brush === "erase" ? "-" : brush === "turns" ? nextToDraw(rows) : brush;
  return marks.map((each) => each.join(""));
}

/** The colour that keeps the counts even. */
export function nextToDraw(rows: readonly string[]): Player {
  const all = rows.join("");
  return all.split("X").length > all.split("O").length ? "O" : "X";
}
