/** What is said of an opening: how it is answered, how it is reached, and who plays it. */

import type { Player } from "../shared/types";
import { colour, other, plural } from "../shared/words";
import type { ChosenByView, OpeningView, RepliesView } from "./types";

/** What the opponent's replies lead to for the opponent: "1 win", "2 draw", "4 lose". */
export function repliesOf(replies: RepliesView | null): string[] {
  if (!replies) return [];
  const { total, win, draw, lose } = replies;
  if (lose === total) return ["all lose"];
  if (win === total) return ["all win"];
  if (draw === total) return ["all draw"];
  const said = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  return [...said(win, "win", "win"), ...said(draw, "draw", "draw"), ...said(lose, "loss", "lose")];
}

/** The same in a sentence, for those who only hear it. */
export function sayReplies(replies: RepliesView | null, mover: Player): string {
  const parts = repliesOf(replies);
  if (parts.length === 0) return "It ends the game.";
  return `Of ${colour(other(mover))}'s ${plural(replies?.total ?? 0, "reply", "replies")}: ${parts.join(", ")}.`;
}

/** How many ways lead to a position. */
export function sayOrders({ orders, ply, symmetric }: OpeningView): string {
  if (ply === 0) return "Left and right are alike: columns 1 to 3 mirror columns 7 to 5.";
  const alike = symmetric ? " Left and right are alike." : "";
  if (orders === null) return `Very many move orders lead here.${alike}`;
  if (orders === 1) return `Only this move order leads here.${alike}`;
  return `${plural(orders, "move order")} lead here.${alike}`;
}

/** Somebody, or all of a kind, and what they chose here. */
export interface Choosers {
  id: string;
  name: string;
  games: number;
  columns: Map<number, number>;
}

/** All levels, all learned players, and each of them. */
export function choosersOf(chosen: readonly ChosenByView[]): Choosers[] {
  const levels = chosen.filter((each) => each.group === "levels");
  const learned = chosen.filter((each) => each.group === "learned");
  return [
    ...(levels.length > 1 ? [together("levels", "All levels", levels)] : []),
    ...(learned.length > 1 ? [together("learned", "Learned players", learned)] : []),
    ...chosen.map((each) => together(each.agent, titled(each.name), [each])),
  ];
}

function together(id: string, name: string, these: readonly ChosenByView[]): Choosers {
  const columns = new Map<number, number>();
  let games = 0;
  for (const each of these) {
    games += each.games;
    for (const [column, count] of Object.entries(each.columns))
      columns.set(Number(column), (columns.get(Number(column)) ?? 0) + count);
  }
  return { id, name, games, columns };
}

function titled(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A share as whole percent; what is not nothing is never said to be. */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0\u202f%";
  const share = (100 * part) / whole;
  return share < 1 ? "<1\u202f%" : `${Math.round(share)}\u202f%`;
}
