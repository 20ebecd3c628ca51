/** Which line comes next, and how far somebody has come with some lines. */

import { isDue, type CourseRecord, type Side } from "./record";
import type { CourseLineView } from "./types";

/** What a line is stored under. */
export function keyOf(side: Side, line: { id: string }): string {
  return `${side}:${line.id}`;
}

export interface Standing {
  total: number;
  /** Lines that were played from memory at least once. */
  learned: number;
  /** Of those, the ones with a position that is due. */
  due: number;
  /** When the next position of a learned line is due; null if none will be. */
  next: Date | null;
}

/** Count what is learned and what is due. */
export function standing(
  side: Side,
  lines: readonly CourseLineView[],
  record: CourseRecord,
  now: Date,
): Standing {
  const learned = lines.filter((line) => keyOf(side, line) in record.lines);
  const due = learned.filter((line) => dueIn(line, record, now) > 0);
  const times = learned
    .flatMap((line) => line.cards)
    .flatMap(({ id }) => record.cards[id] ?? [])
    .map((card) => new Date(card.due).getTime());
  const next = times.length > 0 ? new Date(Math.min(...times)) : null;
  return { total: lines.length, learned: learned.length, due: due.length, next };
}

/** How many positions of a line are due. */
export function dueIn(line: CourseLineView, record: CourseRecord, now: Date): number {
  return line.cards.filter(({ id }) => isDue(record.cards[id], now)).length;
}

/**
 * Return the line to train now: of the learned ones the one with most positions due, else the
 * first one that is new; null if nothing is to be done. A line that was just done is not repeated
 * while another one waits.
 */
export function nextLine(
  side: Side,
  lines: readonly CourseLineView[],
  record: CourseRecord,
  now: Date,
  last: CourseLineView | null = null,
): CourseLineView | null {
  const learned = (line: CourseLineView) => keyOf(side, line) in record.lines;
  const due = lines
    .filter((line) => learned(line) && line.id !== last?.id && dueIn(line, record, now) > 0)
    .toSorted((a, b) => dueIn(b, record, now) - dueIn(a, record, now));
  return due[0] ?? lines.find((line) => !learned(line)) ?? null;
}

/** How long it is until then, in words. */
export function sayWait(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - now.getTime()) / 60_000));
  if (minutes < 60) return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? "in an hour" : `in ${hours} hours`;
  const days = Math.round(hours / 24);
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/** How long something takes, in words. */
export function sayTime(minutes: number): string {
  if (minutes < 90) return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return `${Math.round(minutes / 60)} hours`;
}
