/** Races between agents. */

import { refOf } from "../positions/api";
import { stream } from "../shared/http";
import type { RaceView } from "../shared/types";
import type { RaceSetup } from "./link";

/** Run a race, with a report after each decision; aborting stops it. */
export function runRace(
  { position, agents, budget, runs }: RaceSetup,
  onProgress: (soFar: RaceView) => void,
  signal: AbortSignal,
): Promise<RaceView> {
  const limit = budget.name ? { [budget.name]: budget.amount } : null;
  return stream(
    "/races",
    { body: { ...refOf(position), agents, limit, runs }, signal },
    onProgress,
  );
}
