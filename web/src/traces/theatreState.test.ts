import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { TraceView, TreeView } from "../shared/types";
import { nodeOfTable, sayTruth } from "./columns";
import { SPEEDS, USUAL_OPTIONS, type Search, type ViewOptions } from "./link";
import { UNKNOWN } from "./moment";
import { playLink, truthLink } from "./onward";
import alphabeta from "./recordings/alphabeta.json";
import mcts from "./recordings/mcts.json";
import slip from "./recordings/slip.json";
import { saySpoken } from "./spoken";
import { TheatreState } from "./theatre.svelte";
import { at, childrenOf, NONE, pathTo, readTree, withPage, type Tree } from "./tree";

type Recording = { header: TraceView; tree: TreeView };

/** What the server answers to agents of these names; of the last, in two pages. */
const TRACES = { alphabeta, mcts, slip, paged: mcts } as unknown as Record<string, Recording>;
/** How many nodes and steps come with the first page. */
const [NODES, STEPS] = [20, 19];

/** Cut a page out of a recording in which every step but the first adds a node. */
function pageOf({ tree }: Recording, page: number): TreeView {
  const cut = <T extends object>(columns: T, place: number): T => {
    const part = (list: unknown) =>
      Array.isArray(list) ? (page ? list.slice(place) : list.slice(0, place)) : list;
    return Object.fromEntries(
      Object.entries(columns).map(([name, list]) => [name, part(list)]),
    ) as T;
  };
  const { actions } = tree.steps;
  return {
    ...cut({ ...tree, more: null }, NODES),
    more: [],
    pages: 2,
    nodes: cut(tree.nodes, NODES),
    drawing: cut(tree.drawing, NODES),
    steps: { ...cut(tree.steps, STEPS), actions, first: page * STEPS },
    playouts: cut(tree.playouts, STEPS),
  };
}

/** What was asked for, without the id of the trace. */
let asked: string[];
/** What is refused, and what is answered only when it is released; texts of such requests. */
let refused: string;
let held: { text: string; until: Promise<void> };

function hold(text: string): () => void {
  let release = () => {};
  held = { text, until: new Promise((done) => (release = done)) };
  return () => release();
}

async function answer(address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search, searchParams: query } = new URL(address, "http://x");
  const { agent } = JSON.parse(String(init.body ?? "{}")) as { agent?: string };
  const [, id = "", what] = /traces\/(\w+)\/(.*)/.exec(pathname + search) ?? [];
  asked.push(what ?? `trace ${agent}`);
  if (held.text && asked.at(-1)?.includes(held.text)) await held.until;
  init.signal?.throwIfAborted();
  if (refused && (what ?? "trace").includes(refused))
    return Response.json({ detail: "it is too large", status: 422 }, { status: 422 });
  const { header, tree } = TRACES[agent ?? id] as Recording;
  if (agent) return Response.json({ ...header, id: agent });
  const page = query.get("page");
  if (page !== null)
    return Response.json(
      id === "paged" ? pageOf(TRACES["paged"] as Recording, Number(page)) : tree,
    );
  const [first, count] = [Number(query.get("first")), Number(query.get("count"))];
  const some = Math.min(count, header.nodes - first, 25);
  return Response.json(
    query.has("first")
      ? { exact: new Array(some).fill(-3), misleading: new Array(some).fill(true) }
      : { id: Number(/\d+/.exec(what ?? "")) },
  );
}

beforeEach(() => {
  [asked, refused] = [[], ""];
  hold("");
  vi.stubGlobal("fetch", answer);
});
afterEach(() => vi.unstubAllGlobals());

const search = (agent: string): Search => ({
  moves: "1122",
  start: null,
  size: "4x4",
  variant: "standard",
  agent,
});

async function open(agent: string, options: Partial<ViewOptions> = {}) {
  const theatre = new TheatreState();
  await theatre.open(search(agent), { ...USUAL_OPTIONS, ...options });
  return { theatre, tree: theatre.tree as Tree };
}

const place = ({ at: moment, phase }: TheatreState) => [moment, phase];
const eventually = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000, interval: 1 });

// Loading

test("a search opens at its end, or where its link says", async () => {
  const { theatre } = await open("alphabeta");
  expect([theatre.at, theatre.loading, theatre.error]).toEqual([132, false, ""]);
  const options = {
    step: 30,
    node: 3,
    truth: true,
    view: "whole",
    speed: 4,
    form: "negamax",
  } as const;
  const {
    at: step,
    selected: node,
    truthOn: truth,
    view,
    speed,
    form,
  } = (await open("alphabeta", options)).theatre;
  expect({ step, node, truth, view, speed, form }).toEqual(options);
  expect(place((await open("mcts", { step: 40, phases: true, phase: 2 })).theatre)).toEqual([
    40, 2,
  ]);
  // What is beyond the end is the end, and where there are no phases, none is done.
  expect(place((await open("mcts", { step: 999, phases: true, phase: 9 })).theatre)).toEqual([
    60, 0,
  ]);
  const odd = (await open("alphabeta", { step: 5, phase: 3, node: 999 })).theatre;
  expect([...place(odd), odd.selected]).toEqual([5, 0, null]);
});

test("a search that is open is not asked for again, and of two the later is shown", async () => {
  const { theatre } = await open("mcts", { step: 7 });
  theatre.play();
  theatre.select(2);
  asked.pop();
  await theatre.open(search("mcts"), { ...USUAL_OPTIONS, step: 9 });
  expect([theatre.at, theatre.playing, theatre.selected]).toEqual([9, false, null]);
  expect(asked).toEqual(["trace mcts", "nodes?page=0"]);
  const release = hold("alphabeta");
  const first = theatre.open(search("alphabeta"), USUAL_OPTIONS);
  await theatre.open(search("slip"), { ...USUAL_OPTIONS, step: 2 });
  release();
  await first;
  expect([theatre.header?.id, theatre.at, theatre.loading, theatre.error]).toEqual([
    "slip",
    2,
    false,
    "",
  ]);
});

test("what the server refuses is said, and another search can be opened", async () => {
  refused = "trace";
  const { theatre, tree } = await open("alphabeta");
  expect([tree, theatre.loading, theatre.error]).toEqual([null, false, "It is too large."]);
  refused = "";
  await theatre.open(search("slip"), USUAL_OPTIONS);
  expect([theatre.count, theatre.error]).toEqual([30, ""]);
});

test("pages make the same tree as one answer", () => {
  const found = TRACES["paged"] as Recording;
  const tree = readTree(found.header, found.tree);
  const paged = withPage(readTree(found.header, pageOf(found, 0)), found.header, pageOf(found, 1));
  expect(paged.loadedCount).toBe(tree.count);
  for (const name of ["firstChild", "nextSibling", "best", "level", "parent", "steps"] as const)
    expect(paged[name]).toEqual(tree[name]);
});

test("what is not loaded yet is loaded on the way to it, unless one goes elsewhere", async () => {
  const { theatre } = await open("paged", { step: 0 });
  const release = hold("page=1");
  const arrives = theatre.reach(50);
  expect([theatre.at, theatre.waiting]).toEqual([STEPS, true]);
  theatre.seek(4);
  release();
  await arrives;
  expect([theatre.at, theatre.waiting, theatre.tree?.loadedCount]).toEqual([4, false, 61]);
  refused = "page=1";
  const failing = (await open("paged", { step: 50 })).theatre;
  expect([failing.at, failing.truthNote]).toEqual([STEPS, "It is too large."]);
  refused = "";
  await failing.reach(50);
  expect([failing.at, failing.layout?.rows.length]).toEqual([50, theatre.layout?.rows.length]);
});

// Time

test("steps go forward and back, and never beyond the ends", async () => {
  const { theatre } = await open("alphabeta", { step: 0 });
  expect(saySpoken(theatre)).toMatch("Nothing has been searched yet");
  theatre.hovered = 3;
  theatre.step(1);
  expect([theatre.at, theatre.hovered]).toEqual([1, null]);
  expect(saySpoken(theatre)).toBe("Red begins the search.");
  theatre.step(100);
  theatre.step(-1);
  expect([theatre.at, theatre.now]).toEqual([100, 100]);
  const seek = (moment: number) => (theatre.seek(moment), theatre.at);
  expect([-5, 3.6, 9999].map(seek)).toEqual([0, 4, 132]);
});

test("phases lead through a playout and back again", async () => {
  const { theatre, tree } = await open("mcts", { step: 40, phases: true });
  const [phases, leaf] = [theatre.phasesAt(40), at(tree.steps.node, 40)];
  const board = theatre.rowsOf(leaf);
  for (const [index, phase] of phases.slice(0, -1).entries()) {
    theatre.step(1);
    expect([...place(theatre), theatre.phaseNow]).toEqual([40, index + 1, phase]);
    const { current, seen: moment } = theatre;
    expect(theatre.drawn).toEqual({ phase, moment, current });
    expect(at(theatre.playouts?.visits ?? [], leaf)).toBe(phase.backed > 0 ? 1 : 0);
    // The leaf is there from its expansion on, and its board has the random game.
    expect(at(tree.steps.bornAt, leaf) <= moment).toBe(phase.grown);
    if (phase.kind === "play")
      expect(discs(theatre.gameRows?.rows)).toBe(discs(board) + phase.discs);
  }
  const marks = theatre.gameRows?.rows.join("") ?? "";
  expect(Math.abs(marks.split("X").length - marks.split("O").length)).toBeLessThan(2);
  expect(phases.filter(({ kind }) => kind === "play").length).toBeGreaterThan(1);
  theatre.step(1);
  expect(place(theatre)).toEqual([41, 0]);
  theatre.step(-1);
  expect(place(theatre)).toEqual([40, phases.length - 1]);
  theatre.setPhases(false);
  expect(place(theatre)).toEqual([40, 0]);
  await theatre.reach(40, 3);
  theatre.step(-1); // a whole playout: back to its start
  expect(place(theatre)).toEqual([40, 0]);
  theatre.setPhases(true);
  for (const [moment, by] of [
    [0, -1],
    [60, 1],
  ] as const) {
    await theatre.reach(moment);
    theatre.step(by);
    expect([...place(theatre), theatre.current]).toEqual([moment, 0, 0]);
  }
});

test("cuts are found both ways", async () => {
  const { theatre, tree } = await open("alphabeta", { step: 0 });
  const cuts = [...tree.pruned.keys()].map((node) => at(tree.steps.doneAt, node));
  cuts.sort((one, two) => one - two);
  const seek = (direction: 1 | -1) => (theatre.seekCut(direction), theatre.at);
  expect(cuts.map(() => seek(1))).toEqual(cuts);
  expect(saySpoken(theatre)).toMatch(/^Cut: /);
  expect([seek(1), seek(-1)]).toEqual([cuts.at(-1), cuts.at(-2)]);
});

test("it plays at its speed, from the start if it is at the end, and stops there", async () => {
  const { theatre } = await open("alphabeta", { speed: SPEEDS.indexOf(100) });
  theatre.select(5);
  theatre.toggle();
  expect([theatre.playing, theatre.at, theatre.selected]).toEqual([true, 0, null]);
  theatre.advance(55, 1000);
  expect([theatre.now, theatre.at]).toEqual([5, 5]);
  // Panels lag behind the tree; and a page that slept does not jump ahead.
  theatre.advance(5000, 1001);
  expect([theatre.now, theatre.at]).toEqual([15, 5]);
  theatre.advance(10, 1200);
  theatre.toggle();
  theatre.advance(100, 2000);
  expect([theatre.playing, theatre.at]).toEqual([false, 16]);
  theatre.play();
  for (let frame = 0; frame < 20; frame += 1) theatre.advance(100, frame);
  expect([theatre.now, theatre.at, theatre.playing]).toEqual([132, 132, false]);
});

test("phases are played one by one", async () => {
  const { theatre } = await open("mcts", { step: 40, phases: true, speed: 0 });
  theatre.play();
  for (let frame = 0; frame < 25; frame += 1) theatre.advance(100, 100 * frame);
  expect(place(theatre)).toEqual([40, 2]);
  theatre.speed = SPEEDS.indexOf(1000);
  theatre.advance(100, 3000);
  theatre.pause();
  expect(theatre.at).toBeGreaterThan(41);
  expect(theatre.phase).toBeLessThan(theatre.phasesAt(theatre.at).length);
});

test("playing loads what comes next before it is needed, and waits for it", async () => {
  const { theatre } = await open("paged", { step: 0, speed: SPEEDS.indexOf(300) });
  const release = hold("page=1");
  theatre.play();
  for (let frame = 0; frame < 9; frame += 1) theatre.advance(100, 1000 * frame);
  expect([theatre.now, theatre.playing, theatre.waiting]).toEqual([STEPS, true, true]);
  release();
  await eventually(() => expect(theatre.waiting).toBe(false));
  theatre.advance(10, 20_000);
  expect(theatre.now).toBe(STEPS + 3);
});

// Nodes

test("details are those of the node that was selected last", async () => {
  const { theatre } = await open("alphabeta");
  const release = hold("nodes/3");
  theatre.select(3);
  theatre.select(4);
  release();
  await eventually(() => expect(theatre.details?.id).toBe(4));
  theatre.setForm("negamax");
  expect(asked.at(-1)).toBe("nodes/4?truth=false&form=negamax");
  theatre.hovered = 7;
  theatre.select(null);
  expect([theatre.shown, theatre.details]).toEqual([7, null]);
  refused = "nodes/5";
  theatre.select(5);
  await eventually(() => expect(theatre.truthNote).toBe("It is too large."));
});

test("one walks to relatives that are searched by now", async () => {
  const { theatre, tree } = await open("alphabeta");
  const [first = NONE, second = NONE] = childrenOf(tree, 0);
  const walk = (...[to]: Parameters<TheatreState["walk"]>) => (theatre.walk(to), theatre.selected);
  expect(walk("child")).toBe(at(tree.best, 0));
  theatre.select(second);
  expect((["previous", "previous", "next"] as const).map(walk)).toEqual([first, first, second]);
  expect((["parent", "parent"] as const).map(walk)).toEqual([0, 0]);
  theatre.seek(2);
  expect((["child", "next"] as const).map(walk)).toEqual([first, first]);
});

test("large trees are shown close up, unless they are played too fast to be read", async () => {
  const { theatre } = await open("alphabeta", { speed: SPEEDS.indexOf(100) });
  expect(theatre.viewed).toBe("near");
  theatre.play();
  expect(theatre.viewed).toBe("whole");
  theatre.view = "near";
  expect(theatre.viewed).toBe("near");
  expect((await open("slip")).theatre.viewed).toBe("whole");
  expect((await open("mcts")).theatre.viewed).toBe("whole");
  expect((await open("mcts", { phases: true })).theatre.viewed).toBe("near");
});

const discs = (rows: readonly string[] = []) => rows.join("").replaceAll("-", "").length;

test.each(["alphabeta", "mcts", "slip"])(
  "boards of %s have a disc for each move",
  async (agent) => {
    const { theatre, tree } = await open(agent);
    const before = discs(theatre.header?.position.board);
    for (let node = 0; node < tree.count; node += 1) {
      expect(pathTo(tree, node).filter((each) => theatre.discOf(each))).toHaveLength(
        at(tree.depth, node),
      );
      expect(discs(theatre.rowsOf(node))).toBe(before + at(tree.depth, node));
    }
  },
);

test("a table is that of the node that chooses, or has something below it", async () => {
  const { theatre, tree } = await open("mcts", { step: 40, phases: true, phase: 2 });
  expect(nodeOfTable(theatre, tree)).toBe(theatre.phaseNow?.node);
  const leaf = tree.firstChild.indexOf(NONE);
  theatre.select(leaf);
  expect(nodeOfTable(theatre, tree)).toBe(tree.parent[leaf]);
});

test("the last playout says what is played", async () => {
  const { theatre } = await open("mcts");
  expect(saySpoken(theatre)).toMatch(`column ${theatre.header?.report.column} was visited most`);
  theatre.step(-1);
  expect(saySpoken(theatre)).not.toMatch("visited most");
});

test("a search leads to a game against it, and to the truth about a node", async () => {
  const { theatre, tree } = await open("alphabeta");
  theatre.select(childrenOf(tree, 0)[1] ?? NONE);
  const [game, review] = [playLink(theatre), truthLink(theatre, "/theatre?node=1")].map((link) =>
    Object.fromEntries(new URL(link ?? "", "http://x").searchParams),
  );
  expect(game).toMatchObject({ moves: "1122", red: "human", yellow: "alphabeta" });
  const moves = `1122${tree.move[theatre.shown]}`;
  expect(review).toMatchObject({ moves, from: "/theatre?node=1" });
});

// Truth

test("what is seen is solved, in batches, and stands beside the values", async () => {
  const { theatre, tree } = await open("alphabeta", { step: 40 });
  theatre.setTruth(true);
  const seen = [...tree.steps.bornAt.keys()].filter((node) => at(tree.steps.bornAt, node) <= 40);
  const known = () => theatre.truth?.exact.filter((exact) => exact !== UNKNOWN).length ?? 0;
  await eventually(() => expect(known()).toBeGreaterThanOrEqual(seen.length));
  expect(known()).toBeLessThan(tree.count);
  const done = seen.find((node) => at(tree.steps.doneAt, node) <= 40 && at(tree.sign, node) < 0);
  expect(sayTruth(theatre, tree, done ?? 0)).toBe("won ✗");
  expect(sayTruth(theatre, tree, 0)).toBe("lost");
  theatre.seek(132);
  await eventually(() => expect(theatre.truthKnown).toBe(tree.count));
  theatre.setTruth(false);
  expect(sayTruth(theatre, tree, 0)).toBe("");
});

test("truth that takes too long, or that there is not, is left out", async () => {
  refused = "truth?";
  const { theatre } = await open("alphabeta", { truth: true });
  await eventually(() => expect(theatre.truthNote).toMatch("Choose a node to solve it"));
  theatre.select(2);
  expect(asked.at(-1)).toBe("nodes/2?truth=true&form=maxmin");
  expect((await open("slip", { truth: true })).theatre.truthOn).toBe(false);
});

test("who leaves the page hears no more of it", async () => {
  const { theatre } = await open("alphabeta");
  const release = hold("truth?");
  theatre.setTruth(true);
  theatre.play();
  theatre.close();
  release();
  await new Promise((done) => setTimeout(done)); // all answers are there
  expect([theatre.playing, theatre.truthKnown, theatre.truthNote]).toEqual([false, 0, ""]);
});
