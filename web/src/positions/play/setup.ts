/** How a game is set up, and what the browser saves of it. */

import { HUMAN, USUAL_SIZE, USUAL_VARIANT, type Seats } from "../link";

export interface Setup {
  seats: Seats;
  variant: string;
  size: string;
  start: string | null;
  /** Offer to take a blunder back. */
  teach: boolean;
}

/** What the browser saves of a game. */
export interface SavedGame extends Setup {
  moves: string[];
  undone: string[];
}

/** The game that a first visitor gets. */
export const USUAL: Setup = {
  seats: { X: HUMAN, O: "level:3" },
  variant: USUAL_VARIANT,
  size: USUAL_SIZE,
  start: null,
  teach: false,
};

/** Read a saved game; null if it is not valid. */
export function readSavedGame(value: unknown): SavedGame | null {
  const saved = value as SavedGame | null;
  const whole =
    typeof saved?.seats?.X === "string" &&
    typeof saved.seats.O === "string" &&
    [saved.variant, saved.size].every((each) => typeof each === "string") &&
    [saved.moves, saved.undone].every((each) => Array.isArray(each));
  return whole ? saved : null;
}
