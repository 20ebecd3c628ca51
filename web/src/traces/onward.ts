/** Where a search leads on: to a game against it, and to the truth about its position. */

import {
  columnsOf,
  gameQuery,
  joinMoves,
  NO_MOVES,
  positionQuery,
  seatsFor,
  splitMoves,
} from "../positions/link";
import { linkTo } from "../shared/router.svelte";
import type { TheatreState } from "./theatre.svelte";
import { wayTo } from "./words";

/** A game from the position that is searched, against who searches it. */
export function playLink({ header, search }: TheatreState): string | null {
  if (!header || !search) return null;
  return linkTo("/play", gameQuery(search, seatsFor(header.position.turn, search.agent)));
}

/** The review of the position that is searched, or of the node that is chosen. */
export function truthLink({ tree, search, selected }: TheatreState, from: string): string | null {
  if (!tree || !search || search.variant !== "standard") return null;
  const width = columnsOf(search.size);
  // In A* nobody answers, so that its nodes are no positions of a game.
  const way = selected === null || tree.algorithm === "astar" ? "" : wayTo(tree, selected);
  const played = [...splitMoves(search.moves, width), ...way.split(" ").filter(Boolean)];
  const moves = joinMoves(played, width);
  if (moves === NO_MOVES && !search.start) return null;
  const query = positionQuery({ ...search, moves });
  query.set("from", from);
  return linkTo("/review", query);
}
