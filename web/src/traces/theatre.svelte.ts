/** One search on the stage: loaded, played, stepped through, looked at. */

import { isAborted } from "../shared/http";
import type { NodeView, Player, TraceView } from "../shared/types";
import type { Search } from "./link";
import { withDisc } from "../positions/replay";
import { sayError } from "../shared/words";
import { childrenBelow, makeTrace, oneNode, someTruth, wholeTree } from "./api";
import type { Truth } from "./canvas/draw";
import { layOut, type Layout } from "./canvas/layout";
import { keyOf, SPEEDS, USUAL_SPEED, type Look } from "./link";
import { currentNode, Playouts, UNKNOWN } from "./moment";
import { at, CHANCE, dropper, NONE, pathTo, readTree, withChildren, type Tree } from "./tree";

export type View = "whole" | "near";
/** Trees of more nodes are shown close up, unless they are played too fast to be read. */
const SMALL = 60;
const READABLE = 30;
const TRUTH_AT_ONCE = 200;
/** Panels follow this many times a second at most; the tree itself every frame. */
const TOLD = 5;

export class Theatre {
  header = $state.raw<TraceView | null>(null);
  tree = $state.raw<Tree | null>(null);
  layout = $state.raw<Layout | null>(null);
  playouts: Playouts | null = null;
  search = $state.raw<Search | null>(null);
  loading = $state(false);
  error = $state("");

  /** The moment as panels see it; `now` is what the tree is drawn for. */
  at = $state(0);
  playing = $state(false);
  speed = $state(USUAL_SPEED);
  selected = $state<number | null>(null);
  hovered = $state<number | null>(null);
  told = $state.raw<NodeView | null>(null);

  /** The whole tree or a close-up; nobody's choice leaves it to the search. */
  view = $state<View | null>(null);

  truthOn = $state(false);
  truthNote = $state("");
  truth = $state.raw<Truth | null>(null);
  /** Grows with every score that comes in. */
  truthKnown = $state(0);

  #now = 0;
  #lastTold = 0;
  #opened: Promise<void> = Promise.resolve();
  #loads: AbortController | null = null;
  #asks: AbortController | null = null;
  #solves: AbortController | null = null;

  get now(): number {
    return Math.floor(this.#now);
  }
  get count(): number {
    return this.tree?.steps.count ?? 0;
  }
  get current(): number {
    return this.tree ? currentNode(this.tree, this.at) : 0;
  }
  /** The node that the panels speak of. */
  get shown(): number {
    return this.hovered ?? this.selected ?? this.current;
  }
  get rate(): number {
    return SPEEDS[this.speed] ?? 10;
  }

  /** How the tree is shown. */
  get viewed(): View {
    if (this.view !== null || !this.tree) return this.view ?? "whole";
    const deepFirst = this.tree.algorithm !== "mcts" && this.tree.algorithm !== "astar";
    const read = !this.playing || this.rate <= READABLE;
    return deepFirst && this.tree.count > SMALL && read ? "near" : "whole";
  }

  /** Search, unless it is the search that is on the stage, and look at it. */
  async open(search: Search, look: Look): Promise<void> {
    const key = keyOf(search);
    if (!this.search || keyOf(this.search) !== key) this.#opened = this.#load(search);
    await this.#opened;
    // Meanwhile somebody may have asked for another one.
    if (!this.tree || !this.search || keyOf(this.search) !== key) return;
    this.pause();
    this.seek(look.step);
    if (look.node !== null && this.now === this.count) await this.#reach(look.node);
    if (!this.tree || !this.search || keyOf(this.search) !== key) return;
    this.select(look.node !== null && this.tree.loaded[look.node] ? look.node : null);
    this.view = look.view;
    this.speed = look.speed;
    this.setTruth(look.truth);
  }

  async #load(search: Search): Promise<void> {
    this.close();
    const loads = (this.#loads = new AbortController());
    this.search = search;
    this.loading = true;
    this.error = "";
    try {
      const header = await makeTrace(search, loads.signal);
      const told = await wholeTree(header.id, loads.signal);
      if (loads.signal.aborted) return;
      const tree = readTree(header, told);
      this.playouts = header.algorithm === "mcts" ? new Playouts(tree) : null;
      this.layout = layOut(tree);
      this.header = header;
      this.tree = tree;
      this.#reset();
    } catch (error) {
      if (isAborted(error) || loads.signal.aborted) return;
      this.tree = this.header = null;
      this.error = sayError(error);
    } finally {
      if (this.#loads === loads) this.loading = false;
    }
  }

  #reset(): void {
    this.#now = this.at = 0;
    this.selected = this.hovered = null;
    this.told = null;
    this.truth = null;
    this.truthKnown = 0;
    this.truthNote = "";
    this.truthOn = false;
  }

  close(): void {
    this.playing = false;
    for (const each of [this.#loads, this.#asks, this.#solves]) each?.abort();
  }

  // Time

  seek(moment: number): void {
    this.#now = this.at = Math.min(this.count, Math.max(0, Math.round(moment)));
    this.playouts?.seek(this.#now);
    if (this.truthOn) void this.#solve();
  }

  step(by: number): void {
    this.pause();
    this.hovered = null;
    this.seek(this.now + by);
  }

  play(): void {
    if (!this.tree) return;
    if (this.now >= this.count) this.seek(0);
    this.select(null);
    this.hovered = null;
    this.playing = true;
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    this.seek(this.now);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Go on by the time that has passed; called for every frame while playing. */
  advance(milliseconds: number, clock: number): void {
    if (!this.playing) return;
    // A page that slept does not jump ahead.
    this.#now = Math.min(this.count, this.#now + (Math.min(milliseconds, 100) * this.rate) / 1000);
    this.playouts?.seek(this.now);
    if (this.#now >= this.count) return this.pause();
    if (clock - this.#lastTold >= 1000 / TOLD || this.rate <= TOLD) {
      this.#lastTold = clock;
      if (this.at !== this.now) this.at = this.now;
    }
  }

  /** The moment of the next cut, or of the one before. */
  seekCut(direction: 1 | -1): void {
    const { tree } = this;
    if (!tree) return;
    const moments = [...tree.pruned.keys()].map((node) => at(tree.steps.doneAt, node));
    const later = moments.filter((each) => direction * (each - this.now) > 0);
    if (later.length === 0) return;
    this.pause();
    this.seek(direction > 0 ? Math.min(...later) : Math.max(...later));
  }

  // Nodes

  /** Choose a node to look at; nobody's choice shows where the search is. */
  select(node: number | null): void {
    this.selected = node;
    this.told = null;
    this.#asks?.abort();
    if (node === null) return;
    void this.#ask(node);
    if (this.tree?.more.has(node) && this.now === this.count) void this.#unfold(node);
  }

  /** Fetch what lies below a node beyond what came with the trace. */
  async #unfold(node: number): Promise<void> {
    const { header } = this;
    if (!header) return;
    const told = await childrenBelow(header.id, node).catch(() => null);
    // Meanwhile another search may have come on the stage.
    if (!told || this.header !== header || !this.tree) return;
    this.tree = withChildren(this.tree, node, told);
    this.layout = layOut(this.tree);
  }

  /** Fetch the way to a node that did not come with the trace. */
  async #reach(node: number): Promise<void> {
    const { header, tree } = this;
    if (!header || !tree || node >= tree.count || tree.loaded[node]) return;
    const told = await oneNode(header.id, node, false).catch(() => null);
    for (const above of told?.path ?? [])
      if (this.header === header && this.tree?.more.has(above)) await this.#unfold(above);
  }

  async #ask(node: number): Promise<void> {
    this.#asks?.abort();
    const asks = (this.#asks = new AbortController());
    if (!this.header) return;
    try {
      const told = await oneNode(this.header.id, node, this.truthOn, asks.signal);
      if (asks.signal.aborted) return;
      this.told = told;
    } catch (error) {
      if (!isAborted(error) && !asks.signal.aborted) this.truthNote = sayError(error);
    }
  }

  /** Go to a relative of the node that is shown. */
  walk(to: "parent" | "child" | "next" | "previous"): void {
    const { tree } = this;
    if (!tree) return;
    this.pause();
    const from = this.selected ?? this.current;
    const next = this.#relative(tree, from, to);
    if (next === NONE) return;
    // What has not been searched yet cannot be looked at.
    if (at(tree.steps.bornAt, next) > this.now) return;
    this.hovered = null;
    this.select(next);
  }

  #relative(tree: Tree, from: number, to: string): number {
    if (to === "parent") return at(tree.parent, from);
    if (to === "next") return at(tree.nextSibling, from);
    if (to === "child") {
      const best = at(tree.best, from);
      return best !== NONE && at(tree.steps.bornAt, best) <= this.now
        ? best
        : at(tree.firstChild, from);
    }
    let earlier = tree.parent[from] === NONE ? NONE : at(tree.firstChild, at(tree.parent, from));
    if (earlier === from) return NONE;
    while (earlier !== NONE && tree.nextSibling[earlier] !== from)
      earlier = at(tree.nextSibling, earlier);
    return earlier;
  }

  /** The board of a node, from the discs that the API has placed. */
  rowsOf(node: number): string[] {
    const { tree, header } = this;
    let rows = [...(header?.position.board ?? [])];
    if (!tree) return rows;
    for (const each of pathTo(tree, node)) {
      const disc = this.discOf(each);
      if (disc) rows = withDisc(rows, disc, disc.player);
    }
    return rows;
  }

  /** The disc with which a node was reached; none for a root or an aim. */
  discOf(node: number): { column: number; row: number; player: Player } | null {
    const { tree } = this;
    const player = tree && dropper(tree, node);
    if (!tree || !player || tree.kind[node] === CHANCE) return null;
    return { column: at(tree.move, node), row: at(tree.row, node), player };
  }

  // Truth

  setTruth(on: boolean): void {
    const { tree, header } = this;
    this.#solves?.abort();
    this.#solves = null;
    this.truthOn = on && header?.truth === true && tree !== null;
    this.truthNote = "";
    if (!this.truthOn || !tree) return;
    this.truth ??= {
      exact: new Int8Array(tree.count).fill(UNKNOWN),
      wrong: new Uint8Array(tree.count),
    };
    void this.#solve();
    if (this.selected !== null) void this.#ask(this.selected);
  }

  /** Have solved what has been searched so far, a part at a time, until all is known. */
  async #solve(): Promise<void> {
    if (this.#solves) return;
    const solves = (this.#solves = new AbortController());
    try {
      for (;;) {
        const first = this.#unsolved();
        if (first === NONE || !this.header) break;
        const told = await someTruth(this.header.id, first, TRUTH_AT_ONCE, solves.signal);
        if (solves.signal.aborted || !this.truth) return;
        this.truth.exact.set(told.exact, first);
        this.truth.wrong.set(told.wrong.map(Number), first);
        this.truthKnown += told.exact.length;
      }
    } catch (error) {
      if (isAborted(error) || solves.signal.aborted) return;
      this.truthNote = "There is no time to solve the whole tree. Choose a node to have it solved.";
    } finally {
      if (this.#solves === solves) this.#solves = null;
    }
  }

  /** The first node that has been seen and is not solved. */
  #unsolved(): number {
    const { tree, truth } = this;
    if (!tree || !truth) return NONE;
    for (let node = 0; node < tree.count; node += 1)
      if (truth.exact[node] === UNKNOWN && at(tree.steps.bornAt, node) <= this.now) return node;
    return NONE;
  }
}
