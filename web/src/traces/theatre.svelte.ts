/** The state of the theatre: a search that is loaded, played, stepped through and inspected. */

import { isAborted } from "../shared/http";
import { columnsOf } from "../positions/link";
import type { CellView, NodeView, Player, TraceView } from "../shared/types";
import type { Search } from "./link";
import { withDisc } from "../positions/replay";
import { other, sayError } from "../shared/words";
import { makeTrace, oneNode, pageOfTree, someTruth } from "./api";
import type { Truth } from "./canvas/draw";
import { layOut, type Layout } from "./canvas/layout";
import { keyOf, SPEEDS, USUAL_SPEED, type ViewOptions } from "./link";
import { currentNode, Playouts, UNKNOWN, type Form } from "./moment";
import { gameOf, phasesOf, type Phase } from "./phases";
import {
  at,
  CHANCE,
  dropper,
  growsByPlayouts,
  mover,
  NONE,
  pathTo,
  readTree,
  withPage,
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
  playouts = $state.raw<Playouts | null>(null);
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
  /** Whose values are shown, and how the pseudocode is written. */
  form = $state<Form>("maxmin");
  /** Is a step one phase of a playout? Else a whole playout. */
  phases = $state(false);
  /** How many phases of the playout after `at` are done, as panels see it. */
  phase = $state(0);
  /** Is more of the search being loaded? */
  waiting = $state(false);

  truthOn = $state(false);
  truthNote = $state("");
  truth = $state.raw<Truth | null>(null);
  /** Grows with every score that comes in. */
  truthKnown = $state(0);

  #now = 0;
  #phase = 0;
  /** The part of a phase that has passed. */
  #part = 0;
  #phasesOf: { tree: Tree; moment: number; found: readonly Phase[] } | null = null;
  #page = 0;
  #pages = 1;
  #goal = 0;
  #loadingOn: Promise<boolean> | null = null;
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
    return this.phaseNow?.to ?? this.#placeAt(this.at);
  }
  /** Where the search is at a moment; once all playouts are done, back at the root. */
  #placeAt(moment: number): number {
    if (!this.tree) return 0;
    const ended = this.playouts !== null && moment === this.count;
    return ended ? (this.tree.roots[0] ?? 0) : currentNode(this.tree, moment);
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
    if (this.phases && this.canPhase) return "near";
    const deepFirst = !growsByPlayouts(algorithm) && algorithm !== "astar";
    const read = !this.playing || this.rate <= READABLE;
    return deepFirst && this.tree.count > SMALL && read ? "near" : "whole";
  }

  /** Open a search, unless it is open already, and view it: at its end, if no step is given. */
  async open(search: Search, options: ViewOptions): Promise<void> {
    const key = keyOf(search);
    if (!this.search || keyOf(this.search) !== key) this.#opened = this.#load(search);
    await this.#opened;
    // Another search may have been opened meanwhile.
    if (!this.tree || !this.search || keyOf(this.search) !== key) return;
    this.pause();
    this.form = options.form;
    this.phases = options.phases;
    this.view = options.view;
    this.speed = options.speed;
    this.select(null);
    this.setTruth(options.truth);
    // Large searches take a while to load; the reader may go elsewhere meanwhile.
    await this.reach(options.step ?? this.count, options.phase);
    if (!this.tree || !this.search || keyOf(this.search) !== key) return;
    if (options.node !== null && this.tree.loaded[options.node]) this.select(options.node);
  }

  async #load(search: Search): Promise<void> {
    this.close();
    const request = (this.#loadRequest = new AbortController());
    this.search = search;
    this.loading = true;
    this.error = "";
    try {
      const header = await makeTrace(search, request.signal);
      const found = await pageOfTree(header.id, 0, request.signal);
      if (request.signal.aborted) return;
      const tree = readTree(header, found);
      this.playouts = growsByPlayouts(header.algorithm) ? new Playouts(tree) : null;
      this.layout = layOut(tree);
      [this.#page, this.#pages] = [0, found.pages];
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
    this.#now = this.at = this.#phase = this.phase = this.#part = this.#goal = 0;
    this.#phasesOf = null;
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

  /** Go to a moment; what is not loaded by then is loaded first. */
  seek(moment: number): void {
    void this.reach(moment);
  }

  /** Go to a moment and a phase of the playout after it; resolve once it is there. */
  async reach(moment: number, phase = 0): Promise<void> {
    const goal = Math.min(this.count, Math.max(0, Math.round(moment)));
    this.#goal = goal;
    while (this.tree && goal > this.tree.steps.ready) {
      this.#place(this.tree.steps.ready, 0);
      if (!(await this.#loadOn()) || this.#goal !== goal) return;
    }
    this.#place(goal, phase);
  }

  #place(moment: number, phase: number): void {
    this.#now = this.at = moment;
    const most = this.canPhase && moment < this.count ? this.phasesAt(moment).length - 1 : 0;
    this.#phase = this.phase = Math.min(phase, most);
    this.playouts?.seek(moment, this.phaseNow?.backed ?? 0);
    if (this.truthOn) void this.#solve();
  }

  /** Load the next page; tell whether there was one. */
  #loadOn(): Promise<boolean> {
    this.#loadingOn ??= this.#loadPage().finally(() => {
      this.#loadingOn = null;
      this.waiting = false;
    });
    return this.#loadingOn;
  }

  async #loadPage(): Promise<boolean> {
    const { header, tree } = this;
    if (!header || !tree || this.#pages <= this.#page + 1) return false;
    this.waiting = true;
    const found = await pageOfTree(header.id, this.#page + 1).catch((error: unknown) => {
      this.truthNote = sayError(error);
      return null;
    });
    // Another search may have been opened meanwhile.
    if (!found || this.header !== header || !this.tree) return false;
    this.#page += 1;
    this.tree = withPage(this.tree, header, found);
    this.layout = layOut(this.tree);
    return true;
  }

  step(by: number): void {
    this.pause();
    this.hovered = null;
    if (this.phases && this.canPhase && Math.abs(by) === 1) this.#stepPhase(by);
    else this.seek(this.now + by + (by < 0 && this.#phase > 0 ? 1 : 0));
  }

  #stepPhase(by: number): void {
    const phase = this.#phase + by;
    const before = phase < 0 ? this.now - 1 : this.now;
    if (before < 0 || (before >= this.count && by > 0)) return;
    if (phase < 0) return void this.reach(before, this.phasesAt(before).length - 1);
    const over = this.now < this.count && phase >= this.phasesAt(this.now).length;
    void (over ? this.reach(this.now + 1) : this.reach(this.now, phase));
  }

  play(): void {
    if (!this.tree) return;
    const ends = this.waiting ? this.#goal : this.now;
    if (ends >= this.count) this.seek(0);
    else this.#goal = this.now;
    this.select(null);
    this.hovered = null;
    this.playing = true;
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    this.#now = this.now;
    this.#update();
    if (this.truthOn) void this.#solve();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Advance by the time that has passed; called for every frame while playing. */
  advance(milliseconds: number, clock: number): void {
    const { tree } = this;
    if (!this.playing || !tree) return;
    // A page that slept does not jump ahead.
    const steps = (Math.min(milliseconds, 100) * this.rate) / 1000;
    if (this.phases && this.canPhase) this.#advancePhases(steps);
    else this.#now = Math.min(tree.steps.ready, this.#now + steps);
    // What comes next is loaded before it is needed.
    if (tree.steps.ready < tree.steps.count && this.#now + 4 * this.rate >= tree.steps.ready)
      void this.#loadOn();
    this.playouts?.seek(this.now, this.#phaseOf(this.now, this.#phase)?.backed ?? 0);
    if (this.#now >= this.count) return this.pause();
    if (clock - this.#lastUpdate >= 1000 / UPDATES || this.rate <= UPDATES) {
      this.#lastUpdate = clock;
      this.#update();
    }
  }

  #advancePhases(steps: number): void {
    this.#now = this.now;
    this.#part += steps;
    while (this.#part >= 1 && this.#now < (this.tree?.steps.ready ?? 0)) {
      this.#part -= 1;
      this.#phase += 1;
      if (this.#phase < this.phasesAt(this.#now).length) continue;
      this.#phase = 0;
      this.#now += 1;
    }
  }

  /** Let the panels see the moment that the tree is drawn for. */
  #update(): void {
    if (this.at !== this.now) this.at = this.now;
    if (this.phase !== this.#phase) this.phase = this.#phase;
  }

  // Phases

  /** Does a step have phases? */
  get canPhase(): boolean {
    return this.playouts !== null;
  }
  /** The number of columns of the board. */
  get width(): number {
    return columnsOf(this.header?.position.size ?? "");
  }

  /** The phases of the playout after a moment. */
  phasesAt(moment: number): readonly Phase[] {
    if (!this.tree || moment >= this.tree.steps.ready) return [];
    if (this.#phasesOf?.tree !== this.tree || this.#phasesOf.moment !== moment)
      this.#phasesOf = {
        tree: this.tree,
        moment,
        found: phasesOf(this.tree, moment, this.width),
      };
    return this.#phasesOf.found;
  }

  #phaseOf(moment: number, phase: number): Phase | null {
    return phase > 0 ? (this.phasesAt(moment)[phase - 1] ?? null) : null;
  }

  /** The phase that panels show; null between two playouts. */
  get phaseNow(): Phase | null {
    return this.#phaseOf(this.at, this.phase);
  }
  /** The moment as far as nodes have come: the one that a playout adds is there before its end. */
  get seen(): number {
    return this.at + (this.phaseNow?.grown ? 1 : 0);
  }
  /** What the tree is drawn for: the phase, the moment, and where the search is. */
  get drawn(): { phase: Phase | null; moment: number; current: number } {
    const phase = this.#phaseOf(this.now, this.#phase);
    const moment = this.now + (phase?.grown ? 1 : 0);
    const current = phase?.to ?? this.#placeAt(this.now);
    return { phase, moment, current };
  }

  /** The board of the random game as far as it is played; null where none is. */
  get gameRows(): { rows: string[]; last: CellView | null } | null {
    const phase = this.phaseNow;
    const { tree } = this;
    if (!tree || !phase || phase.discs === 0) return null;
    const leaf = at(tree.steps.node, this.at);
    let rows = this.rowsOf(leaf);
    let player = mover(tree, leaf);
    let last: CellView | null = null;
    for (const column of gameOf(tree, this.at, this.width).slice(0, phase.discs)) {
      const free = rows.filter((row) => row[column - 1] === "-").length;
      last = { column, row: rows.length - free + 1 };
      rows = withDisc(rows, last, player);
      player = other(player);
    }
    return { rows, last };
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
  }

  /** Show values as this form has them. */
  setForm(form: Form): void {
    this.form = form;
    if (this.selected !== null) void this.#fetchDetails(this.selected);
  }

  /** Let a step be a phase of a playout, or a whole playout. */
  setPhases(on: boolean): void {
    this.phases = on;
    if (!on && this.phase > 0) this.seek(this.now);
  }

  async #fetchDetails(node: number): Promise<void> {
    this.#detailRequest?.abort();
    const request = (this.#detailRequest = new AbortController());
    if (!this.header) return;
    try {
      const found = await oneNode(this.header.id, node, this.truthOn, this.form, request.signal);
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
    if (at(tree.steps.bornAt, next) > this.seen) return;
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
