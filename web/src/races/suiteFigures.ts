/** The figures of a race over a suite: how they are said, sorted, drawn and written to files. */

import { agentName } from "../agents/spec";
import type {
  CellView,
  MeasuredView,
  SpreadView,
  SuiteAgentView,
  SuiteRaceView,
} from "../shared/types";
import { quoted } from "./figures";

export const COLUMNS = ["agent", "kept", "best", "lost", "seconds", "nodes"] as const;
export type Column = (typeof COLUMNS)[number];
export interface Sorting {
  by: Column;
  /** From the least to the most. */
  rising: boolean;
}

/** The best first. */
export const USUAL_SORTING: Sorting = { by: "kept", rising: false };
/** Where more is better, the most comes first; the others begin with the least. */
const FALLING: readonly Column[] = ["kept", "best"];

/** Return a figure of an agent. */
export function figureOf(agent: SuiteAgentView, column: Column): MeasuredView | null {
  if (column === "kept") return agent.result_kept;
  if (column === "best") return agent.best;
  if (column === "lost") return agent.points_lost;
  return column === "seconds" || column === "nodes" ? agent[column] : null;
}

/** Choose a column to sort by; the same one again turns the order round. */
export function sortBy(before: Sorting, by: Column): Sorting {
  if (before.by === by) return { by, rising: !before.rising };
  return { by, rising: !FALLING.includes(by) };
}

/** Sort agents, by the names they are shown with or by a figure; those without one come last. */
export function sorted(agents: readonly SuiteAgentView[], { by, rising }: Sorting) {
  const sign = rising ? 1 : -1;
  return [...agents].sort((one, other) => {
    if (by === "agent") return sign * agentName(one.agent).localeCompare(agentName(other.agent));
    const [a, b] = [figureOf(one, by)?.value, figureOf(other, by)?.value];
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return sign * (a - b);
  });
}

/** A share in per cent, or an interval of one. */
export function sayPercent(share: number): string {
  return (100 * share).toFixed(share === 0 || share === 1 ? 0 : 1);
}

/** A figure as a chart takes it. */
export function spreadOf(figure: MeasuredView | null): SpreadView | null {
  return figure && { median: figure.value, low: Math.max(0, figure.low), high: figure.high };
}

/** Where a disc lands that is dropped into a column of a board. */
export function landingOf(rows: readonly string[], column: number): CellView {
  return { column, row: 1 + rows.filter((row) => row[column - 1] !== "-").length };
}

/** Every answer as a line of a table for other programs. */
export function writeSuiteCsv(view: SuiteRaceView): string {
  const head = ["agent", "position", "board", "suite", "best_score", "column", "best", "spoils"];
  const lines = view.racers.flatMap(({ agent, answers, mistakes }) => {
    const wrong = new Map(mistakes.map((each) => [each.position, each]));
    return view.positions.flatMap((position, place) => {
      const answer = answers[place] ?? ".";
      if (answer === ".") return [];
      const mistake = wrong.get(place);
      const known = [position.start, position.suite, position.best.value];
      const column = answer === "x" ? "" : answer;
      return [[agent, place + 1, ...known, column, !mistake, mistake?.spoils ?? false]];
    });
  });
  return [head, ...lines].map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
}
