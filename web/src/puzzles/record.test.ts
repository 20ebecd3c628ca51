import { expect, test } from "vitest";
import { ANY, placeQuery, readPlace } from "./link";
import {
  changeOf,
  dayStreak,
  EMPTY_RECORD,
  isNew,
  openOf,
  parseRecord,
  readRecord,
  recordDay,
  recordDone,
  recordHint,
  recordMet,
  recordRush,
  recordWrong,
} from "./record";

const [one, two, three] = ["a", "b", "c"].map((id) => ({
  id,
  grade: "easy",
  rating: 1500,
  deviation: 80,
})) as [Known, Known, Known];
type Known = { id: string; grade: string; rating: number; deviation: number };

test("a streak grows with first tries and ends with a wrong one", () => {
  let record = recordDone(recordDone(EMPTY_RECORD, one, "first"), two, "first");
  expect([record.streak, record.best]).toEqual([2, 2]);
  record = recordDone(recordWrong(record, three), three, "later");
  expect(record.entries.map((each) => each.how)).toEqual(["later", "first", "first"]);
  expect([record.streak, record.best]).toEqual([0, 2]);
});

test("a solved puzzle raises the rating, and each counts once", () => {
  const record = recordDone(EMPTY_RECORD, one, "first");
  expect(record.rating.value).toBeGreaterThan(1600);
  expect(record.history).toHaveLength(1);
  expect(changeOf(record, "a")).toBe(Math.round(record.rating.value) - 1500);
  expect(recordDone(record, one, "first")).toBe(record);
  expect(recordWrong(record, one)).toBe(record);
  expect(recordHint(record, one.id)).toBe(record);
});

test("a wrong move counts at once, and solving it afterwards changes nothing", () => {
  const record = recordWrong(EMPTY_RECORD, one);
  expect(record.rating.value).toBeLessThan(1400);
  const later = recordDone(recordWrong(record, one), one, "later");
  expect(later.rating).toEqual(record.rating);
  expect(later.history).toHaveLength(1);
});

test("a hint halves what a puzzle counts, and a shown answer ends a streak", () => {
  const hinted = recordDone(recordHint(EMPTY_RECORD, one.id), one, "hint");
  expect(hinted.rating.value).toBeCloseTo(1500, 3);
  expect([hinted.entries[0]?.how, hinted.streak]).toEqual(["hint", 0]);
  const told = recordDone(recordDone(EMPTY_RECORD, one, "first"), two, "told");
  expect([told.streak, told.best, told.entries[0]?.how]).toEqual([0, 1, "told"]);
  expect(changeOf(told, "b")).toBeLessThan(0);
});

test("what happened in a puzzle outlives a reload and other puzzles", () => {
  const before = recordHint(recordWrong(recordWrong(EMPTY_RECORD, one), one), one.id);
  const record = recordDone(readRecord(JSON.parse(JSON.stringify(before))), two, "first");
  expect(openOf(record, "a")).toMatchObject({ wrong: 2, hints: 1 });
  const later = recordDone(record, one, "later");
  expect(openOf(later, "a")).toMatchObject({ wrong: 0, hints: 0 });
});

test("days in a row end today or yesterday, each solved on the day", () => {
  const done = (record: typeof EMPTY_RECORD, date: string, today = date) =>
    recordDay(record, date, "first", today);
  let record = done(done(EMPTY_RECORD, "2026-02-27"), "2026-02-28");
  expect(dayStreak(record, "2026-03-01")).toBe(2);
  record = done(record, "2026-03-01");
  expect(dayStreak(record, "2026-03-01")).toBe(3);
  expect(dayStreak(record, "2026-03-03")).toBe(0);
  record = done(record, "2026-02-26", "2026-03-01"); // made up for later
  expect(dayStreak(record, "2026-03-01")).toBe(3);
  expect(dayStreak(recordDay(EMPTY_RECORD, "2026-03-01", "told", "2026-03-01"), "2026-03-01")).toBe(
    0,
  );
});

test("a puzzle of a rush is not rated, then or later", () => {
  const record = recordMet(EMPTY_RECORD, one, false);
  expect(isNew(record, "a")).toBe(false);
  expect(recordDone(record, one, "first").rating).toEqual(EMPTY_RECORD.rating);
});

test("the best rush of each length stays", () => {
  const rush = { run: "3", solved: 7, hardest: 1500, missed: [] } as const;
  let record = recordRush(EMPTY_RECORD, { ...rush, missed: [] });
  record = recordRush(record, { ...rush, solved: 4, missed: [] });
  record = recordRush(record, { ...rush, run: "survival", solved: 2, missed: [] });
  expect(record.rushes.best).toEqual({ "3": 7, survival: 2 });
  expect(record.rushes.last?.solved).toBe(2);
});

test("a record of before ratings is taken over, and its puzzles do not count again", () => {
  const old = {
    streak: 2,
    best: 5,
    entries: [{ id: "a", grade: "easy", how: "first" }],
    open: [{ id: "b", wrong: 1 }],
  };
  const record = readRecord(old);
  expect([record.streak, record.best, record.met]).toEqual([2, 5, ["a", "b"]]);
  expect(record.rating).toEqual(EMPTY_RECORD.rating);
  expect(openOf(record, "b")).toMatchObject({ wrong: 1, hints: 0 });
});

test("a record is read back as it was written, and nothing else is one", () => {
  const record = recordRush(recordDone(recordWrong(EMPTY_RECORD, two), one, "first"), {
    ...{ run: "5", solved: 1, hardest: 900 },
    missed: [{ id: "b", question: "X to move and win", rating: 1500 }],
  });
  expect(parseRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  const odd = [
    ...[null, 3, "x", {}, { streak: "1", best: 0, entries: [] }],
    ...[
      { ...record, entries: [{ id: "a", how: "odd" }] },
      { ...record, rating: null },
    ],
    { ...record, history: [3] },
  ];
  for (const value of odd) {
    expect(parseRecord(value)).toBeNull();
    expect(readRecord(value)).toEqual(EMPTY_RECORD);
  }
});

test("every place has an address", () => {
  const choice = { grade: "very hard", aim: "save", theme: "double threat" } as const;
  const query = placeQuery({ id: "9a6808g00", choice });
  expect(query.toString()).toBe("id=9a6808g00&grade=very-hard&kind=save&theme=double-threat");
  expect(readPlace(query)).toMatchObject({ mode: "train", id: "9a6808g00", choice });
  const daily = placeQuery({ mode: "daily", date: "2026-11-17" });
  expect(readPlace(daily)).toMatchObject({ mode: "daily", date: "2026-11-17" });
  const rush = placeQuery({ mode: "rush", run: "survival" });
  expect(readPlace(rush)).toMatchObject({ mode: "rush", run: "survival" });
  expect(readPlace(new URLSearchParams("mode=odd&grade=odd&kind=odd&date=odd&run=9"))).toEqual({
    ...{ mode: "train", id: null, date: null, run: "3", choice: ANY },
  });
});
