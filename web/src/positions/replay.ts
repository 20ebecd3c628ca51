/** A game's earlier boards, from the discs that the API has named. */

import { emptyRows } from "./editing";
import type { CellView, PlayedView, Player, PositionView } from "../shared/types";

/** The board after so many moves of a game, as rows from the top. */
export function rowsAt(game: PositionView, ply: number): string[] {
  const start = game.start ? game.start.split("/") : emptyRows(game.size);
  return game.played.slice(0, ply).reduce((rows, disc) => withDisc(rows, disc, disc.player), start);
}

/** A board with one more disc. */
export function withDisc(
  rows: readonly string[],
  { column, row }: CellView,
  player: Player,
): string[] {
  const line = rows.length - row;
  return rows.map((marks, index) =>
    index === line ? marks.slice(0, column - 1) + player + marks.slice(column) : marks,
  );
}

/** A move as move strings write it. */
export function writeMove({ aim, column }: PlayedView): string {
  return aim === column ? String(column) : `${aim}>${column}`;
}
