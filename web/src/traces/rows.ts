/** What the rows of a tree are called: who chooses there, and what they choose. */

import type { Player } from "../shared/types";
import { colour, other } from "../shared/words";
import type { Form } from "./moment";
import { CHANCE, growsByPlayouts, type Tree } from "./tree";

export interface RowName {
  /** A few words, in lines where there is room. */
  text: string;
  /** One word, where rows are close; the text if there is none. */
  brief?: string;
  /** The same in full. */
  says: string;
  player: Player | null;
}

/** Name every level of a tree that has so many, from the root down. */
export function rowNames(tree: Tree, levels: number, form: Form): RowName[] {
  const slips = tree.kind.includes(CHANCE);
  return Array.from({ length: levels }, (_, level) => {
    if (tree.algorithm === "astar") return aloneName(tree, level);
    if (slips && level % 2 === 1) return CHANCE_NAME;
    if (growsByPlayouts(tree.algorithm)) return sumName(tree, level, slips, form);
    return level > 0 && level === levels - 1 ? LEAVES : valueName(tree, level, slips, form);
  });
}

/** The names of the rows that a legend explains: one of each kind. */
export function legendRows(tree: Tree, levels: number, form: Form): RowName[] {
  if (tree.algorithm === "astar") return [];
  const names = rowNames(tree, levels, form);
  return names.filter((name, row) => names.findIndex(({ says }) => says === name.says) === row);
}

const CHANCE_NAME: RowName = {
  text: "chance average",
  brief: "average",
  says: "Chance decides: the average",
  player: null,
};
/** The deepest row of a search that stops at a depth: nobody chooses there. */
const LEAVES: RowName = {
  text: "leaves",
  says: "Leaves: judged",
  player: null,
};

/** A*: one player drops all the discs. */
function aloneName(tree: Tree, level: number): RowName {
  const discs = level === 0 ? "start" : level === 1 ? "1 disc" : `${level} discs`;
  const name = colour(tree.searcher);
  const says = `${name} moves alone: ${level === 0 ? "the start" : `after ${discs}`}`;
  return { text: discs, says, player: tree.searcher };
}

/** Monte Carlo and PUCT: whoever is to move goes where the sum is best. */
function sumName(tree: Tree, level: number, slips: boolean, form: Form): RowName {
  const player = playerAt(tree, level, slips);
  const own = form === "negamax" || player === tree.searcher;
  const sum = own ? "largest sum, value + exploration" : "smallest sum, value − exploration";
  return {
    text: `${colour(player)} chooses`,
    brief: colour(player),
    says: `${colour(player)} chooses the ${sum}`,
    player,
  };
}

function valueName(tree: Tree, level: number, slips: boolean, form: Form): RowName {
  const player = playerAt(tree, level, slips);
  const side = form === "negamax" || player === tree.searcher ? "max" : "min";
  const word = side === "max" ? "largest" : "smallest";
  const name = colour(player);
  return {
    text: `${name} ${side}`,
    brief: side,
    says: `${name} chooses the ${word}: ${side}`,
    player,
  };
}

function playerAt(tree: Tree, level: number, slips: boolean): Player {
  const depth = slips ? level / 2 : level;
  return depth % 2 === 0 ? tree.searcher : other(tree.searcher);
}
