import { expect, test } from "vitest";

import { placeQuery, readPlace } from "./link";

test("a place comes back from its link", () => {
  for (const side of ["first", "second"] as const)
    for (const place of [
      { side, goal: null, chapter: null },
      { side, goal: "level-5", chapter: null },
      { side, goal: null, chapter: "44" },
    ])
      expect(readPlace(placeQuery(place))).toEqual(place);
  expect(placeQuery({}).toString()).toBe("");
});

test("a goal counts more than a chapter, and an unknown side is the first", () => {
  const query = new URLSearchParams("side=third&goal=a&chapter=b");
  expect(readPlace(query)).toEqual({ side: "first", goal: "a", chapter: null });
});
