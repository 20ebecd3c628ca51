import { expect, test } from "vitest";
import { FIRST_RATING, rated } from "./rating";

test("the worked example of Glickman's paper", () => {
  const after = rated({ value: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, points: 1 },
    { rating: 1550, deviation: 100, points: 0 },
    { rating: 1700, deviation: 300, points: 0 },
  ]);
  expect(after.value).toBeCloseTo(1464.06, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test("a solved puzzle raises the rating, a missed one lowers it, and both make it surer", () => {
  const puzzle = { rating: 1500, deviation: 80 };
  const up = rated(FIRST_RATING, [{ ...puzzle, points: 1 }]);
  const even = rated(FIRST_RATING, [{ ...puzzle, points: 0.5 }]);
  const down = rated(FIRST_RATING, [{ ...puzzle, points: 0 }]);
  expect([up.value > 1500, down.value < 1500]).toEqual([true, true]);
  expect(even.value).toBeCloseTo(1500, 5);
  for (const { deviation } of [up, even, down]) expect(deviation).toBeLessThan(350);
});
