/** A game's earlier boards, from the discs that the API has named. */

import { emptyRows } from "./editing";
import type { CellView, PlayedView, Player, PositionView, SentenceView } from "../shared/types";

/** Return the board after some moves of a game, as rows from the top. */
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

/** Return who is to move after some moves of a game. */
export function turnAt({ ply, played }: PositionView, moves: number): Player {
  return (ply - played.length + moves) % 2 === 0 ? "X" : "O";
}

/** The cells that a sentence speaks of, each with the player to whom it belongs. */
export function cellsOf(sentence: SentenceView | null) {
  const { cells = [], four = [] } = sentence ?? {};
  const more = four.filter(({ column, row }) =>
    cells.every((each) => each.column !== column || each.row !== row),
  );
  return [...cells, ...more].map((cell) => ({ cell, player: cell.player }));
}

/** A move as move strings write it. */
export function writeMove({ aim, column }: PlayedView): string {
  return aim === column ? String(column) : `${aim}>${column}`;
}
