/** The eight lessons. Every figure in them, and every answer, comes from the search that is shown. */

import { ALPHABETA } from "./alphabeta";
import { CHANCE } from "./chance";
import { DEEPENING } from "./deepening";
import { GAME_TREE } from "./gameTree";
import { LEARNING } from "./learning";
import { MINIMAX } from "./minimax";
import { MONTE_CARLO } from "./monteCarlo";
import { ORDER } from "./order";
import type { Lesson } from "./facts";

export const LESSONS: readonly Lesson[] = [
  GAME_TREE,
  MINIMAX,
  ALPHABETA,
  ORDER,
  DEEPENING,
  CHANCE,
  MONTE_CARLO,
  LEARNING,
];
