import { expect, test } from "vitest";
import { puzzleQuery, readWish } from "./link";
import { NOTHING, readRecord, settle, stumble, wrongTries } from "./record";

const one = { id: "a", grade: "easy" };
const two = { id: "b", grade: "hard" };

test("a streak grows with first tries and ends with a wrong one", () => {
  let record = settle(settle(NOTHING, one, false), two, false);
  expect([record.streak, record.best]).toEqual([2, 2]);
  record = stumble(record, "c");
  expect([record.streak, record.best]).toEqual([0, 2]);
  record = settle(record, { id: "c", grade: "easy" }, false);
  expect(record.entries.map((each) => each.how)).toEqual(["later", "first", "first"]);
  expect([record.streak, record.best]).toEqual([0, 2]);
});

test("an answer that was told ends a streak", () => {
  const record = settle(settle(NOTHING, one, false), two, true);
  expect([record.streak, record.best, record.entries[0]?.how]).toEqual([0, 1, "told"]);
});

test("a puzzle counts once", () => {
  const record = settle(NOTHING, one, false);
  expect(settle(record, one, false)).toBe(record);
  expect(stumble(record, one.id)).toBe(record);
});

test("wrong tries outlive a reload", () => {
  const record = readRecord(JSON.parse(JSON.stringify(stumble(stumble(NOTHING, "a"), "a"))));
  expect(wrongTries(record, "a")).toBe(2);
  expect(settle(record, one, false).entries[0]?.how).toBe("later");
});

test("wrong tries outlive other puzzles", () => {
  const record = settle(stumble(stumble(NOTHING, "a"), "c"), two, false);
  expect([wrongTries(record, "a"), wrongTries(record, "c")]).toEqual([1, 1]);
  const later = settle(record, one, false);
  expect([later.entries[0]?.how, later.streak]).toEqual(["later", 0]);
  expect([wrongTries(later, "a"), wrongTries(later, "c")]).toEqual([0, 1]);
});

test("what is no record is nothing", () => {
  for (const odd of [null, 3, "x", {}, { streak: "1", best: 0, entries: [] }])
    expect(readRecord(odd)).toEqual(NOTHING);
});

test("a puzzle has a link with what comes after it", () => {
  const wish = { grade: "very hard", aim: "save" } as const;
  const query = puzzleQuery("9a6808g00", wish);
  expect(query.toString()).toBe("id=9a6808g00&grade=very-hard&kind=save");
  expect(readWish(query)).toEqual(wish);
  expect(readWish(new URLSearchParams("grade=odd&kind=odd"))).toEqual({
    grade: "any",
    aim: "both",
  });
});
