/** The game that the start page plays: its boards, its scores, and what is said on the way. */

import type { Chip } from "../positions/ScoreChips.svelte";
import { emptyRows } from "../positions/editing";
import { withDisc } from "../positions/replay";
import type { CellView, LandingView, Player, Result } from "../shared/types";
import game from "./game.json";

export const MOVES = game.moves;
export const LAST = MOVES.length;

/** A sentence, from a ply on, and the cells that it speaks of. */
export interface Moment {
  ply: number;
  says: string;
  cells: readonly { cell: CellView; player: Player }[];
}

const HOLE = { cell: { column: 6, row: 5 }, player: "X" } as const;
const ANSWER = { cell: { column: 7, row: 2 }, player: "O" } as const;

/** What happens, in as few sentences as it takes. */
export const MOMENTS: readonly Moment[] = [
  {
    ply: 0,
    says: "Seven ways to begin, and only one of them wins: the middle.",
    cells: [],
  },
  {
    ply: 12,
    says: "Red must find the one column that wins, again and again. Every other one throws the win away.",
    cells: [],
  },
  {
    ply: 19,
    says: "Red is one disc short of four: column 6, row 5. But the holes below it are still empty.",
    cells: [HOLE],
  },
  {
    ply: 24,
    says: "Yellow has such a hole too, in column 7, row 2. Whoever has to play below one loses it.",
    cells: [HOLE, ANSWER],
  },
  {
    ply: 33,
    says: "Two columns are left, and neither side wants to be the first in column 6.",
    cells: [HOLE, ANSWER],
  },
  {
    ply: 39,
    says: "Column 7 is full. Yellow has to play column 6, right below Red's hole: zugzwang.",
    cells: [HOLE],
  },
  {
    ply: 41,
    says: "Red wins with disc 41 of 42. Both sides played perfectly to the end.",
    cells: [],
  },
];

/** Where the game stands still for those who want no motion. */
export const KEY_PLY = 20;

/** The last sentence that has been said by then. */
export function momentAt(ply: number): Moment {
  return MOMENTS.findLast((each) => each.ply <= ply) ?? (MOMENTS[0] as Moment);
}

export function turnAt(ply: number): Player {
  return ply % 2 === 0 ? "X" : "O";
}

/** Where each disc fell. */
export const DISCS: readonly (CellView & { player: Player })[] = [...MOVES].map((move, ply) => {
  const column = Number(move);
  const row = game.columns[ply]?.find((each) => each.column === column)?.row ?? 1;
  return { column, row, player: turnAt(ply) };
});

/** The board after some discs. */
export function rowsAt(ply: number): string[] {
  return DISCS.slice(0, ply).reduce((rows, disc) => withDisc(rows, disc, disc.player), emptyRows());
}

/** What every column is worth for the side to move. */
export function chipsAt(ply: number): Chip[] {
  return (game.columns[ply] ?? []).map(({ column, says, score, best }) => ({
    ...{ column, says, best, proved: true },
    result: Math.sign(score) as Result,
  }));
}

/** Where a disc would land in each open column. */
export function landingsAt(ply: number): Record<string, LandingView[]> {
  const columns = game.columns[ply] ?? [];
  return Object.fromEntries(
    columns.map(({ column, row }) => [String(column), [{ column, row, probability: 1 }]]),
  );
}

export const WINNING: readonly CellView[] = game.winning;
