/** Specs: how agents are written, and what they are called. */

import { HUMAN } from "../positions/link";
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

/** Return what an agent is called; levels go by their number. */
export function agentName(spec: string): string {
  return spec.replace(/^level:(\d+)/, "Level $1");
}

/** Return what a seat is called. */
export function seatName(spec: string): string {
  return spec === HUMAN ? "You" : agentName(spec);
}

/** Who can play under a variant. */
export function playersOf<T extends { variants: string[] }>(all: T[], variant: string): T[] {
  return all.filter((each) => each.variants.includes(variant));
}

/** A seat that can play under a variant: the same if it can, else the first level or agent that does. */
export function fittingSpec(spec: string, agents: AgentsView, variant: string): string {
  if (spec === HUMAN) return spec;
  const levels = playersOf(agents.levels, variant);
  const others: AgentView[] = playersOf(agents.agents, variant);
  if (levels.some((each) => each.spec === spec)) return spec;
  if (others.some((each) => each.name === parseSpec(spec).name)) return spec;
  const near = levels[Math.min(2, levels.length - 1)]?.spec;
  return near ?? others.find((each) => each.name !== "random")?.name ?? HUMAN;
}
