/** Tournaments as links: one that is to be set up, or one that is shown and which of its games. */

import { readWhole, USUAL_SIZE, USUAL_VARIANT } from "../positions/link";
import type { LimitName, TournamentRequest, Variant } from "../shared/types";

export const MOST_AGENTS = 8;
export const MOST_PER_PAIRING = 200;
export const MOST_GAMES = 1000;
export const GAMES_ON_PAGE = 20;
export const FORMATS = ["round-robin", "gauntlet", "ladder", "swiss", "knockout"] as const;
/** Formats whose pairings depend on results, so that they cannot be made longer. */
export const IN_ROUNDS: readonly string[] = ["swiss", "knockout"];
export const LIMITS: LimitName[] = ["seconds", "depth", "nodes", "playouts"];
export const RESULTS = ["won", "drawn", "lost", "void"] as const;
export type Result = (typeof RESULTS)[number];

export const USUAL: TournamentRequest = {
  agents: ["level:2", "level:4", "level:6", "alphabeta:depth=4"],
  games: 10,
  format: "round-robin",
  openings: "random:4",
  size: USUAL_SIZE,
  variant: USUAL_VARIANT,
  limit: null,
  rounds: null,
  move_time: null,
  bank: null,
  increment: null,
  adjudicate: null,
  seed: 0,
};
/** The clock and the referee: numbers that may be left out. */
const OPTIONAL = ["rounds", "move_time", "bank", "increment", "adjudicate"] as const;

/** Which games of a tournament are listed; agents count from 1. */
export interface Filter {
  agent: number | null;
  opponent: number | null;
  result: Result | null;
  page: number;
}

export const NO_FILTER: Filter = { agent: null, opponent: null, result: null, page: 1 };

/** Write what is to be played; what is usual is left out. */
export function setupQuery(setup: TournamentRequest): URLSearchParams {
  const query = new URLSearchParams();
  if (setup.agents.join() !== USUAL.agents.join())
    for (const each of setup.agents) query.append("agent", each);
  for (const key of ["games", "format", "openings", "size", "variant", "seed"] as const)
    if (setup[key] !== USUAL[key]) query.set(key, String(setup[key]));
  for (const key of OPTIONAL) if (setup[key]) query.set(key, String(setup[key]));
  for (const key of LIMITS) {
    const amount = setup.limit?.[key];
    if (amount) query.set(key, String(amount));
  }
  return query;
}

/** Read what is to be played; the API checks it. */
export function readSetup(query: URLSearchParams): TournamentRequest {
  const limits = LIMITS.map((key) => [key, Number(query.get(key) ?? 0)] as const);
  const given = limits.filter(([, amount]) => amount > 0);
  const named = query.getAll("agent").filter(Boolean).slice(0, MOST_AGENTS);
  return {
    agents: named.length > 0 ? named : USUAL.agents,
    games: readWhole(query.get("games")) ?? USUAL.games,
    format: (query.get("format") ?? USUAL.format) as TournamentRequest["format"],
    openings: query.get("openings") ?? USUAL.openings,
    size: query.get("size") ?? USUAL.size,
    variant: (query.get("variant") ?? USUAL.variant) as Variant,
    limit: given.length > 0 ? Object.fromEntries(given) : null,
    ...Object.fromEntries(OPTIONAL.map((key) => [key, readAmount(query.get(key))])),
    seed: readWhole(query.get("seed")) ?? USUAL.seed,
  };
}

function readAmount(text: string | null): number | null {
  const amount = Number(text ?? 0);
  return Number.isFinite(amount) && amount > 0 ? amount : null;
}

/** Write which tournament is shown, and which of its games. */
export function shownQuery(id: string, filter: Filter): URLSearchParams {
  const query = new URLSearchParams({ t: id });
  if (filter.agent) query.set("pair", [filter.agent, filter.opponent].filter(Boolean).join("-"));
  if (filter.result) query.set("result", filter.result);
  if (filter.page > 1) query.set("page", String(filter.page));
  return query;
}

export function readFilter(query: URLSearchParams): Filter {
  const [, one, other] = /^(\d)(?:-(\d))?$/.exec(query.get("pair") ?? "") ?? [];
  return {
    agent: one ? Number(one) : null,
    opponent: other ? Number(other) : null,
    result: RESULTS.find((each) => each === query.get("result")) ?? null,
    page: Math.max(1, readWhole(query.get("page")) ?? 1),
  };
}

/** How many pairings there are; in a knockout and a Swiss tournament, how many matches. */
export function pairingsOf(agents: number, format: string, rounds: number | null = null): number {
  if (format === "knockout") return agents - 1;
  if (format === "swiss")
    return Math.floor(agents / 2) * (rounds ?? Math.max(1, Math.ceil(Math.log2(agents))));
  if (format === "gauntlet") return agents - 1;
  if (format === "ladder") return Math.max(0, 2 * agents - 3);
  return (agents * (agents - 1)) / 2;
}
