import { expect, test } from "vitest";

import { gameQuery, joinMoves, namesGame, readPosition, readSeats, splitMoves } from "./link";
import { writeQuery } from "../shared/router.svelte";

test("a game comes back from its link", () => {
  const ref = { moves: "44>531", start: "-------/---X---", size: "7x2", variant: "slip" };
  const seats = { X: "human", O: "mcts:playouts=2000,c=1.4" };
  const back = new URLSearchParams(writeQuery(gameQuery(ref, seats)));
  expect(readPosition(back)).toEqual(ref);
  expect(readSeats(back)).toEqual(seats);
});

test("links leave out what is usual and stay readable", () => {
  const ref = { moves: "4453", start: null, size: "7x6", variant: "standard" };
  expect(writeQuery(gameQuery(ref, { X: "human", O: "level:3" }))).toBe(
    "?moves=4453&red=human&yellow=level:3",
  );
  expect(namesGame(new URLSearchParams("utm=1"))).toBe(false);
});

test("moves are parted and joined as the API writes them", () => {
  expect(splitMoves("44>53", 7)).toEqual(["4", "4>5", "3"]);
  expect(joinMoves(["4", "4>5", "3"], 7)).toBe("44>53");
  expect(splitMoves("10,11>12,1", 12)).toEqual(["10", "11>12", "1"]);
  expect(joinMoves([], 7)).toBe("-");
  expect(splitMoves("-", 7)).toEqual([]);
});
