/** A race over a suite as a link: the positions, who takes part, the budget, and the results. */

import { readWhole } from "../positions/link";
import type { SuiteRaceView, SuiteResultsRequest } from "../shared/types";
import { AMOUNTS, readAgents, readBudget, writeBudget, type Budget } from "./link";

/** Everything that a race over a suite is begun with. */
export interface SuiteSetup {
  suite: string;
  count: number;
  seed: number;
  agents: string[];
  budget: Budget;
}

/** What the agents answered, as the API takes it back. */
export type Results = SuiteResultsRequest["results"];
type Figure = Results[number]["seconds"];

export const USUAL_SUITE = "all";
export const USUAL_COUNT = 50;
export const MOST_POSITIONS = 200;
/** Less than on one position, because there are many. */
export const USUAL_SECONDS = 0.1;
/** What a budget is when it is first chosen. */
export const SUITE_AMOUNTS = { ...AMOUNTS, seconds: USUAL_SECONDS };
/** What separates the parts of a result; neither answers nor numbers have it. */
const BETWEEN = "_";

/** Write a race, with its results if there are any. */
export function suiteQuery(setup: SuiteSetup, results: Results | null): URLSearchParams {
  const query = new URLSearchParams({ suite: setup.suite });
  if (setup.count !== USUAL_COUNT) query.set("positions", String(setup.count));
  if (setup.seed) query.set("seed", String(setup.seed));
  for (const each of setup.agents) query.append("agent", each);
  writeBudget(query, setup.budget, USUAL_SECONDS);
  for (const each of results ?? []) query.append("r", writeResult(each));
  return query;
}

/** Read a race; what makes no sense is what is usual. */
export function readSuite(query: URLSearchParams): SuiteSetup {
  const count = readWhole(query.get("positions")) ?? USUAL_COUNT;
  return {
    suite: query.get("suite") || USUAL_SUITE,
    count: Math.min(MOST_POSITIONS, Math.max(1, count)),
    seed: readWhole(query.get("seed")) ?? 0,
    agents: readAgents(query),
    budget: readBudget(query, USUAL_SECONDS),
  };
}

/** Read the results that a link carries; "broken" if they cannot be read. */
export function readResults(query: URLSearchParams): Results | "broken" | null {
  const written = query.getAll("r");
  if (written.length === 0) return null;
  const read = written.map(readResult);
  return read.includes(null) ? "broken" : (read as Results);
}

/** Return the results of a race, to be carried by its link. */
export function resultsOf(view: SuiteRaceView): Results {
  const measured = new Map(view.suite.agents.map((each) => [each.agent, each]));
  return view.racers.map(({ agent, answers }) => ({
    answers,
    seconds: shortened(measured.get(agent)?.seconds),
    nodes: shortened(measured.get(agent)?.nodes),
  }));
}

/** Three digits are enough for a figure, and an interval of amounts does not go below 0. */
function shortened(figure: Figure | undefined): NonNullable<Figure> | null {
  if (!figure) return null;
  const short = (value: number) => Math.max(0, Number(value.toPrecision(3)));
  return { value: short(figure.value), low: short(figure.low), high: short(figure.high) };
}

function writeResult({ answers, seconds, nodes }: Results[number]): string {
  const figures = [seconds, nodes].flatMap((each) =>
    each ? [each.value, each.low, each.high].map(String) : ["", "", ""],
  );
  return [answers, ...figures].join(BETWEEN);
}

function readResult(text: string): Results[number] | null {
  const [answers = "", ...figures] = text.split(BETWEEN);
  if (!/^[1-7x.]*$/.test(answers) || figures.length !== 6) return null;
  const [seconds, nodes] = [readFigure(figures.slice(0, 3)), readFigure(figures.slice(3))];
  return seconds === undefined || nodes === undefined ? null : { answers, seconds, nodes };
}

function readFigure(parts: string[]): Figure | undefined {
  if (parts.every((each) => each === "")) return null;
  const [value = Number.NaN, low = Number.NaN, high = Number.NaN] = parts.map((each) =>
    each === "" ? Number.NaN : Number(each),
  );
  return 0 <= low && low <= value && value <= high ? { value, low, high } : undefined;
}

/** Return a key of a race: everything but its results. */
export function suiteKey(setup: SuiteSetup): string {
  return suiteQuery(setup, null).toString();
}
