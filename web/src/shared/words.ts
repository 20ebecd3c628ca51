/** How players, columns, numbers and times are said. Results are said by the API. */

import type { Player } from "./types";

const COLOURS: Record<Player, string> = { X: "Red", O: "Yellow" };

export function colour(player: Player): string {
  return COLOURS[player];
}

export function other(player: Player): Player {
  return player === "X" ? "O" : "X";
}

/** What a screen reader hears of a column. */
export function columnLabel(
  column: number,
  rows: readonly string[],
  open: boolean,
  turn: Player | null,
): string {
  const discs = rows.map((row) => row[column - 1]).filter((mark) => mark === "X" || mark === "O");
  const names = discs.map((mark) => COLOURS[mark as Player].toLowerCase());
  const held = names.length === 0 ? "empty" : `from the top ${names.join(", ")}`;
  const action = open && turn ? `. Drop ${COLOURS[turn].toLowerCase()} here` : "";
  return `Column ${column}, ${held}${action}`;
}

/** What a screen reader hears of a board that is only shown. */
export function sayBoard(rows: readonly string[]): string {
  const numbers = Array.from({ length: rows[0]?.length ?? 0 }, (_, index) => index + 1);
  const said = numbers
    .map((column) => columnLabel(column, rows, false, null))
    .filter((text) => !text.endsWith("empty"));
  return said.join("; ") || "The board is empty";
}

const UNITS: [number, string][] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

/** A large number in short. */
export function amount(value: number): string {
  const unit = UNITS.find(([size]) => value >= size);
  return unit ? `${(value / unit[0]).toFixed(1)} ${unit[1]}` : value.toFixed(0);
}

/** A number with its thousands marked. */
export function count(value: number): string {
  return value.toLocaleString("en");
}

/** A number of things: "1 node", "1,200 nodes". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** "4, 5 and 6" */
export function listed(things: readonly (string | number)[]): string {
  if (things.length < 2) return things.join("");
  return `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}

/** Columns by their numbers: "column 4", "columns 4 and 5". */
export function columns(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "column" : "columns"} ${listed(numbers)}`;
}

/** A time. */
export function duration(seconds: number): string {
  if (seconds < 0.001) return "under 1 ms";
  return seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(1)} s`;
}

/** A sentence with a capital and a full stop, from the API's plain one. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const closed = /[.?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return closed.charAt(0).toUpperCase() + closed.slice(1);
}

/** Say what went wrong, in a sentence. Texts that people type keep their X and O. */
export function sayError(error: unknown, letters = false): string {
  const said = sentence(error instanceof Error ? error.message : String(error));
  return letters ? said : named(said);
}

/** The API speaks of X and O; pages speak of red and yellow. */
export function named(text: string): string {
  return text.replace(/\b[XO]\b/g, (mark) => COLOURS[mark as Player]);
}
