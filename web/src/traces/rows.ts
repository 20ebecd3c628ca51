/** What the rows of a tree are called: who chooses there, and what they choose. */

import type { Player } from "../shared/types";
import { colour, other } from "../shared/words";
import type { Form } from "./moment";
import { CHANCE, type Tree } from "./tree";

export interface RowName {
  /** A few words, in lines where there is room. */
  text: string;
  /** The same in full. */
  says: string;
  player: Player | null;
}

/** Name every level from the root down. */
export function rowNames(tree: Tree, levels: number, form: Form): RowName[] {
  const slips = tree.kind.includes(CHANCE);
  return Array.from({ length: levels }, (_, level) => rowName(tree, level, slips, form));
}

function rowName(tree: Tree, level: number, slips: boolean, form: Form): RowName {
  if (tree.algorithm === "astar") {
    const discs = level === 0 ? "start" : level === 1 ? "1 disc" : `${level} discs`;
    return { text: discs, says: level === 0 ? "The start" : `After ${discs}`, player: null };
  }
  if (slips && level % 2 === 1)
    return { text: "chance average", says: "Chance decides: the average", player: null };
  const depth = slips ? level / 2 : level;
  const player = depth % 2 === 0 ? tree.searcher : other(tree.searcher);
  const side = form === "negamax" || depth % 2 === 0 ? "max" : "min";
  const word = side === "max" ? "largest" : "smallest";
  const name = colour(player);
  return { text: `${name} ${side}`, says: `${name} chooses the ${word}: ${side}`, player };
}
