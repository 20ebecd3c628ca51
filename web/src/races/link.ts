/** A race as a link: the position, who takes part, the budget, and what the picture shows. */

import { namesPosition, positionQuery, readPosition } from "../positions/link";
import type { LimitName, PositionRef } from "../shared/types";

/** What every decision may take; without a name each agent has its own budget. */
export interface Budget {
  name: LimitName | null;
  amount: number;
}

/** Everything that a race is begun with. */
export interface RaceSetup {
  position: PositionRef;
  agents: string[];
  budget: Budget;
  runs: number;
}

export const AXES = ["time", "memory", "nodes", "quality"] as const;
export type Axis = (typeof AXES)[number];
export interface Axes {
  x: Axis;
  y: Axis;
}

export const USUAL_AGENTS = [
  "astar",
  "minimax",
  "alphabeta",
  "deepening",
  "mcts",
  "zero",
  "perfect",
];
/** Where the algorithms disagree: one column wins fastest, others win too, some lose. */
export const USUAL_MOVES = "21366254327115";
export const USUAL_RUNS = 3;
export const MOST_RUNS = 20;
export const MOST_AGENTS = 12;
export const USUAL_AXES: Axes = { x: "time", y: "quality" };

/** What a budget is when it is first chosen. */
export const AMOUNTS: Record<LimitName, number> = {
  seconds: 0.5,
  nodes: 20000,
  playouts: 20000,
  depth: 6,
};
const LIMITS = Object.keys(AMOUNTS) as LimitName[];

/** Return whether an address is that of a race on one position, and not over a suite. */
export function isOnePosition(query: URLSearchParams): boolean {
  return !query.has("suite") && (namesPosition(query) || query.has("runs"));
}

/** Write a race; defaults are left out, except who takes part. */
export function raceQuery({ position, agents, budget, runs }: RaceSetup, axes: Axes) {
  const query = positionQuery(position);
  if (![...query.keys()].length) query.set("moves", "-");
  for (const each of agents) query.append("agent", each);
  writeBudget(query, budget);
  if (runs !== USUAL_RUNS) query.set("runs", String(runs));
  if (axes.x !== USUAL_AXES.x) query.set("x", axes.x);
  if (axes.y !== USUAL_AXES.y) query.set("y", axes.y);
  return query;
}

/** Read a race; without a position, one that shows something. */
export function readRace(query: URLSearchParams): RaceSetup {
  const position = readPosition(query);
  const runs = Number(query.get("runs") ?? USUAL_RUNS);
  return {
    position: namesPosition(query) ? position : { ...position, moves: USUAL_MOVES },
    agents: readAgents(query),
    budget: readBudget(query),
    runs: Number.isInteger(runs) && runs >= 1 ? Math.min(runs, MOST_RUNS) : USUAL_RUNS,
  };
}

/** Read who takes part. */
export function readAgents(query: URLSearchParams): string[] {
  return query.has("agent") ? unique(query.getAll("agent")).slice(0, MOST_AGENTS) : USUAL_AGENTS;
}

/** Write a budget, unless it is the usual time. */
export function writeBudget(query: URLSearchParams, budget: Budget, usual = AMOUNTS.seconds) {
  if (budget.name === null) query.set("own", "1");
  else if (budget.name !== "seconds" || budget.amount !== usual)
    query.set(budget.name, String(budget.amount));
}

/** Read a budget; by default it is the usual time. */
export function readBudget(query: URLSearchParams, usual = AMOUNTS.seconds): Budget {
  if (query.has("own")) return { name: null, amount: 0 };
  const name = LIMITS.find((each) => query.has(each));
  const amount = Number(query.get(name ?? ""));
  return name && amount > 0 ? { name, amount } : { name: "seconds", amount: usual };
}

export function readAxes(query: URLSearchParams): Axes {
  const read = (key: "x" | "y") => AXES.find((each) => each === query.get(key)) ?? USUAL_AXES[key];
  return { x: read("x"), y: read("y") };
}

/** Return a key of a race: everything but the axes of its picture. */
export function keyOf(setup: RaceSetup): string {
  return raceQuery(setup, USUAL_AXES).toString();
}

function unique(specs: string[]): string[] {
  return [...new Set(specs.map((each) => each.trim()).filter(Boolean))];
}
