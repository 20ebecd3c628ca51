/** What lessons can say and ask about a search. All of it is read off the trace. */

import type { ReportView, TraceView } from "../../shared/types";
import { colour, other } from "../../shared/words";
import type { Search } from "../link";
import { turned, type Playouts } from "../moment";
import { at, childrenOf, NONE, pathTo, type Tree } from "../tree";
import { figure } from "../words";

export class Facts {
  constructor(
    readonly tree: Tree,
    readonly header: TraceView,
    readonly playouts: Playouts | null = null,
    /** What other searches came to, in the order in which the step names them. */
    readonly others: readonly TraceView[] = [],
  ) {}

  get report(): ReportView {
    return this.header.report;
  }
  get searcher(): string {
    return colour(this.tree.searcher);
  }
  get opponent(): string {
    return colour(other(this.tree.searcher));
  }
  /** The last moment. */
  get end(): number {
    return this.tree.steps.count;
  }
  /** The nodes with a cut, in the order in which the cuts were made. */
  get cuts(): number[] {
    return [...this.tree.pruned.keys()].sort((a, b) => this.left(a) - this.left(b));
  }
  /** How many nodes all cuts together have saved. */
  get saved(): number {
    return [...this.tree.pruned.values()].reduce((sum, each) => sum + each.saved, 0);
  }
  /** How many nodes each search from the root has visited. */
  get iterationSizes(): number[] {
    const { roots, count } = this.tree;
    return roots.map((root, index) => (roots[index + 1] ?? count) - root);
  }

  /** The children of a node, else of the root of the answer, in the order tried. */
  children(node = this.header.root): number[] {
    return childrenOf(this.tree, node);
  }
  first(node?: number): number {
    return this.children(node)[0] ?? 0;
  }
  last(node?: number): number {
    return this.children(node).at(-1) ?? 0;
  }
  column(node: number): number {
    return at(this.tree.move, node);
  }
  /** The value of a node for the player who searches. */
  value(node: number): number {
    return turned(this.tree, node, at(this.tree.value, node));
  }
  worth(node: number): string {
    return figure(this.value(node));
  }
  /** The moments at which a node is entered and left. */
  entered(node: number): number {
    return at(this.tree.steps.bornAt, node);
  }
  left(node: number): number {
    return at(this.tree.steps.doneAt, node);
  }
  /** The node that the search enters first after a moment. */
  nextEntered(moment: number): number {
    const { steps } = this.tree;
    for (let step = moment; step < steps.count; step += 1)
      if (steps.actions[at(steps.action, step)] === "enter") return at(steps.node, step);
    return NONE;
  }
  /** The column below the root through which a node was reached. */
  branch(node: number): number {
    return this.column(pathTo(this.tree, node)[1] ?? node);
  }
}

/** What is to be seen: a moment, and a node if not that of the moment. */
export interface Shot {
  moment: (facts: Facts) => number;
  view: "whole" | "near";
  node?: (facts: Facts) => number;
}

export interface Option {
  value: string;
  label: string;
}

/** A question whose answer the trace knows and the reader does not see yet; the shot reveals it. */
export interface Question extends Shot {
  prompt: (facts: Facts) => string;
  options: (facts: Facts) => Option[];
  answer: (facts: Facts) => string;
  /** What happened, said whether the answer was right or not. */
  because: (facts: Facts) => string;
}

export interface Step extends Shot {
  search: Search;
  others?: readonly Search[];
  says: (facts: Facts) => string[];
  question?: Question;
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
