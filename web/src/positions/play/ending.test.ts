import { expect, test } from "vitest";

import type { ReviewView } from "../../shared/types";
import { sayFour, sayTurn } from "./ending";

const line = (right: number, up: number, length = 4) =>
  Array.from({ length }, (_, step) => ({ column: 1 + step * right, row: 2 + step * up }));

test("a four is named by its direction", () => {
  expect(sayFour(line(1, 0))).toBe("Four in a row, in row 2.");
  expect(sayFour(line(0, 1))).toBe("Four in a row, up column 1.");
  expect(sayFour(line(1, 1))).toBe("Four in a row, along a diagonal.");
  expect(sayFour(line(1, 0, 5))).toBe("Five in a row, in row 2.");
  expect(sayFour([...line(1, 0), ...line(0, 1).slice(1)])).toBe("Two fours at once.");
});

test("the turning point is the last move that changed the result", () => {
  const review = (value: number, kinds: string[], turning: number | null) =>
    ({
      turning_point: turning,
      graph: [{ number: 0, value, says: "" }],
      moves: kinds.map((kind, index) => ({ number: index + 1, player: "X", column: 3, kind })),
    }) as unknown as ReviewView;
  expect(sayTurn(review(1, ["best", "win to loss"], 2), "O")).toEqual({
    move: 2,
    says: "Red's column 3 turned a win into a loss.",
  });
  expect(sayTurn(review(1, ["best"], null), "X").says).toMatch(/^Red had the win/);
  expect(sayTurn(review(0, ["best"], null), null).says).toBe("Nobody let the draw go.");
  // Resigned, or lost on time.
  expect(sayTurn(review(1, ["best"], null), "O").says).toBe(
    "No move decided it: Red still had the win.",
  );
  expect(sayTurn(review(0, ["best"], null), "O").says).toBe(
    "No move decided it: the position was a draw.",
  );
});
