/** The searches that the lessons show. */

import { search } from "./facts";

/** Four columns are open, and the first that is tried is not the best. */
export const NARROW = "35721211132212314532477373";
/** All columns are open. */
export const WIDE = "21366254327115";

export const TREE = search("minimax:depth=2", NARROW);
export const PRUNED = search("alphabeta:depth=2", NARROW);
export const CENTRE = search("alphabeta:depth=3", WIDE);
export const LEFT = search("alphabeta:depth=3,order=left", WIDE);
export const DEEPER = search("deepening:depth=3", WIDE);
export const SLIP = search("expectiminimax:depth=1", NARROW, "slip");
export const PLAYOUTS = search("mcts:playouts=400,seed=1", WIDE);
