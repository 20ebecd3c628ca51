/** What lessons can say and ask about a search. All of it is read off the trace. */

import { turned, type Playouts } from "../moment";
import { at, childrenOf, NONE, pathTo, type Tree } from "../tree";
import type { TraceView } from "../../shared/types";
import type { Search } from "../link";
import { figure } from "../words";
import { colour } from "../../shared/words";

export interface Facts {
  tree: Tree;
  header: TraceView;
  playouts: Playouts | null;
  /** What other searches came to, in the order in which the step names them. */
  others: readonly TraceView[];
}

/** What is to be seen: a moment, and a node if not that of the moment. */
export interface Shot {
  moment: number;
  node?: number;
  view?: "whole" | "near";
}

export interface Option {
  value: string;
  label: string;
}

/** A question whose answer the trace knows and the reader does not see yet. */
export interface Ask {
  prompt: (facts: Facts) => string;
  options: (facts: Facts) => Option[];
  answer: (facts: Facts) => string;
  /** What happened, said to whoever was right and to whoever was not. */
  because: (facts: Facts) => string;
  /** Where it is seen. */
  reveal: (facts: Facts) => Shot;
}

export interface Step {
  search: Search;
  others?: readonly Search[];
  shot: (facts: Facts) => Shot;
  says: (facts: Facts) => string[];
  ask?: Ask;
}

export interface Lesson {
  title: string;
  summary: string;
  steps: readonly Step[];
}

/** A position on the usual board and an agent. */
export function makeSearch(agent: string, moves: string, variant = "standard"): Search {
  return { moves, start: null, size: "7x6", variant, agent };
}

export function searcher({ tree }: Facts): string {
  return colour(tree.searcher);
}

export function opponent({ tree }: Facts): string {
  return colour(tree.searcher === "X" ? "O" : "X");
}

/** A node's value as who searches sees it. */
export function valueOf({ tree }: Facts, node: number): number {
  return turned(tree, node, at(tree.value, node));
}

export function worth(facts: Facts, node: number): string {
  return figure(valueOf(facts, node));
}

export function columnOf({ tree }: Facts, node: number): number {
  return at(tree.move, node);
}

/** The columns of the answer's root, or of another node, in the order tried. */
export function below({ tree, header }: Facts, node = header.root): number[] {
  return childrenOf(tree, node);
}

export function entered({ tree }: Facts, node: number): number {
  return at(tree.steps.bornAt, node);
}

export function left({ tree }: Facts, node: number): number {
  return at(tree.steps.doneAt, node);
}

export function end({ tree }: Facts): number {
  return tree.steps.count;
}

/** The node that the search enters first after a moment. */
export function nextEntered({ tree }: Facts, moment: number): number {
  const { steps } = tree;
  for (let step = moment; step < steps.count; step += 1)
    if (steps.actions[at(steps.action, step)] === "enter") return at(steps.node, step);
  return NONE;
}

/** The cuts in the order in which they were made. */
export function cutsOf({ tree }: Facts): number[] {
  return [...tree.pruned.keys()].sort(
    (a, b) => at(tree.steps.doneAt, a) - at(tree.steps.doneAt, b),
  );
}

/** What all cuts together have saved. */
export function savedBy({ tree }: Facts): number {
  return [...tree.pruned.values()].reduce((sum, each) => sum + each.saved, 0);
}

/** The column below the root through which a node was reached. */
export function branchOf({ tree }: Facts, node: number): number {
  return at(tree.move, pathTo(tree, node)[1] ?? node);
}

/** How many nodes each search from the root has visited. */
export function iterationSizes({ tree }: Facts): number[] {
  return tree.roots.map((root, index) => (tree.roots[index + 1] ?? tree.count) - root);
}

/** Columns as options, from left to right. */
export function columnOptions(columns: readonly number[]): Option[] {
  const sorted = [...new Set(columns)].sort((a, b) => a - b);
  return sorted.map((column) => ({ value: String(column), label: `Column ${column}` }));
}

/** Values as options, from low to high, each once. */
export function valueOptions(values: readonly number[]): Option[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  return [...new Set(sorted.map(figure))].map((text) => ({ value: text, label: text }));
}

/** "4, 5 and 6" */
export function listed(things: readonly (string | number)[]): string {
  if (things.length < 2) return things.join("");
  return `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}

export function number(count: number): string {
  return count.toLocaleString("en");
}

export function first(nodes: readonly number[]): number {
  return nodes[0] ?? 0;
}

export function last(nodes: readonly number[]): number {
  return nodes.at(-1) ?? 0;
}
