import { expect, test } from "vitest";

import type { AnalysisView } from "../shared/types";
import { judge } from "./judging";

const column = (number: number, value: number, says: string) => ({
  ...{ column: number, says, best: false, lower: value },
  score: { value, result: Math.sign(value) as 1 | 0 | -1, plies: 10, says },
});
const truth = {
  complete: true,
  ...{ score: null, best: [4] },
  columns: [
    column(4, 3, "wins in 18"),
    column(3, 1, "wins in 20"),
    column(2, 0, "draws"),
    column(1, -2, "loses in 12"),
  ],
} as AnalysisView;

test("a column that wins too is no mistake, and the others are", () => {
  expect(judge("first", 3, 4, truth)).toMatchObject({ tone: "fine", worth: "wins in 20" });
  expect(judge("first", 2, 4, truth)).toMatchObject({ tone: "bad", worth: "draws" });
  expect(judge("first", 1, 4, truth).says).toContain("loses in 12");
  expect(judge("first", 2, 4, null).tone).toBe("bad");
});

test("the second player resists as long as can be, or less", () => {
  const lost = {
    ...truth,
    columns: [
      column(4, -1, "loses in 20"),
      column(3, -1, "loses in 20"),
      column(2, -5, "loses in 16"),
    ],
  } as AnalysisView;
  expect(judge("second", 3, 4, lost).tone).toBe("fine");
  expect(judge("second", 2, 4, lost)).toMatchObject({ tone: "bad", worth: "loses in 16" });
});
