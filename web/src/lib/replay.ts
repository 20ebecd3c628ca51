/** A game's earlier boards, from the discs that the API has named. */

import { emptyRows } from "./editing";
import type { Played, PositionView } from "./types";

/** The board after so many moves of a game, as rows from the top. */
export function rowsAt(game: PositionView, ply: number): string[] {
  const start = game.start ? game.start.split("/") : emptyRows(game.columns, game.rows);
  const marks = start.map((row) => [...row]);
  for (const { column, row, player } of game.played.slice(0, ply)) {
    const line = marks[game.rows - row];
    if (line) line[column - 1] = player;
  }
  return marks.map((row) => row.join(""));
}

/** A move as move strings write it. */
export function writeMove({ aim, column }: Played): string {
  return aim === column ? String(column) : `${aim}>${column}`;
}
