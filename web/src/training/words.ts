/** How trainings are spoken of. */

import type { CurvePointView, TrainingLineView, TrainingRequest } from "../shared/types";
import { count } from "../shared/words";

/** The classes of positions, the hardest first, and what they are called. */
export const CLASSES = ["hard", "medium", "middle", "easy"] as const;
export type ClassName = (typeof CLASSES)[number];
export const CLASS_NAMES: Record<ClassName, string> = {
  hard: "hard openings",
  medium: "medium openings",
  middle: "middle game",
  easy: "easy openings",
};

export const METHOD_NAMES: Record<TrainingLineView["method"], string> = {
  td: "Self-play",
  zero: "Self-play with search",
  truth: "Taught the truth",
};

/** What each method does, in a sentence. */
export const METHOD_WORDS: Record<TrainingLineView["method"], string> = {
  td: "It plays against itself and corrects each value towards what came next (TD learning).",
  zero: "It searches before each move of self-play and learns what the search found (AlphaZero).",
  truth:
    "It is told exact scores instead of playing. For comparison only: most games are not solved.",
};

/** A time, in the largest unit that fits. */
export function sayTime(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} seconds`;
  if (seconds < 119.5) return `${Math.round(seconds)} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return `${(seconds / 3600).toFixed(1)} hours`;
}

/** A time in short, for scales. */
export function shortTime(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}

/** A clock: minutes and seconds. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** How many games, as people say large numbers. */
export function sayGames(games: number): string {
  if (games >= 1e4 && games < 1e6) return `${count(1000 * Math.round(games / 1000))} games`;
  if (games < 1e6) return `${count(games)} ${games === 1 ? "game" : "games"}`;
  return `${(games / 1e6).toFixed(games < 1e7 ? 1 : 0)} million games`;
}

/** The newest figures of a curve in a sentence. */
export function sayPoint({ games, seconds, classes }: CurvePointView): string {
  const { hard } = classes;
  const when = `After ${sayTime(seconds)} and ${sayGames(games)}`;
  if (!hard) return `${when} nothing has been measured yet.`;
  return `${when} it keeps the result in ${percent(hard.kept)} of 100 hard openings.`;
}

/** A share in per cent; only all is said to be 100. */
export function percent(share: number): number {
  return share < 1 ? Math.min(99, Math.round(100 * share)) : 100;
}

/** Half the width of an interval, in per cent. */
export function spread(low: number, high: number): number {
  return Math.max(1, Math.round(50 * (high - low)));
}

/** What is asked for, in short. */
export function sayRequest({ method, minutes, network, seed }: TrainingRequest): string {
  const time = minutes < 1 ? `${Math.round(60 * minutes)} s` : `${Math.round(minutes)} min`;
  const parts = [METHOD_NAMES[method], time, `${network} network`];
  if (seed) parts.push(`seed ${seed}`);
  return parts.join(" · ");
}

/** What a network thinks of a column, in words that need no number. */
export function sayValue(value: number): string {
  if (value > 0.75) return "sure to win";
  if (value > 0.25) return "likely to win";
  if (value >= -0.25) return "even";
  return value >= -0.75 ? "likely to lose" : "sure to lose";
}
