import { expect, test } from "vitest";

import { choosersOf, percent, repliesOf, sayReplies } from "./words";

test("replies are counted by what they lead to", () => {
  expect(repliesOf({ total: 7, win: 1, draw: 2, lose: 4, keep: 1 })).toEqual([
    "1 win",
    "2 draw",
    "4 lose",
  ]);
  expect(repliesOf({ total: 7, win: 0, draw: 0, lose: 7, keep: 7 })).toEqual(["all lose"]);
  expect(repliesOf(null)).toEqual([]);
  expect(sayReplies({ total: 7, win: 0, draw: 1, lose: 6, keep: 1 }, "X")).toBe(
    "Of Yellow's 7 replies: 1 draw, 6 lose.",
  );
  expect(sayReplies(null, "X")).toBe("It ends the game.");
});

test("choices are added up by kind, and no game is counted twice", () => {
  const chosen = [
    {
      agent: "level:1",
      name: "level 1",
      group: "levels" as const,
      games: 10,
      columns: { "4": 6, "1": 4 },
    },
    {
      agent: "level:5",
      name: "level 5",
      group: "levels" as const,
      games: 30,
      columns: { "4": 30 },
    },
    { agent: "zero", name: "PUCT", group: "learned" as const, games: 5, columns: { "4": 5 } },
  ];
  const [levels, ...each] = choosersOf(chosen);
  expect(levels).toMatchObject({ id: "levels", games: 40 });
  expect(levels?.columns.get(4)).toBe(36);
  expect(each.map(({ name }) => name)).toEqual(["Level 1", "Level 5", "PUCT"]);
  expect(choosersOf([])).toEqual([]);
});

test("a rare choice is not said to be none", () => {
  expect([percent(0, 10), percent(1, 1000), percent(1, 3), percent(0, 0)]).toEqual([
    "0\u202f%",
    "<1\u202f%",
    "33\u202f%",
    "0\u202f%",
  ]);
});
