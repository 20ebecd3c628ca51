/** How tournaments are spoken of. */

import { agentName } from "../agents/spec";
import { duration, plural } from "../shared/words";
import type {
  CrossView,
  FaultView,
  GameLineView,
  TallyView,
  TournamentRequest,
} from "../shared/types";

/** A number of Elo with its sign. */
export function sayElo(elo: number): string {
  const rounded = Math.round(elo);
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}

/** A share in per cent; what is not certain is never said to be. */
export function sayShare(share: number): string {
  const percent = 100 * share;
  if (percent > 99.9) return "over 99.9 %";
  if (percent < 0.1) return "under 0.1 %";
  return `${percent.toFixed(percent > 99 || percent < 1 ? 1 : 0)} %`;
}

export function gamesOf({ wins, draws, losses }: TallyView): number {
  return wins + draws + losses;
}

export function scoreOf(tally: TallyView): number | null {
  const games = gamesOf(tally);
  return games === 0 ? null : (tally.wins + tally.draws / 2) / games;
}

/** Wins, draws and losses. */
export function sayCounts({ wins, draws, losses }: TallyView): string {
  return `${wins}-${draws}-${losses}`;
}

/** A cell of the cross table in full. */
export function sayCross(cell: CrossView): string {
  const [agent, opponent] = [agentName(cell.agent), agentName(cell.opponent)];
  const games = gamesOf(cell);
  if (games === 0) return `${agent} has not met ${opponent}.`;
  const counts = [
    plural(cell.wins, "win"),
    plural(cell.draws, "draw"),
    plural(cell.losses, "loss", "losses"),
  ];
  const met = `${agent} against ${opponent}: ${counts.join(", ")} in ${plural(games, "game")}`;
  const red = `as red ${sayCounts(cell.first)}`;
  if (cell.superiority === null) return `${met}; ${red}.`;
  return `${met}; ${red}. The probability that it is stronger is ${sayShare(cell.superiority)}.`;
}

/** How long it will take. */
export function sayLeft(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} s left`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${(seconds / 3600).toFixed(1)} h left`;
}

/** What is played, in short. */
export function saySetup(setup: TournamentRequest): string {
  const parts = [`${setup.games} games each`];
  if (setup.format !== "round-robin") parts.push(setup.format);
  if (setup.variant !== "standard") parts.push(setup.variant);
  if (setup.size !== "7x6") parts.push(setup.size);
  parts.push(sayOpenings(setup.openings));
  const { seconds, depth, nodes, playouts } = setup.limit ?? {};
  if (seconds) parts.push(`${duration(seconds)} a move`);
  if (depth) parts.push(`depth ${depth}`);
  if (nodes) parts.push(`${nodes} nodes`);
  if (playouts) parts.push(`${playouts} playouts`);
  if (setup.move_time) parts.push(`${setup.move_time} s a move on the clock`);
  if (setup.bank) {
    const gained = setup.increment ? ` and ${setup.increment} s more with each move` : "";
    parts.push(`${setup.bank} s a game${gained}`);
  }
  if (setup.adjudicate) parts.push(`adjudicated at ${plural(setup.adjudicate, "empty cell")}`);
  if (setup.seed) parts.push(`seed ${setup.seed}`);
  return parts.join(" · ");
}

function sayOpenings(openings: string): string {
  const [kind, plies] = openings.split(":");
  if (kind === "empty") return "from the empty board";
  if (kind === "suite") return `from positions of the suite ${plies}`;
  return `${kind} openings of ${plural(Number(plies ?? 12), "disc")}`;
}

/** How a game ended, as pages speak of players. */
export function sayResult({ result, forfeit }: GameLineView): string {
  const words = { "1-0": "Red wins", "0-1": "Yellow wins", "1/2-1/2": "Draw", "*": "Void" };
  return forfeit ? `${words[result]}, forfeit` : words[result];
}

/** Who forfeited a game, and why, without the name that is said already. */
export function sayFault({ first, second, forfeit, reason }: FaultView): string {
  if (!forfeit) return reason.replace(/^void: /, "");
  const who = forfeit === "first" ? first : second;
  return reason.replace(`${who} `, "").replace(/^exception: (failed: )?/, "raised ");
}

/** When something happened, as this reader writes times. */
export function sayTime(moment: string): string {
  const date = new Date(moment);
  const today = new Date().toDateString() === date.toDateString();
  const day: Intl.DateTimeFormatOptions = today ? {} : { month: "short", day: "numeric" };
  return date.toLocaleString(undefined, { ...day, hour: "2-digit", minute: "2-digit" });
}
