/** Asking for tournaments. */

import { ask, follow } from "../shared/http";
import type { Filter } from "./link";
import { GAMES_ON_PAGE } from "./link";
import type { GamesView, TournamentRequest, TournamentsView, TournamentView } from "./types";

export const LISTED = 20;

/** Start a tournament. */
export function begin(setup: TournamentRequest): Promise<TournamentView> {
  return ask<TournamentView>("/tournaments", { body: setup });
}

/** The tournaments that are kept, the newest first. */
export function list(count: number, signal?: AbortSignal): Promise<TournamentsView> {
  return ask<TournamentsView>("/tournaments", { query: { count }, signal });
}

/** Watch a tournament to its end; a server that is gone is waited for. */
export function watch(
  id: string,
  onProgress: (soFar: TournamentView) => void,
  signal: AbortSignal,
): Promise<TournamentView> {
  const path = `/tournaments/${encodeURIComponent(id)}/events`;
  return follow<TournamentView, TournamentView>(path, { signal }, onProgress);
}

/** Stop it, go on with it, or remove it. */
export function act(
  id: string,
  what: "cancel" | "resume" | "delete",
  games?: number,
): Promise<TournamentView> {
  const path = `/tournaments/${encodeURIComponent(id)}/${what}`;
  return ask<TournamentView>(path, { body: {}, query: { games } });
}

/** Some of its games. */
export function games(id: string, filter: Filter, signal?: AbortSignal): Promise<GamesView> {
  const { agent, opponent, result, page } = filter;
  const first = (page - 1) * GAMES_ON_PAGE;
  const query = { agent, opponent, result, first, count: GAMES_ON_PAGE };
  return ask<GamesView>(`/tournaments/${encodeURIComponent(id)}/games`, { query, signal });
}

/** Where a file of all games is. */
export function exportLink(id: string, format: string, table = ""): string {
  const rows = table ? `&table=${table}` : "";
  return `/api/v1/tournaments/${encodeURIComponent(id)}/export?format=${format}${rows}`;
}
