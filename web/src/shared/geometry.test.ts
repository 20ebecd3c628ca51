import { expect, test } from "vitest";

import { addedDisc, centre, discsOf, platePath, strokesOf } from "./geometry";

const EMPTY = ["----", "----", "----"];
const ONE = ["----", "----", "-X--"];

test("discs are counted from the bottom left", () => {
  expect(discsOf(["----", "-O--", "-X-X"])).toEqual([
    { column: 2, row: 1, player: "X" },
    { column: 2, row: 2, player: "O" },
    { column: 4, row: 1, player: "X" },
  ]);
});

test("exactly one new disc falls; anything else is simply there", () => {
  expect(addedDisc(EMPTY, ONE)).toEqual({ column: 2, row: 1, player: "X" });
  expect(addedDisc(ONE, EMPTY)).toBeNull();
  expect(addedDisc(ONE, ONE)).toBeNull();
  expect(addedDisc(ONE, ["----", "-X--", "-O--"])).toBeNull();
  expect(addedDisc(EMPTY, ["----", "----", "XO--"])).toBeNull();
});

test("higher rows are drawn higher, the rail highest, and the plate has a hole for each", () => {
  const size = { width: 4, height: 3 };
  const heights = [1, 2, 3, 4].map((row) => centre({ column: 1, row }, size).y);
  expect(heights).toEqual([...heights].sort((one, two) => two - one));
  expect(platePath(size).match(/M/g)).toHaveLength(1 + 12);
});

test("the cells of fours are joined line by line", () => {
  const row = [1, 2, 3, 4, 5].map((column) => ({ column, row: 2 }));
  const falling = [3, 4, 5].map((column) => ({ column, row: 4 - column }));
  expect(strokesOf(row)).toEqual([[row[0], row[4]]]);
  const both = strokesOf([
    ...row,
    { column: 1, row: 3 },
    { column: 2, row: 2 },
    { column: 3, row: 1 },
    { column: 4, row: 0 },
  ]);
  expect(both).toHaveLength(2);
  expect(strokesOf(falling)).toEqual([]);
});
