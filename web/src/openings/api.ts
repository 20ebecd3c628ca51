/** Openings: what every column is worth and who plays it, and where somebody's games go wrong. */

import { stream } from "../shared/http";
import type { Player, PositionRef, Progress } from "../shared/types";
import type { OpeningView, OwnGamesView } from "./types";

/** Fetch all there is to say of a position; beyond the book with progress. */
export function opening(
  { moves, start, size, variant }: PositionRef,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<OpeningView> {
  const query = { start, size, variant };
  return stream(
    "/openings/{moves}" as never,
    { parts: { moves }, query, signal },
    onProgress,
  ) as never;
}

/** Whose moves are looked at. */
export type Whose = Player | "both";

/** Find where games leave the winning path. */
export function ownGames(
  text: string,
  whose: Whose,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<OwnGamesView> {
  const body = { text, player: whose === "both" ? null : whose };
  return stream("/openings/games" as never, { body, signal }, onProgress) as never;
}
