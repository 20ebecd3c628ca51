/** What somebody has solved in this browser: the streak, and the mark of each puzzle. */

/** How a puzzle ended: solved on the first try, on a later one, or with its answer shown. */
export type How = "first" | "later" | "told";

export interface Entry {
  id: string;
  grade: string;
  how: How;
}

export interface PuzzleRecord {
  /** Puzzles solved at the first try, one after the other. */
  streak: number;
  best: number;
  /** The last ones, the newest first. */
  entries: Entry[];
  /** Wrong tries at puzzles that are not done: no reload and no other puzzle undoes them. */
  open: { id: string; wrong: number }[];
}

export const EMPTY_RECORD: PuzzleRecord = { streak: 0, best: 0, entries: [], open: [] };
const MOST_ENTRIES = 300;

/** Read a saved record; the empty one if it is not valid. */
export function readRecord(value: unknown): PuzzleRecord {
  const kept = value as Partial<PuzzleRecord> | null;
  const whole =
    Number.isInteger(kept?.streak) && Number.isInteger(kept?.best) && Array.isArray(kept?.entries);
  if (!whole) return EMPTY_RECORD;
  return { ...EMPTY_RECORD, ...kept, open: Array.isArray(kept?.open) ? kept.open : [] };
}

/** Wrong tries at a puzzle so far. */
export function wrongTries({ open }: PuzzleRecord, id: string): number {
  return open.find((each) => each.id === id)?.wrong ?? 0;
}

export function entryOf({ entries }: PuzzleRecord, id: string): Entry | null {
  return entries.find((each) => each.id === id) ?? null;
}

/** Record a wrong try; it ends the streak, unless the puzzle was done before. */
export function recordWrong(record: PuzzleRecord, id: string): PuzzleRecord {
  if (entryOf(record, id)) return record;
  const open = [{ id, wrong: wrongTries(record, id) + 1 }, ...others(record, id)];
  return { ...record, streak: 0, open: open.slice(0, MOST_ENTRIES) };
}

function others({ open }: PuzzleRecord, id: string): PuzzleRecord["open"] {
  return open.filter((each) => each.id !== id);
}

/** Record a puzzle that is done; it counts only once. */
export function recordDone(
  record: PuzzleRecord,
  { id, grade }: { id: string; grade: string },
  told: boolean,
): PuzzleRecord {
  if (entryOf(record, id)) return record;
  const how: How = told ? "told" : wrongTries(record, id) > 0 ? "later" : "first";
  const streak = how === "first" ? record.streak + 1 : 0;
  const entries = [{ id, grade, how }, ...record.entries].slice(0, MOST_ENTRIES);
  return { streak, best: Math.max(record.best, streak), entries, open: others(record, id) };
}
