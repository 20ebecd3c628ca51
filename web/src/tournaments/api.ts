/** Tournaments, played by the server. */

import { addressOf, request, stream } from "../shared/http";
import type {
  GamesView,
  TournamentGameView,
  TournamentRequest,
  TournamentView,
  TournamentsView,
} from "../shared/types";
import { GAMES_ON_PAGE, type Filter } from "./link";

export const LISTED = 20;

/** Start a tournament. */
export function begin(setup: TournamentRequest): Promise<TournamentView> {
  return request("/tournaments", { body: setup });
}

/** List the tournaments of this server, newest first. */
export function list(count: number, signal?: AbortSignal): Promise<TournamentsView> {
  return request("/tournaments", { query: { count }, signal });
}

/** Watch a tournament until it ends; a server that is down is waited for. */
export function watch(
  id: string,
  onProgress: (soFar: TournamentView) => void,
  signal: AbortSignal,
): Promise<TournamentView> {
  return stream("/tournaments/{id}/events", { parts: { id }, signal }, onProgress);
}

export function cancel(id: string): Promise<TournamentView> {
  return request("/tournaments/{id}/cancel", { parts: { id }, body: {} });
}

/** Resume a tournament, optionally with more games for each pairing. */
export function resume(id: string, games?: number): Promise<TournamentView> {
  return request("/tournaments/{id}/resume", { parts: { id }, query: { games }, body: {} });
}

export async function remove(id: string): Promise<void> {
  await request("/tournaments/{id}/delete", { parts: { id }, body: {} });
}

/** Fetch one page of the games that pass a filter. */
export function games(id: string, filter: Filter, signal?: AbortSignal): Promise<GamesView> {
  const { agent, opponent, result, page } = filter;
  const first = (page - 1) * GAMES_ON_PAGE;
  const query = { agent, opponent, result, first, count: GAMES_ON_PAGE };
  return request("/tournaments/{id}/games", { parts: { id }, query, signal });
}

/** Fetch one game. */
export function game(id: string, number: number): Promise<TournamentGameView> {
  return request("/tournaments/{id}/games/{number}", { parts: { id, number } });
}

/** Return the address of a file of all games. */
export function exportLink(id: string, format: string, table?: string): string {
  return addressOf("/tournaments/{id}/export", { id }, { format, table });
}
