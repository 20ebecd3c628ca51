/** What somebody has learned: the file that this page and `fourscore course` share. */

export type Side = "first" | "second";

/** A position as the scheduler remembers it. New ones are not stored. */
export interface StoredCard {
  due: string;
  stability: number;
  difficulty: number;
  /** 1 learning, 2 review, 3 relearning. */
  state: 1 | 2 | 3;
  /** Which of the (re)learning steps; null in review. */
  step: number | null;
  last_review: string | null;
  reps: number;
  lapses: number;
}

/** How often a line was played from memory, and when last. */
export interface LineMark {
  done: number;
  last: string;
}

export interface CourseRecord {
  format: "fourscore-course";
  version: 1;
  cards: Record<string, StoredCard>;
  lines: Record<string, LineMark>;
  goals: string[];
}

export const EMPTY_RECORD: CourseRecord = {
  format: "fourscore-course",
  version: 1,
  cards: {},
  lines: {},
  goals: [],
};

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isTime = (value: unknown) =>
  typeof value === "string" && Number.isFinite(new Date(value).getTime());
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isCard(value: unknown): value is StoredCard {
  const card = value as Partial<StoredCard> | null;
  return (
    isTime(card?.due) &&
    isNumber(card?.stability) &&
    isNumber(card?.difficulty) &&
    [1, 2, 3].includes(card?.state ?? 0)
  );
}

function isMark(value: unknown): value is LineMark {
  const mark = value as Partial<LineMark> | null;
  return isNumber(mark?.done) && isTime(mark?.last);
}

/** Read what was saved or exported; null if it is nothing of the kind. */
export function parseRecord(value: unknown): CourseRecord | null {
  const kept = value as Partial<CourseRecord> | null;
  if (kept?.format !== "fourscore-course" || kept.version !== 1) return null;
  const { cards, lines = {}, goals = [] } = kept;
  const whole =
    isMap(cards) &&
    Object.values(cards).every(isCard) &&
    isMap(lines) &&
    Object.values(lines).every(isMark) &&
    Array.isArray(goals) &&
    goals.every((each) => typeof each === "string");
  if (!whole) return null;
  const filled = Object.entries(cards).map(([id, card]) => [id, { ...BARE, ...card }]);
  return {
    ...EMPTY_RECORD,
    cards: Object.fromEntries(filled) as Record<string, StoredCard>,
    lines: { ...lines },
    goals: [...goals],
  };
}

const BARE = { step: null, last_review: null, reps: 1, lapses: 0 };

/** Join two records: of what both know, the one that was learned later counts. */
export function mergeRecords(one: CourseRecord, two: CourseRecord): CourseRecord {
  const cards = { ...one.cards };
  for (const [id, card] of Object.entries(two.cards)) {
    const mine = cards[id];
    if (!mine || timeOf(card.last_review) >= timeOf(mine.last_review)) cards[id] = card;
  }
  const lines = { ...one.lines };
  for (const [id, mark] of Object.entries(two.lines)) {
    const mine = lines[id];
    if (!mine || timeOf(mark.last) >= timeOf(mine.last)) lines[id] = mark;
  }
  return { ...EMPTY_RECORD, cards, lines, goals: [...new Set([...one.goals, ...two.goals])] };
}

function timeOf(text: string | null): number {
  return text === null ? 0 : new Date(text).getTime();
}

export function isDue(card: StoredCard | undefined, now: Date): boolean {
  return card !== undefined && timeOf(card.due) <= now.getTime();
}

/** Store what the scheduler says of a position. */
export function recordCard(record: CourseRecord, id: string, card: StoredCard): CourseRecord {
  return { ...record, cards: { ...record.cards, [id]: card } };
}

/** Count a line that was played from memory. */
export function recordLine(record: CourseRecord, id: string, now: Date): CourseRecord {
  const done = (record.lines[id]?.done ?? 0) + 1;
  const mark = { done, last: writeTime(now) };
  return { ...record, lines: { ...record.lines, [id]: mark } };
}

export function recordGoal(record: CourseRecord, id: string): CourseRecord {
  return record.goals.includes(id) ? record : { ...record, goals: [...record.goals, id] };
}

/** A time as the file has it. */
export function writeTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
