import { expect, test } from "vitest";

import { saySide } from "./gameWords";

test("a side hears what it gave away, or that it gave nothing", () => {
  const side = { player: "X" as const, games: 12, kept: 3, left: 9, gave_win: 8, gave_draw: 1 };
  expect(saySide(side)).toBe("Red left the path in 9 of 12 games and gave away 8 wins and 1 draw.");
  expect(saySide({ ...side, left: 0, gave_win: 0, gave_draw: 0 })).toBe(
    "Red gave nothing away in 12 games.",
  );
});
