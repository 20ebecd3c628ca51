/** What somebody has solved in this browser: the streak, and the mark of each puzzle. */

/** How a puzzle ended: solved at the first try, after others, or told. */
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
  /** Wrong tries at a puzzle that is not done, so that a reload does not undo them. */
  open: { id: string; wrong: number } | null;
}

export const NOTHING: PuzzleRecord = { streak: 0, best: 0, entries: [], open: null };
const KEPT = 300;

/** Read what was kept; nothing if it is no record. */
export function readRecord(value: unknown): PuzzleRecord {
  const kept = value as Partial<PuzzleRecord> | null;
  const whole =
    Number.isInteger(kept?.streak) && Number.isInteger(kept?.best) && Array.isArray(kept?.entries);
  return whole ? { ...NOTHING, ...kept } : NOTHING;
}

/** Wrong tries at a puzzle so far. */
export function wrongTries({ open }: PuzzleRecord, id: string): number {
  return open?.id === id ? open.wrong : 0;
}

export function entryOf({ entries }: PuzzleRecord, id: string): Entry | null {
  return entries.find((each) => each.id === id) ?? null;
}

/** Take a wrong try down; it ends the streak, unless the puzzle was done before. */
export function stumble(record: PuzzleRecord, id: string): PuzzleRecord {
  if (entryOf(record, id)) return record;
  return { ...record, streak: 0, open: { id, wrong: wrongTries(record, id) + 1 } };
}

/** Take a puzzle down that is done; one that was done before counts no second time. */
export function settle(
  record: PuzzleRecord,
  { id, grade }: { id: string; grade: string },
  told: boolean,
): PuzzleRecord {
  if (entryOf(record, id)) return record;
  const how: How = told ? "told" : wrongTries(record, id) > 0 ? "later" : "first";
  const streak = how === "first" ? record.streak + 1 : 0;
  const entries = [{ id, grade, how }, ...record.entries].slice(0, KEPT);
  return { streak, best: Math.max(record.best, streak), entries, open: null };
}
