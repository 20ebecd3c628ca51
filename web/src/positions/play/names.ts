/** What people call themselves: saved in the browser, and part of a game's address. */

import { load, save } from "../../shared/storage";
import type { Seats } from "../link";
import { HUMAN } from "../link";
import { NO_NAMES, type Names } from "./setup";

export const LONGEST = 20;

/** The names that were typed last: yours and a friend's. */
export interface KnownNames {
  you: string;
  friend: string;
}

/** Make a name of what somebody typed. A comma separates names in an address. */
export function cleanName(text: string): string {
  return text
    .replace(/[,\s]+/g, " ")
    .trim()
    .slice(0, LONGEST);
}

export function loadNames(): KnownNames {
  const known = load("names") as Partial<KnownNames> | null;
  return {
    you: cleanName(String(known?.you ?? "")),
    friend: cleanName(String(known?.friend ?? "")),
  };
}

export function saveNames(names: KnownNames): void {
  save("names", names);
}

/** Give people their names: you are the first of them. */
export function namesFor(seats: Seats, { you, friend }: KnownNames): Names {
  if (seats.X !== HUMAN) return { X: "", O: seats.O === HUMAN ? you : "" };
  return { X: you, O: seats.O === HUMAN ? friend : "" };
}

/** Write names for an address; nothing if there are none. */
export function writeNames({ X, O }: Names): string | null {
  return X || O ? `${X},${O}` : null;
}

/** Read the names of an address. */
export function readNames(text: string | null): Names {
  if (text === null) return NO_NAMES;
  const [red = "", yellow = ""] = text.split(",");
  return { X: cleanName(red), O: cleanName(yellow) };
}
