/** What somebody has solved in this browser: rating, marks, days and rushes. */

import { FIRST_RATING, rated, type Rating } from "./rating";
import type { Run } from "./link";

/** How a puzzle ended: at once, with a hint, after a wrong move, or with its answer shown. */
export type How = "first" | "hint" | "later" | "told";

export interface Entry {
  id: string;
  grade: string;
  how: How;
}

/** A puzzle that counted, and the rating after it. */
export interface Counted {
  id: string;
  rating: number;
  deviation: number;
  change: number;
}

/** A rush that is over. */
export interface Rush {
  run: Run;
  solved: number;
  /** The hardest one that was solved. */
  hardest: number;
  missed: { id: string; question: string; rating: number }[];
}

export interface PuzzleRecord {
  version: 2;
  rating: Rating;
  /** The rating after each puzzle that counted, the newest last. */
  history: Counted[];
  /** Every puzzle that was begun: only the first attempt counts. */
  met: string[];
  /** Puzzles solved at once, one after the other. */
  streak: number;
  best: number;
  /** The last ones that were done, the newest first. */
  entries: Entry[];
  /** Wrong moves and hints in puzzles that are not done: no reload undoes them. */
  open: { id: string; wrong: number; hints: number }[];
  /** Days' puzzles that were done, and whether on the day itself. */
  days: Record<string, { how: How; onDay: boolean }>;
  rushes: { best: Partial<Record<Run, number>>; last: Rush | null };
}

/** What the record has to know of a puzzle. */
export interface Known {
  id: string;
  grade: string;
  rating: number;
  deviation: number;
}

export const EMPTY_RECORD: PuzzleRecord = {
  version: 2,
  rating: FIRST_RATING,
  history: [],
  met: [],
  streak: 0,
  best: 0,
  entries: [],
  open: [],
  days: {},
  rushes: { best: {}, last: null },
};
const MOST_ENTRIES = 300;
const MOST_MET = 10_000;

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isList = (value: unknown, good: (each: never) => boolean) =>
  Array.isArray(value) && value.every((each) => each && good(each as never));

/** Return a record that was saved or exported, also by an older version; null if it is none. */
export function parseRecord(value: unknown): PuzzleRecord | null {
  const kept = value as Partial<PuzzleRecord> | null;
  const basics =
    isCount(kept?.streak) &&
    isCount(kept?.best) &&
    isList(kept?.entries, ({ id, how }: Entry) => typeof id === "string" && how in RANKS);
  if (!kept || !basics) return null;
  const open = Array.isArray(kept.open)
    ? kept.open.map((each) => ({ ...EMPTY_OPEN, ...each }))
    : [];
  const record = { ...EMPTY_RECORD, ...kept, version: 2 as const, open };
  if (!kept.version) {
    const met = [...record.entries, ...open].map((each) => each.id);
    return { ...record, met: [...new Set(met)] };
  }
  const { rating, history, days, rushes } = record;
  const whole =
    isNumber(rating?.value) &&
    isNumber(rating.deviation) &&
    isNumber(rating.volatility) &&
    isList(history, (each: Counted) => isNumber(each.rating) && isNumber(each.change)) &&
    isList(record.met, (each) => typeof each === "string") &&
    isList(Object.values(days ?? {}), ({ how }: { how: How }) => how in RANKS) &&
    typeof rushes?.best === "object";
  return whole ? record : null;
}

/** Worse and worse. */
const RANKS: Record<How, number> = { first: 0, hint: 1, later: 2, told: 3 };
const EMPTY_OPEN = { wrong: 0, hints: 0 };

/** Read a saved record; the empty one if it is not valid. */
export function readRecord(value: unknown): PuzzleRecord {
  return parseRecord(value) ?? EMPTY_RECORD;
}

export function entryOf({ entries }: PuzzleRecord, id: string): Entry | null {
  return entries.find((each) => each.id === id) ?? null;
}

/** Would an attempt at this puzzle count? */
export function isNew({ met }: PuzzleRecord, id: string): boolean {
  return !met.includes(id);
}

/** How a puzzle changed the rating, if it counted. */
export function changeOf({ history }: PuzzleRecord, id: string): number | null {
  return history.findLast((each) => each.id === id)?.change ?? null;
}

/** Wrong moves and hints in a puzzle so far. */
export function openOf({ open }: PuzzleRecord, id: string): { wrong: number; hints: number } {
  return open.find((each) => each.id === id) ?? EMPTY_OPEN;
}

/** Record a wrong move: the first attempt has failed, and the streak ends. */
export function recordWrong(record: PuzzleRecord, puzzle: Known): PuzzleRecord {
  if (entryOf(record, puzzle.id)) return record;
  const { wrong, hints } = openOf(record, puzzle.id);
  const next = withOpen(record, { id: puzzle.id, wrong: wrong + 1, hints });
  return { ...count(next, puzzle, 0), streak: 0 };
}

/** Record a hint: solved with it, a puzzle counts half. */
export function recordHint(record: PuzzleRecord, id: string): PuzzleRecord {
  if (entryOf(record, id)) return record;
  const { wrong, hints } = openOf(record, id);
  return withOpen(record, { id, wrong, hints: hints + 1 });
}

/** Record how a puzzle ended; it counts only once. */
export function recordDone(record: PuzzleRecord, puzzle: Known, how: How): PuzzleRecord {
  if (entryOf(record, puzzle.id)) return record;
  const points = { first: 1, hint: 0.5, later: 0, told: 0 }[how];
  const streak = how === "first" ? record.streak + 1 : 0;
  return {
    ...withEntry(count(record, puzzle, points), puzzle, how),
    streak,
    best: Math.max(record.best, streak),
  };
}

/** Record how the puzzle of a day ended. */
export function recordDay(
  record: PuzzleRecord,
  date: string,
  how: How,
  today: string,
): PuzzleRecord {
  if (record.days[date]) return record;
  return { ...record, days: { ...record.days, [date]: { how, onDay: date === today } } };
}

/** Count the days in a row, up to today or yesterday, on which the day's puzzle was solved. */
export function dayStreak({ days }: PuzzleRecord, today: string): number {
  const solved = (date: string) => {
    const day = days[date];
    return day !== undefined && day.onDay && day.how !== "told";
  };
  let date = solved(today) ? today : dayBefore(today);
  let length = 0;
  for (; solved(date); date = dayBefore(date)) length += 1;
  return length;
}

export function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

/** Record a puzzle of a rush, which is not rated, but met. */
export function recordMet(record: PuzzleRecord, puzzle: Known, solved: boolean): PuzzleRecord {
  if (entryOf(record, puzzle.id)) return record;
  return withMet(withEntry(record, puzzle, solved ? "first" : "told"), puzzle.id);
}

/** Record a rush that is over. */
export function recordRush(record: PuzzleRecord, rush: Rush): PuzzleRecord {
  const { best } = record.rushes;
  const most = Math.max(best[rush.run] ?? 0, rush.solved);
  return { ...record, rushes: { best: { ...best, [rush.run]: most }, last: rush } };
}

function count(record: PuzzleRecord, puzzle: Known, points: number): PuzzleRecord {
  if (!isNew(record, puzzle.id)) return record;
  const rating = rated(record.rating, [{ ...puzzle, points }]);
  const counted: Counted = {
    id: puzzle.id,
    rating: Math.round(rating.value),
    deviation: Math.round(rating.deviation),
    change: Math.round(rating.value) - Math.round(record.rating.value),
  };
  const history = [...record.history, counted].slice(-MOST_ENTRIES);
  return { ...withMet(record, puzzle.id), rating, history };
}

function withMet(record: PuzzleRecord, id: string): PuzzleRecord {
  if (!isNew(record, id)) return record;
  return { ...record, met: [...record.met, id].slice(-MOST_MET) };
}

function withOpen(record: PuzzleRecord, one: PuzzleRecord["open"][number]): PuzzleRecord {
  const others = record.open.filter((each) => each.id !== one.id);
  return { ...record, open: [one, ...others].slice(0, MOST_ENTRIES) };
}

function withEntry(record: PuzzleRecord, { id, grade }: Known, how: How): PuzzleRecord {
  return {
    ...record,
    entries: [{ id, grade, how }, ...record.entries].slice(0, MOST_ENTRIES),
    open: record.open.filter((each) => each.id !== id),
  };
}
