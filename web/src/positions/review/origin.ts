/** Where a reviewed game came from and who played it, as the review's address says. */

import { agentName, parseSpec } from "../../agents/spec";
import type { Player, PositionRef } from "../../shared/types";
import { colour, other } from "../../shared/words";
import { gameQuery, HUMAN, positionQuery, seatsFor, type Seats } from "../link";
import { writeNames } from "../play/names";

export interface Origin {
  /** By player, the spec or the name of who played. */
  players: Record<Player, string | null>;
  /** The page the game came from, within this site. */
  from: string | null;
}

const PAGES: Record<string, string> = {
  "/play": "the game",
  "/arena": "Arena",
  "/openings": "Openings",
  "/course": "the course",
  "/puzzles": "Puzzles",
  "/race": "Race",
  "/theatre": "Theatre",
  "/tour": "the Tour",
  "/learn": "Watch it learn",
  "/start": "the start page",
};

export function readOrigin(query: URLSearchParams): Origin {
  const from = query.get("from");
  const players = { X: query.get("red"), O: query.get("yellow") };
  return { players, from: from !== null && placeOf(from) !== null ? from : null };
}

/** Keep in an address where the game came from and who played it. */
export function writeOrigin(query: URLSearchParams, { players, from }: Origin): void {
  if (players.X) query.set("red", players.X);
  if (players.O) query.set("yellow", players.O);
  if (from) query.set("from", from);
}

/** The name of the page that an address of this site leads to; null if it is none. */
export function placeOf(from: string): string | null {
  const [path = ""] = from.split("?");
  return Object.hasOwn(PAGES, path) ? (PAGES[path] ?? null) : null;
}

/** What a player is called: by name if it is known, else by colour. */
export function playerName({ players }: Origin, player: Player): string {
  const spec = players[player];
  if (!spec) return colour(player);
  return spec === HUMAN ? "Human" : agentName(spec);
}

/** The machine that plays against you if nothing is known of the players. */
const USUAL = "level:5";

/** Whether a text is a machine's spec, not a person's name. */
const isMachine = (who: string | null): who is string => who !== null && agentName(who) !== who;

/**
 * The address that plays on: the people of the game again, each with the name it had, against the
 * machine that played. If two machines did, you take the side that is to move.
 */
export function playOnQuery(ref: PositionRef, turn: Player, { players }: Origin): URLSearchParams {
  const people = (["X", "O"] as const).filter(
    (player) => players[player] !== null && !isMachine(players[player]),
  );
  const opponent = players[other(turn)];
  let seats: Seats = seatsFor(turn, isMachine(opponent) ? opponent : USUAL);
  if (people.length > 0)
    seats = {
      X: isMachine(players.X) ? players.X : HUMAN,
      O: isMachine(players.O) ? players.O : HUMAN,
    };
  const query = gameQuery(ref, seats);
  const name = (player: Player) => {
    const who = players[player];
    return people.includes(player) && who !== null && who !== HUMAN ? who : "";
  };
  const names = writeNames({ X: name("X"), O: name("O") });
  if (names) query.set("names", names);
  return query;
}

/** Write a tag of the text format; nothing if there is no value. */
export function writeTag(name: string, value: string | null): string {
  const written = value?.replace(/["\\]/g, "\\$&").replace(/[\n\r]/g, " ");
  return written ? `[${name} "${written}"]\n` : "";
}

/** Searches that the Theatre can show. */
const SHOWN = ["minimax", "alphabeta", "deepening", "expectiminimax", "mcts", "astar", "zero"];

/** The address of the thought behind a move: of who made it, or of a search that is easy to follow. */
export function theatreQuery(ref: PositionRef, mover: string | null): URLSearchParams {
  const query = positionQuery(ref);
  if (!query.has("moves")) query.set("moves", "-");
  const usual = ref.variant === "slip" ? "expectiminimax:depth=2" : "alphabeta:depth=4";
  query.set("agent", mover && SHOWN.includes(parseSpec(mover).name) ? mover : usual);
  return query;
}
