/** The figures of a race: how they are said, what a chart takes of them, and files of them. */

import { parseSpec } from "../agents/spec";
import { amount } from "../shared/words";
import type { Axis, Budget } from "./link";
import type { AgentView, ContenderView, RaceView, SpreadView } from "../shared/types";

/** Memory comes in pages; less cannot be seen. */
export const PAGE = 4096;

/** Three digits at most. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** A time, however short. */
export function sayTime(seconds: number): string {
  if (seconds >= 0.9995) return `${short(seconds)} s`;
  if (seconds >= 0.0009995) return `${short(seconds * 1e3)} ms`;
  return `${short(seconds * 1e6)} µs`;
}

/** An amount of memory. */
export function sayBytes(bytes: number): string {
  if (bytes < PAGE) return "under 4 KB";
  if (bytes < 1024 ** 2) return `${short(bytes / 1024)} KB`;
  return bytes < 1024 ** 3 ? `${short(bytes / 1024 ** 2)} MB` : `${short(bytes / 1024 ** 3)} GB`;
}

/** Points of the exact score, as they are written. */
export function sayPoints(points: number): string {
  return points % 1 ? points.toFixed(1) : points.toFixed(0);
}

/** The middle of figures and the ends of their middle half, as the API takes them. */
export function spreadOf(figures: readonly number[]): SpreadView | null {
  if (figures.length === 0) return null;
  const sorted = [...figures].sort((one, other) => one - other);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const low = sorted[Math.floor(place)] ?? 0;
    const high = sorted[Math.ceil(place)] ?? low;
    return low + (high - low) * (place - Math.floor(place));
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** What one axis takes of an agent; nothing if it is not known. */
export function figureOf(agent: ContenderView, axis: Axis): SpreadView | null {
  if (axis === "time") return agent.seconds;
  if (axis === "nodes") return agent.nodes;
  if (axis === "memory") return agent.memory;
  if (agent.points_lost === null) return null;
  const lost = new Map(agent.columns.map((each) => [each.column, each.verdict?.points_lost ?? 0]));
  const spread = spreadOf(agent.runs.map((run) => lost.get(run.column) ?? 0));
  return spread && { ...spread, median: agent.points_lost };
}

/** How far it looked, or how many games it played out, and in which of the two it is counted. */
export function sayReach({ depth, playouts }: ContenderView): [string, string] {
  if (playouts && playouts.median > 0) return [amount(playouts.median), "playouts"];
  return depth && depth.median > 0 ? [short(depth.median), "plies"] : ["", ""];
}

const HEAD = [
  "agent",
  "run",
  "column",
  "exact",
  "kind",
  "points_lost",
  "seconds",
  "nodes",
  "depth",
  "playouts",
  "complete",
  "memory_bytes",
];

/** Every decision as a line of a table for other programs. */
export function writeCsv(view: RaceView): string {
  const lines = view.agents.flatMap((agent) =>
    agent.runs.map((run, index) => {
      const verdict = agent.columns.find((each) => each.column === run.column)?.verdict;
      const { seconds, nodes, depth, playouts, complete, memory } = run;
      const judged = [verdict?.score.says, verdict?.kind, verdict?.points_lost];
      const measured = [seconds, nodes, depth, playouts, complete, memory];
      return [agent.agent, index + 1, run.column, ...judged, ...measured];
    }),
  );
  return [HEAD, ...lines].map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
}

/** Write a value into a line of a CSV file. */
export function quoted(value: string | number | boolean | null | undefined): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The most seconds that agents can think for so many decisions each, where the budget says so. */
export function mostSeconds(
  known: readonly AgentView[],
  specs: readonly string[],
  budget: Budget,
  decisions: number,
): number | null {
  if (budget.name !== "seconds") return null;
  const timed = specs.filter((spec) =>
    known
      .find((each) => each.name === parseSpec(spec).name)
      ?.options.some((option) => option.limit && option.name === "seconds"),
  );
  return timed.length * decisions * budget.amount;
}
