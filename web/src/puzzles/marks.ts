/** How a puzzle ended: a sign, a tone and words. */

import { named } from "../shared/words";
import type { How } from "./record";

export const SIGNS: Record<How, string> = { first: "✓", hint: "≈", later: "≈", told: "✗" };
export const TONES: Record<How, string> = {
  first: "good",
  hint: "fine",
  later: "fine",
  told: "bad",
};
export const WORDS: Record<How, string> = {
  first: "solved at once",
  hint: "solved with a hint",
  later: "solved after a wrong move",
  told: "not solved",
};

/** A change of the rating: "+12", "−8". */
export function signed(change: number): string {
  return change < 0 ? `−${-change}` : `+${change}`;
}

/** "2:05" */
export function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** "Tuesday, 17 November" */
export function sayDay(date: string): string {
  return new Date(date).toLocaleDateString("en-GB", {
    ...{ weekday: "long", day: "numeric", month: "long" },
    timeZone: "UTC",
  });
}

/** "Red to move and win" */
export function asked({ question }: { question: string }): string {
  return named(question.split(":")[0] ?? question);
}
