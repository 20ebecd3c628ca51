import { expect, test } from "vitest";

import { readPlace, writePlace } from "./place";
import { keyOf, NOTHING, sayProgress } from "./progress";

test("a place comes back from its address", () => {
  const place = { lesson: "minimax", step: 3, group: "10b", learner: "Ada Lovelace" };
  const address = new URL(writePlace(place), "http://localhost");
  expect(readPlace(address.searchParams)).toEqual(place);
  expect(writePlace({ ...place, step: 1, group: "" })).toBe("/tour?lesson=minimax");
});

test("nonsense in an address is the first step", () => {
  for (const step of ["x", "-1", "0", "1.5"])
    expect(readPlace(new URLSearchParams({ lesson: "order", step })).step).toBe(1);
});

test("progress is said, and kept apart for each learner of a class", () => {
  expect(sayProgress(NOTHING, 4, 3)).toBe("");
  expect(sayProgress({ ...NOTHING, step: 2 }, 4, 3)).toBe("step 2 of 4");
  expect(sayProgress({ ...NOTHING, right: [0, 2], done: true }, 4, 3)).toContain("2 of 3 right");
  expect(keyOf("order", "10b", "Ada")).not.toBe(keyOf("order", "10b", "Ben"));
  expect(keyOf("order", "", "")).toBe("order");
});
