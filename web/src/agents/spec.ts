/** Specs: how agents are written, and what they are called. */

import { isLocal } from "./local";
import { HUMAN, USUAL_SIZE } from "../positions/link";
import type { AgentView, AgentsView } from "../shared/types";

export interface Spec {
  name: string;
  options: Record<string, string>;
}

/** Part `name:key=value,key=value` into its pieces. */
export function parseSpec(spec: string): Spec {
  const [name = "", rest = ""] = spec.split(/:(.*)/s);
  const options: Record<string, string> = {};
  for (const part of rest.split(",")) {
    const [key, value] = part.split("=");
    if (key && value) options[key.trim()] = value.trim();
  }
  return { name: name.trim(), options };
}

/** Write a spec; keys without a value are left to the agent. */
export function writeSpec({ name, options }: Spec): string {
  const given = Object.entries(options).filter(([, value]) => value !== "");
  return given.length === 0
    ? name
    : `${name}:${given.map(([key, value]) => `${key}=${value}`).join(",")}`;
}

const NAMES: Partial<Record<string, string>> = {
  random: "Random",
  astar: "A*",
  minimax: "Minimax",
  alphabeta: "Alpha-beta",
  deepening: "Iterative deepening",
  expectiminimax: "Expectiminimax",
  mcts: "Monte Carlo tree search (MCTS)",
  tuples: "n-tuple network",
  zero: "PUCT",
  perfect: "Perfect",
  level: "Level",
};

/** Those that record their search, so that the Theatre can show it. */
const TRACED = ["astar", "minimax", "alphabeta", "deepening", "expectiminimax", "mcts", "zero"];

/** Return whether the Theatre can show how an agent decides. */
export function isTraceable(spec: string): boolean {
  return TRACED.includes(parseSpec(spec).name);
}

/**
 * Return the options that can be set as fields. A training is named by text, so it has none; an
 * age is that of a network, so it needs one.
 */
export function fieldsOf<T extends { name: string; kind: string; choices: readonly string[] }>(
  options: readonly T[],
  spec: Spec,
): T[] {
  const evaluates = options.some((each) => each.name === "eval");
  const hasNetwork = !evaluates || spec.options.eval === "tuples";
  return options.filter(
    ({ name, kind, choices }) =>
      (kind !== "str" || choices.length > 0) && (name !== "age" || hasNetwork),
  );
}

/** Set an option; without a network nothing has a training or an age. */
export function withOption({ name, options }: Spec, key: string, value: string): Spec {
  const next = { ...options, [key]: value };
  if (key === "eval" && value !== "tuples") Object.assign(next, { run: "", age: "" });
  return { name, options: next };
}

/**
 * Return what an agent is called: levels go by their number, algorithms by their name with the
 * options that were set, others by their own name.
 */
export function agentName(spec: string): string {
  const [, level, more = ""] = /^level:(\d+)(.*)$/.exec(spec) ?? [];
  if (level) return `Level ${level}${more}`;
  const [, written = spec, number = ""] = /^(.*?)( #\d+)?$/s.exec(spec) ?? [];
  const { name, options } = parseSpec(written);
  const title = NAMES[name];
  if (!title) return spec;
  const set = Object.entries(options).map(([key, value]) => `${key} ${value}`);
  return [title, ...set].join(" · ") + number;
}

/** Return what an agent is called, without its options. */
export function shortName(spec: string): string {
  return agentName(spec).split(" · ")[0] ?? spec;
}

/** Return what a seat is called. */
export function seatName(spec: string): string {
  return spec === HUMAN ? "You" : agentName(spec);
}

/** Networks know the board that they were taught on; a training of your own may be for another. */
const NETWORKS = ["tuples", "zero"];
const LEARNED = ["tuples", "lines"];

/** Return whether an agent can play on a board of a size. */
export function playsOn(spec: string, size: string): boolean {
  const { name, options } = parseSpec(spec);
  if (size === USUAL_SIZE || options["run"]) return true;
  return !NETWORKS.includes(name) && !LEARNED.includes(options["eval"] ?? "");
}

/** Who can play under a variant. */
export function playersOf<T extends { variants: string[] }>(all: T[], variant: string): T[] {
  return all.filter((each) => each.variants.includes(variant));
}

/**
 * A seat that can play under a variant on a board: the same if it can, else the first level or
 * agent that does.
 */
export function fittingSpec(
  spec: string,
  agents: AgentsView,
  variant: string,
  size = USUAL_SIZE,
): string {
  if (spec === HUMAN || isLocal(spec)) return spec;
  const levels = playersOf(agents.levels, variant);
  const others: AgentView[] = playersOf(agents.agents, variant);
  const fits = playsOn(spec, size);
  if (fits && levels.some((each) => each.spec === spec)) return spec;
  if (fits && others.some((each) => each.name === parseSpec(spec).name)) return spec;
  const near = levels[Math.min(2, levels.length - 1)]?.spec;
  return near ?? others.find((each) => each.name !== "random")?.name ?? HUMAN;
}

/** Return how many seconds an agent takes at most of its own accord, where that is its limit. */
export function ownSeconds(spec: string, agents: AgentsView | null): number | null {
  const { name, options } = parseSpec(spec);
  const known = agents?.agents.find((each) => each.name === name);
  const usual = known?.options.find((each) => each.name === "seconds")?.default;
  return Number(options["seconds"] ?? usual) || null;
}
