import { expect, test } from "vitest";

import { chipsAt, DISCS, KEY_PLY, LAST, MOMENTS, momentAt, rowsAt, WINNING } from "./story";

const wins = (ply: number) => chipsAt(ply).filter((chip) => chip.result === 1);

test("every move of the game is one of the best", () => {
  DISCS.forEach(({ column }, ply) => {
    expect(chipsAt(ply).find((chip) => chip.column === column)?.best, `ply ${ply}`).toBe(true);
  });
});

test("Red has only one column that wins, where that is said", () => {
  expect(wins(0).map((chip) => chip.column)).toEqual([4]);
  for (const ply of [12, 14, 16, 18, 20]) expect(wins(ply).length, `ply ${ply}`).toBe(1);
});

test("discs lie where the words look for them", () => {
  const hole = { column: 6, row: 5 };
  expect(DISCS.at(-1)).toEqual({ ...hole, player: "X" });
  expect(WINNING).toContainEqual(hole);
  for (const { ply, cells } of MOMENTS)
    for (const { cell } of cells)
      expect(rowsAt(ply)[6 - cell.row]?.[cell.column - 1], `ply ${ply}`).toBe("-");
  expect(rowsAt(LAST).join("").replaceAll("-", "").length).toBe(41);
});

test("in zugzwang one column is left, and it loses", () => {
  expect(chipsAt(39).map(({ column, result }) => [column, result])).toEqual([[6, -1]]);
  expect(momentAt(39).says).toContain("zugzwang");
  expect(momentAt(11)).toBe(MOMENTS[0]);
});

test("where the game stands still there is everything to be seen", () => {
  expect(new Set(chipsAt(KEY_PLY).map((chip) => chip.result))).toEqual(new Set([1, 0, -1]));
  expect(momentAt(KEY_PLY).cells.length).toBe(1);
});
