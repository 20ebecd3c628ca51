import { expect, test } from "vitest";

import { movesOf, placeQuery, readPlace, trackOf, withMoves } from "./link";
import { writeQuery } from "../shared/router.svelte";

const EMPTY = { moves: "-", start: null, size: "7x6", variant: "standard" };

test("a place comes back from its link, and the usual one needs none", () => {
  for (const beside of ["explore", "games"] as const)
    for (const moves of ["-", "4", "4453"]) {
      const place = { ref: { ...EMPTY, moves }, beside };
      expect(readPlace(placeQuery(place))).toEqual(place);
    }
  expect(writeQuery(placeQuery({ ref: EMPTY, beside: "explore" }))).toBe("");
  expect(readPlace(new URLSearchParams("beside=nonsense")).beside).toBe("explore");
});

test("moves that nobody could make are left for the API to refuse", () => {
  expect(readPlace(new URLSearchParams("moves=4x")).ref.moves).toBe("4x");
});

test("positions go back to where they started", () => {
  const ref = { ...EMPTY, moves: "4453" };
  expect(withMoves(ref, movesOf(ref).slice(0, 2)).moves).toBe("44");
  expect(withMoves(ref, [])).toEqual(EMPTY);
});

test("the way on is the one that was taken before, or else the main line", () => {
  expect(trackOf(["4"], ["4", "4", "3"], [4, 4])).toEqual(["4", "4", "3"]);
  expect(trackOf(["3"], ["4", "4", "3"], [4, 2])).toEqual(["3", "4", "2"]);
  expect(trackOf(["4", "4", "3"], ["4", "4", "3"], [1])).toEqual(["4", "4", "3", "1"]);
  expect(trackOf([], [], [])).toEqual([]);
});
