/** Openings: what every column is worth and who plays it, and where somebody's games go wrong. */

import { stream } from "../shared/http";
import type { Player, PositionRef, Progress } from "../shared/types";

/** Fetch all there is to say of a position; beyond the book with progress. */
export function opening(
  { moves, start, size, variant }: PositionRef,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) {
  const query = { start, size, variant };
  return stream("/openings/{moves}", { parts: { moves }, query, signal }, onProgress);
}

/** Whose moves are looked at. */
export type Whose = Player | "both";

/** Find where games leave the winning path. */
export function ownGames(
  text: string,
  whose: Whose,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) {
  const body = { text, player: whose === "both" ? null : whose };
  return stream("/games/study", { body, signal }, onProgress);
}
