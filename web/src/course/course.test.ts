import { expect, test } from "vitest";

import { keyOf, nextLine, sayTime, sayWait, standing } from "./choosing";
import {
  EMPTY_RECORD,
  isDue,
  mergeRecords,
  parseRecord,
  recordCard,
  recordGoal,
  recordLine,
  writeTime,
  type CourseRecord,
} from "./record";
import { rate } from "./schedule";
import type { CourseLineView } from "./types";

const NOW = new Date("2026-01-31T10:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + 60_000 * minutes);
const line = (id: string, ...cards: string[]): CourseLineView => ({
  ...{ id, moves: id, ends: "win", rule: null, chapter: "4", new: 0, share: null },
  cards: cards.map((each) => ({ id: each, moves: "-", column: 4 })),
});

test("a right answer comes again later than a wrong one, and later each time", () => {
  const right = rate(undefined, true, NOW);
  const wrong = rate(undefined, false, NOW);
  expect(new Date(right.due) > new Date(wrong.due)).toBe(true);
  expect([right.reps, right.lapses, right.state]).toEqual([1, 0, 1]);
  let card = right;
  let before = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    const now = new Date(card.due);
    card = rate(card, true, now);
    const wait = new Date(card.due).getTime() - now.getTime();
    expect(wait).toBeGreaterThan(before);
    before = wait;
  }
  expect([card.state, card.step]).toEqual([2, null]);
  const forgotten = rate(card, false, new Date(card.due));
  expect([forgotten.state, forgotten.lapses]).toEqual([3, 1]);
});

test("a card goes through the file unchanged, and is scheduled the same afterwards", () => {
  const card = rate(undefined, true, NOW);
  const record = recordCard(EMPTY_RECORD, "first:4f2", card);
  const back = parseRecord(JSON.parse(JSON.stringify(record)));
  expect(back).toEqual(record);
  const now = new Date(card.due);
  expect(rate(back?.cards["first:4f2"], true, now)).toEqual(rate(card, true, now));
});

test("what is no record is refused whole", () => {
  const good = { ...EMPTY_RECORD, cards: { a: rate(undefined, true, NOW) } };
  expect(parseRecord(good)).toEqual(good);
  for (const bad of [
    null,
    [],
    {},
    { ...good, format: "other" },
    { ...good, version: 2 },
    { ...good, cards: { a: { ...good.cards.a, due: "soon" } } },
    { ...good, cards: { a: { ...good.cards.a, state: 7 } } },
    { ...good, lines: { a: { done: "often" } } },
    { ...good, goals: "all" },
  ])
    expect(parseRecord(bad)).toBeNull();
});

test("of two records the one that was learned later counts, and nothing is lost", () => {
  const old = rate(undefined, true, NOW);
  const young = rate(old, true, later(20));
  const one: CourseRecord = { ...EMPTY_RECORD, cards: { a: young, b: old }, goals: ["level-5"] };
  const two: CourseRecord = { ...EMPTY_RECORD, cards: { a: old, c: old }, goals: ["level-7"] };
  for (const both of [mergeRecords(one, two), mergeRecords(two, one)]) {
    expect(both.cards).toEqual({ a: young, b: old, c: old });
    expect(both.goals.toSorted()).toEqual(["level-5", "level-7"]);
  }
});

test("what is due comes first, then what is new, then nothing", () => {
  const lines = [line("1", "a", "b"), line("2", "a", "c"), line("3", "d")];
  const [first, second, third] = lines as [CourseLineView, CourseLineView, CourseLineView];
  expect(nextLine("first", lines, EMPTY_RECORD, NOW)).toBe(first);
  let record = recordLine(EMPTY_RECORD, keyOf("first", first), NOW);
  for (const id of ["a", "b"]) record = recordCard(record, id, rate(undefined, true, NOW));
  expect(nextLine("first", lines, record, NOW)).toBe(second);
  expect(nextLine("first", lines, record, later(60))).toBe(first);
  expect(nextLine("first", lines, record, later(60), first)).toBe(second);
  expect(standing("first", lines, record, later(60))).toMatchObject({ learned: 1, due: 1 });
  for (const each of [second, third]) record = recordLine(record, keyOf("first", each), NOW);
  expect(nextLine("first", lines, record, NOW)).toBeNull();
  expect(standing("first", lines, record, NOW)).toMatchObject({ total: 3, learned: 3, due: 0 });
  expect(standing("first", lines, record, NOW).next).toEqual(new Date(record.cards.a?.due ?? 0));
  expect(nextLine("second", lines, record, NOW)).toBe(first);
  expect(isDue(undefined, NOW)).toBe(false);
});

test("goals are reached once", () => {
  const once = recordGoal(EMPTY_RECORD, "level-5");
  expect(recordGoal(once, "level-5")).toBe(once);
});

test("times are written as the file has them, and waits in words", () => {
  expect(writeTime(new Date("2026-01-31T10:00:00.123Z"))).toBe("2026-01-31T10:00:00Z");
  expect([1, 10, 60, 600, 1440, 4000].map((each) => sayWait(later(each), NOW))).toEqual([
    "in a minute",
    "in 10 minutes",
    "in an hour",
    "in 10 hours",
    "tomorrow",
    "in 3 days",
  ]);
  expect([1, 10, 89, 150, 5317].map(sayTime)).toEqual([
    "1 minute",
    "10 minutes",
    "89 minutes",
    "3 hours",
    "89 hours",
  ]);
});
