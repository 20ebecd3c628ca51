/** How a game is set up, and what the browser saves of it. */

import { HUMAN, USUAL_SIZE, USUAL_VARIANT, type Seats } from "../link";
import type { Player } from "../../shared/types";
import type { TimeControl, Times } from "./clock.svelte";
import type { Ending } from "./ending";

export interface Setup {
  seats: Seats;
  variant: string;
  size: string;
  start: string | null;
  /** Offer to take a blunder back. */
  teach: boolean;
  /** What people are called; empty where they go by their colour. */
  names: Names;
  clock: TimeControl | null;
  /** Who plays Red is drawn when the game starts. */
  byChance: boolean;
}

export type Names = Record<Player, string>;

/** What the browser saves of a game. */
export interface SavedGame extends Setup {
  moves: string[];
  undone: string[];
  /** By the discs before it, the seed of a machine's decision. */
  seeds: Record<number, number>;
  /** The time that both have left. */
  left: Times | null;
  ending: Ending | null;
}

export const NO_NAMES: Names = { X: "", O: "" };

/** The game that a first visitor gets. */
export const USUAL: Setup = {
  seats: { X: HUMAN, O: "level:3" },
  variant: USUAL_VARIANT,
  size: USUAL_SIZE,
  start: null,
  teach: false,
  names: NO_NAMES,
  clock: null,
  byChance: false,
};

/** Read a saved game; null if it is not valid. */
export function readSavedGame(value: unknown): SavedGame | null {
  // Games that older versions saved lack some of it.
  const saved = value as Partial<SavedGame> | null;
  const whole =
    typeof saved?.seats?.X === "string" &&
    typeof saved.seats.O === "string" &&
    [saved.variant, saved.size].every((each) => typeof each === "string") &&
    [saved.moves, saved.undone].every((each) => Array.isArray(each));
  if (!whole) return null;
  return { ...USUAL, moves: [], undone: [], seeds: {}, left: null, ending: null, ...saved };
}

/** The same game with the sides swapped. */
export function swapped(setup: Setup): Setup {
  const { seats, names } = setup;
  return {
    ...setup,
    seats: { X: seats.O, O: seats.X },
    names: { X: names.O, O: names.X },
  };
}
