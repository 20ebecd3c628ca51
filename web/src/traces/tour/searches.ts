/** The searches that the lessons show. */

import { makeSearch } from "./facts";

/** Four columns are open, and the first that is tried is not the best. */
export const NARROW = "35721211132212314532477373";
/** All columns are open. */
export const WIDE = "21366254327115";

export const TREE = makeSearch("minimax:depth=2", NARROW);
export const PRUNED = makeSearch("alphabeta:depth=2", NARROW);
export const CENTRE = makeSearch("alphabeta:depth=3", WIDE);
export const LEFT = makeSearch("alphabeta:depth=3,order=left", WIDE);
export const DEEPER = makeSearch("deepening:depth=3", WIDE);
export const SLIP = makeSearch("expectiminimax:depth=1", NARROW, "slip");
export const GUIDED = makeSearch("zero:playouts=100", WIDE);
/** Before its first game. */
export const YOUNG = makeSearch("zero:playouts=100,age=0", WIDE);
export const PLAYOUTS = makeSearch("mcts:playouts=400,seed=1", WIDE);
