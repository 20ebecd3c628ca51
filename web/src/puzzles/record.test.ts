import { expect, test } from "vitest";
import { puzzleQuery, readChoice } from "./link";
import { EMPTY_RECORD, readRecord, recordDone, recordWrong, wrongTries } from "./record";

const one = { id: "a", grade: "easy" };
const two = { id: "b", grade: "hard" };

test("a streak grows with first tries and ends with a wrong one", () => {
  let record = recordDone(recordDone(EMPTY_RECORD, one, false), two, false);
  expect([record.streak, record.best]).toEqual([2, 2]);
  record = recordWrong(record, "c");
  expect([record.streak, record.best]).toEqual([0, 2]);
  record = recordDone(record, { id: "c", grade: "easy" }, false);
  expect(record.entries.map((each) => each.how)).toEqual(["later", "first", "first"]);
  expect([record.streak, record.best]).toEqual([0, 2]);
});

test("a shown answer ends a streak", () => {
  const record = recordDone(recordDone(EMPTY_RECORD, one, false), two, true);
  expect([record.streak, record.best, record.entries[0]?.how]).toEqual([0, 1, "told"]);
});

test("a puzzle counts once", () => {
  const record = recordDone(EMPTY_RECORD, one, false);
  expect(recordDone(record, one, false)).toBe(record);
  expect(recordWrong(record, one.id)).toBe(record);
});

test("wrong tries outlive a reload", () => {
  const record = readRecord(
    JSON.parse(JSON.stringify(recordWrong(recordWrong(EMPTY_RECORD, "a"), "a"))),
  );
  expect(wrongTries(record, "a")).toBe(2);
  expect(recordDone(record, one, false).entries[0]?.how).toBe("later");
});

test("wrong tries outlive other puzzles", () => {
  const record = recordDone(recordWrong(recordWrong(EMPTY_RECORD, "a"), "c"), two, false);
  expect([wrongTries(record, "a"), wrongTries(record, "c")]).toEqual([1, 1]);
  const later = recordDone(record, one, false);
  expect([later.entries[0]?.how, later.streak]).toEqual(["later", 0]);
  expect([wrongTries(later, "a"), wrongTries(later, "c")]).toEqual([0, 1]);
});

test("an invalid record is the empty one", () => {
  for (const odd of [null, 3, "x", {}, { streak: "1", best: 0, entries: [] }])
    expect(readRecord(odd)).toEqual(EMPTY_RECORD);
});

test("a puzzle has a link with what comes after it", () => {
  const choice = { grade: "very hard", aim: "save" } as const;
  const query = puzzleQuery("9a6808g00", choice);
  expect(query.toString()).toBe("id=9a6808g00&grade=very-hard&kind=save");
  expect(readChoice(query)).toEqual(choice);
  expect(readChoice(new URLSearchParams("grade=odd&kind=odd"))).toEqual({
    grade: "any",
    aim: "both",
  });
});
