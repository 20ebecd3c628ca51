/** The state of the theatre: a search that is loaded, played, stepped through and inspected. */

import { isAborted } from "../shared/http";
import type { NodeView, Player, TraceView } from "../shared/types";
import type { Search } from "./link";
import { withDisc } from "../positions/replay";
import { sayError } from "../shared/words";
import { childrenBelow, makeTrace, oneNode, someTruth, wholeTree } from "./api";
import type { Truth } from "./canvas/draw";
import { layOut, type Layout } from "./canvas/layout";
import { keyOf, SPEEDS, USUAL_SPEED, type ViewOptions } from "./link";
import { currentNode, Playouts, UNKNOWN } from "./moment";
import {
  at,
  CHANCE,
  dropper,
  growsByPlayouts,
  NONE,
  pathTo,
  readTree,
  withChildren,
  type Tree,
} from "./tree";

export type View = "whole" | "near";
/** Trees of more nodes are shown close up, unless they are played too fast to be read. */
const SMALL = 60;
const READABLE = 30;
const TRUTH_AT_ONCE = 200;
/** How often panels are updated, at most, in a second; the tree is updated every frame. */
const UPDATES = 5;

export class TheatreState {
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
  details = $state.raw<NodeView | null>(null);

  /** The whole tree or a close-up; null leaves the choice to the search. */
  view = $state<View | null>(null);

  truthOn = $state(false);
  truthNote = $state("");
  truth = $state.raw<Truth | null>(null);
  /** Grows with every score that comes in. */
  truthKnown = $state(0);

  #now = 0;
  #lastUpdate = 0;
  #opened: Promise<void> = Promise.resolve();
  #loadRequest: AbortController | null = null;
  #detailRequest: AbortController | null = null;
  #solveRequest: AbortController | null = null;

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
    const { algorithm } = this.tree;
    const deepFirst = !growsByPlayouts(algorithm) && algorithm !== "astar";
    const read = !this.playing || this.rate <= READABLE;
    return deepFirst && this.tree.count > SMALL && read ? "near" : "whole";
  }

  /** Open a search, unless it is open already, and view it. */
  async open(search: Search, options: ViewOptions): Promise<void> {
    const key = keyOf(search);
    if (!this.search || keyOf(this.search) !== key) this.#opened = this.#load(search);
    await this.#opened;
    // Another search may have been opened meanwhile.
    if (!this.tree || !this.search || keyOf(this.search) !== key) return;
    this.pause();
    this.seek(options.step);
    if (options.node !== null && this.now === this.count) await this.#reach(options.node);
    if (!this.tree || !this.search || keyOf(this.search) !== key) return;
    this.select(options.node !== null && this.tree.loaded[options.node] ? options.node : null);
    this.view = options.view;
    this.speed = options.speed;
    this.setTruth(options.truth);
  }

  async #load(search: Search): Promise<void> {
    this.close();
    const request = (this.#loadRequest = new AbortController());
    this.search = search;
    this.loading = true;
    this.error = "";
    try {
      const header = await makeTrace(search, request.signal);
      const found = await wholeTree(header.id, request.signal);
      if (request.signal.aborted) return;
      const tree = readTree(header, found);
      this.playouts = growsByPlayouts(header.algorithm) ? new Playouts(tree) : null;
      this.layout = layOut(tree);
      this.header = header;
      this.tree = tree;
      this.#reset();
    } catch (error) {
      if (isAborted(error) || request.signal.aborted) return;
      this.tree = this.header = null;
      this.error = sayError(error);
    } finally {
      if (this.#loadRequest === request) this.loading = false;
    }
  }

  #reset(): void {
    this.#now = this.at = 0;
    this.selected = this.hovered = null;
    this.details = null;
    this.truth = null;
    this.truthKnown = 0;
    this.truthNote = "";
    this.truthOn = false;
  }

  close(): void {
    this.playing = false;
    for (const each of [this.#loadRequest, this.#detailRequest, this.#solveRequest]) each?.abort();
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

  /** Advance by the time that has passed; called for every frame while playing. */
  advance(milliseconds: number, clock: number): void {
    if (!this.playing) return;
    // A page that slept does not jump ahead.
    this.#now = Math.min(this.count, this.#now + (Math.min(milliseconds, 100) * this.rate) / 1000);
    this.playouts?.seek(this.now);
    if (this.#now >= this.count) return this.pause();
    if (clock - this.#lastUpdate >= 1000 / UPDATES || this.rate <= UPDATES) {
      this.#lastUpdate = clock;
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

  /** Select a node; null follows the search. */
  select(node: number | null): void {
    this.selected = node;
    this.details = null;
    this.#detailRequest?.abort();
    if (node === null) return;
    void this.#fetchDetails(node);
    if (this.tree?.more.has(node) && this.now === this.count) void this.#unfold(node);
  }

  /** Fetch what lies below a node beyond what came with the trace. */
  async #unfold(node: number): Promise<void> {
    const { header } = this;
    if (!header) return;
    const found = await childrenBelow(header.id, node).catch(() => null);
    // Another search may have been opened meanwhile.
    if (!found || this.header !== header || !this.tree) return;
    this.tree = withChildren(this.tree, node, found);
    this.layout = layOut(this.tree);
  }

  /** Fetch the way to a node that did not come with the trace. */
  async #reach(node: number): Promise<void> {
    const { header, tree } = this;
    if (!header || !tree || node >= tree.count || tree.loaded[node]) return;
    const found = await oneNode(header.id, node, false).catch(() => null);
    for (const above of found?.path ?? [])
      if (this.header === header && this.tree?.more.has(above)) await this.#unfold(above);
  }

  async #fetchDetails(node: number): Promise<void> {
    this.#detailRequest?.abort();
    const request = (this.#detailRequest = new AbortController());
    if (!this.header) return;
    try {
      const found = await oneNode(this.header.id, node, this.truthOn, request.signal);
      if (request.signal.aborted) return;
      this.details = found;
    } catch (error) {
      if (!isAborted(error) && !request.signal.aborted) this.truthNote = sayError(error);
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
    // Nodes that are not searched yet cannot be selected.
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
    this.#solveRequest?.abort();
    this.#solveRequest = null;
    this.truthOn = on && header?.truth === true && tree !== null;
    this.truthNote = "";
    if (!this.truthOn || !tree) return;
    this.truth ??= {
      exact: new Int8Array(tree.count).fill(UNKNOWN),
      misleading: new Uint8Array(tree.count),
    };
    void this.#solve();
    if (this.selected !== null) void this.#fetchDetails(this.selected);
  }

  /** Fetch the exact scores of the nodes searched so far, in batches. */
  async #solve(): Promise<void> {
    if (this.#solveRequest) return;
    const request = (this.#solveRequest = new AbortController());
    try {
      for (;;) {
        const first = this.#unsolved();
        if (first === NONE || !this.header) break;
        const found = await someTruth(this.header.id, first, TRUTH_AT_ONCE, request.signal);
        if (request.signal.aborted || !this.truth) return;
        this.truth.exact.set(found.exact, first);
        this.truth.misleading.set(found.misleading.map(Number), first);
        this.truthKnown += found.exact.length;
      }
    } catch (error) {
      if (isAborted(error) || request.signal.aborted) return;
      this.truthNote = "Solving the whole tree would take too long. Choose a node to solve it.";
    } finally {
      if (this.#solveRequest === request) this.#solveRequest = null;
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
