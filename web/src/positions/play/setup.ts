/** What a game is begun with, and what the browser keeps of it. */

import { HUMAN, USUAL_SIZE, USUAL_VARIANT, type Seats } from "../link";

export interface Setup {
  seats: Seats;
  variant: string;
  size: string;
  start: string | null;
  /** Offer to take a blunder back. */
  teach: boolean;
}

/** What the browser keeps of a game. */
export interface Kept extends Setup {
  moves: string[];
  undone: string[];
}

/** The game that is there for whoever comes first. */
export const USUAL: Setup = {
  seats: { X: HUMAN, O: "level:3" },
  variant: USUAL_VARIANT,
  size: USUAL_SIZE,
  start: null,
  teach: false,
};

/** Read what the browser has kept; nothing if it is not a game. */
export function readKept(value: unknown): Kept | null {
  const kept = value as Kept | null;
  const whole =
    typeof kept?.seats?.X === "string" &&
    typeof kept.seats.O === "string" &&
    [kept.variant, kept.size].every((each) => typeof each === "string") &&
    [kept.moves, kept.undone].every((each) => Array.isArray(each));
  return whole ? kept : null;
}
