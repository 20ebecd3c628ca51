import { expect, test } from "vitest";

import { emptyRows, nextToDraw, paint } from "./editing";

test("discs stack, are taken from the top, and a full column takes no more", () => {
  let rows = emptyRows("2x2");
  rows = paint(paint(paint(rows, 1, "turns"), 1, "turns"), 1, "X");
  expect(rows).toEqual(["O-", "X-"]);
  expect(paint(rows, 1, "erase")).toEqual(["--", "X-"]);
  expect(paint(rows, 2, "erase")).toEqual(rows);
});

test("turns keep the counts even", () => {
  expect(nextToDraw(["--", "--"])).toBe("X");
  expect(nextToDraw(["--", "X-"])).toBe("O");
  expect(nextToDraw(["--", "XO"])).toBe("X");
});
