/** Races between agents. */

import { refOf } from "../positions/api";
import { request, stream } from "../shared/http";
import type { RaceView, SuiteRaceView } from "../shared/types";
import type { Budget, RaceSetup } from "./link";
import type { Results, SuiteSetup } from "./suiteLink";

function limitOf(budget: Budget): Partial<Record<string, number>> | null {
  return budget.name ? { [budget.name]: budget.amount } : null;
}

/** Run a race, with a report after each decision; aborting stops it. */
export function runRace(
  { position, agents, budget, runs }: RaceSetup,
  onProgress: (soFar: RaceView) => void,
  signal: AbortSignal,
): Promise<RaceView> {
  const limit = limitOf(budget);
  return stream(
    "/races",
    { body: { ...refOf(position), agents, limit, runs }, signal },
    onProgress,
  );
}

/** Run a race over a suite, with reports of how it stands; aborting stops it. */
export function runSuite(
  { budget, ...setup }: SuiteSetup,
  onProgress: (soFar: SuiteRaceView) => void,
  signal: AbortSignal,
): Promise<SuiteRaceView> {
  const body = { ...setup, limit: limitOf(budget) };
  return stream("/races/suites", { body, signal }, onProgress);
}

/** Show a race that was run before; the server checks the answers. */
export function showResults(
  { budget, ...setup }: SuiteSetup,
  results: Results,
  signal: AbortSignal,
): Promise<SuiteRaceView> {
  const body = { ...setup, limit: limitOf(budget), results };
  return request("/races/suites/results", { body, signal });
}
