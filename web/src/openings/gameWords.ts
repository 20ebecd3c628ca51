/** What is said of somebody's own games. */

import { colour, plural } from "../shared/words";
import type { OwnGamesView } from "./types";

/** "3 of 5" */
export function timesOf(count: number, reached: number): string {
  return `${count} of ${reached}`;
}

/** How often one side left the path, and what that gave away. */
export function saySide(side: OwnGamesView["sides"][number]): string {
  const { player, games, left, gave_win: wins, gave_draw: draws } = side;
  const who = colour(player);
  if (left === 0) return `${who} gave nothing away in ${plural(games, "game")}.`;
  const given = [
    ...(wins > 0 ? [plural(wins, "win")] : []),
    ...(draws > 0 ? [plural(draws, "draw")] : []),
  ];
  return `${who} left the path in ${left} of ${plural(games, "game")} and gave away ${given.join(" and ")}.`;
}
