import { expect, test } from "vitest";
import { writeQuery } from "../shared/router.svelte";
import { figureOf, sayBytes, sayTime, spreadOf, writeCsv } from "./figures";
import { keyOf, raceQuery, readAxes, readRace, USUAL_AXES, type RaceSetup } from "./link";
import { searchOf } from "./onward";
import { placeNames, scaleOf } from "./plot";
import type { AgentsView, ContenderView, RaceView } from "../shared/types";

const position = { moves: "44>53", start: null, size: "7x6", variant: "slip" };

test("a race comes back from its link", () => {
  const setup: RaceSetup = {
    position,
    agents: ["mcts:playouts=2000,c=1.4", "expectiminimax:depth=3"],
    budget: { name: "nodes", amount: 5000 },
    runs: 7,
  };
  const axes = { x: "memory", y: "nodes" } as const;
  const back = new URLSearchParams(writeQuery(raceQuery(setup, axes)));
  expect(readRace(back)).toEqual(setup);
  expect(readAxes(back)).toEqual(axes);
});

test("their own budgets and the empty board have links too", () => {
  const empty = { moves: "-", start: null, size: "7x6", variant: "standard" };
  const setup: RaceSetup = {
    position: empty,
    agents: ["random"],
    budget: { name: null, amount: 0 },
    runs: 3,
  };
  expect(writeQuery(raceQuery(setup, USUAL_AXES))).toBe("?moves=-&agent=random&own=1");
  expect(readRace(raceQuery(setup, USUAL_AXES))).toEqual(setup);
});

test("nonsense in a link is what is usual, and nobody takes part twice", () => {
  const found = readRace(new URLSearchParams("runs=-3&seconds=x&agent=mcts&agent=mcts&x=age"));
  expect(found.runs).toBe(3);
  expect(found.budget).toEqual({ name: "seconds", amount: 0.5 });
  expect(found.agents).toEqual(["mcts"]);
  expect(readAxes(new URLSearchParams("x=age"))).toEqual(USUAL_AXES);
  expect(readRace(new URLSearchParams("runs=900")).runs).toBe(20);
});

test("the picture is no part of what is raced", () => {
  const one = readRace(new URLSearchParams("moves=44&x=nodes"));
  expect(keyOf(one)).toBe(keyOf(readRace(new URLSearchParams("moves=44"))));
  expect(keyOf(one)).not.toBe(keyOf(readRace(new URLSearchParams("moves=44&runs=4"))));
});

test("figures are said with three digits", () => {
  expect([0.0000934, 0.001, 0.01234, 1.0093].map(sayTime)).toEqual([
    "93.4 µs",
    "1 ms",
    "12.3 ms",
    "1.01 s",
  ]);
  expect([0, 4096, 4349132, 67149824].map(sayBytes)).toEqual([
    "under 4 KB",
    "4 KB",
    "4.15 MB",
    "64 MB",
  ]);
});

test("a spread is the one that statistics books have", () => {
  expect(spreadOf([3, 1, 2, 9, 4])).toEqual({ median: 3, low: 2, high: 4 });
  expect(spreadOf([5])).toEqual({ median: 5, low: 5, high: 5 });
  expect(spreadOf([])).toBeNull();
});

function contender(columns: number[], lost: Record<number, number>): ContenderView {
  const verdict = (points_lost: number) => ({
    score: { value: 6, result: 1 as const, plies: 17, says: "wins in 9" },
    kind: "best",
    means: "",
    is_best: points_lost === 0,
    is_blunder: false,
    points_lost,
  });
  const flat = { median: 1, low: 1, high: 1 };
  const counts = new Map(
    columns.map((each) => [each, columns.filter((one) => one === each).length]),
  );
  return {
    agent: 'odd:name="a,b"',
    column: columns[0] ?? null,
    columns: [...counts].map(([column, count]) => ({
      column,
      count,
      verdict: verdict(lost[column] ?? 0),
    })),
    seconds: flat,
    nodes: flat,
    depth: flat,
    playouts: null,
    memory: null,
    verdict: verdict(0),
    points_lost: columns.reduce((sum, each) => sum + (lost[each] ?? 0), 0) / columns.length,
    note: null,
    trouble: null,
    runs: columns.map((column) => ({
      column,
      seconds: 0.5,
      nodes: 10,
      depth: 3,
      playouts: 0,
      complete: true,
      memory: null,
    })),
  };
}

test("quality is the mean of the points lost, with their spread", () => {
  const found = figureOf(contender([5, 5, 3], { 5: 2, 3: 0 }), "quality");
  expect(found).toEqual({ median: 4 / 3, low: 1, high: 2 });
});

test("a file has a line for every decision, and odd names stay whole", () => {
  const lines = writeCsv({ agents: [contender([5, 3], { 5: 2 })] } as RaceView).split("\r\n");
  expect(lines[0]).toBe(
    "agent,run,column,exact,kind,points_lost,seconds,nodes,depth,playouts,complete,memory_bytes",
  );
  expect(lines[1]).toBe('"odd:name=""a,b""",1,5,wins in 9,best,2,0.5,10,3,0,true,');
  expect(lines).toHaveLength(4);
});

test("everything lies on its axis, and the best is at the far end", () => {
  const spreads = [
    { median: 0.001, low: 0.0005, high: 0.002 },
    { median: 1, low: 0.9, high: 2 },
  ];
  const scale = scaleOf("time", spreads, 5);
  for (const each of [0.0005, 0.001, 2]) {
    expect(scale.at(each)).toBeGreaterThan(0);
    expect(scale.at(each)).toBeLessThan(1);
  }
  expect(scale.ticks.map((tick) => tick.says)).toEqual(["1 ms", "10 ms", "100 ms", "1 s"]);
  const quality = scaleOf("quality", [{ median: 3, low: 0, high: 6 }], 6);
  expect(quality.at(0)).toBeGreaterThan(quality.at(6));
  expect(scaleOf("memory", [{ median: 0, low: 0, high: 0 }], 5).at(0)).toBeGreaterThanOrEqual(0);
});

test("labels of an axis never collide, however narrow it is", () => {
  const flat = (low: number, high: number) => [{ median: low, low, high }];
  const cases = [
    ["time", flat(0.00001, 3)],
    ["time", flat(0.001, 0.004)],
    ["memory", flat(4096, 70e6)],
    ["nodes", flat(1, 5e6)],
    ["quality", flat(0, 30)],
  ] as const;
  for (const [axis, spreads] of cases)
    for (const most of [2.5, 4, 9]) {
      const places = scaleOf(axis, spreads, most).ticks.map((tick) => tick.at);
      expect(places.length, `${axis} ${most}`).toBeGreaterThan(0);
      places.slice(1).forEach((place, index) => {
        expect(Math.abs(place - (places[index] ?? 0)), `${axis} ${most}`).toBeGreaterThanOrEqual(
          1 / most,
        );
      });
    }
});

test("a decision is repeated with its budget and its seed", () => {
  const agents = {
    agents: [
      { name: "mcts", options: ["playouts", "nodes", "seconds"] },
      { name: "minimax", options: ["depth", "nodes", "seconds"] },
    ].map(({ name, options }) => ({
      name,
      options: options.map((each) => ({ name: each, limit: true })),
    })),
  } as unknown as AgentsView;
  const made = (agent: string, part: object) => {
    const one = contender([5, 3], {});
    return { ...one, agent, column: 3, runs: one.runs.map((run) => ({ ...run, ...part })) };
  };
  const nodes = { depth: null, nodes: 5000, playouts: null, seconds: null };
  expect(searchOf(made("minimax:depth=4", {}), nodes, agents)).toEqual({
    spec: "minimax:depth=4,nodes=5000",
    seed: 1,
  });
  const timed = { ...nodes, nodes: null, seconds: 0.5 };
  const ended = { complete: false, playouts: 1234, nodes: 900 };
  expect(searchOf(made("mcts", ended), timed, agents)?.spec).toBe("mcts:playouts=1234");
  expect(searchOf(made("minimax", { ...ended, playouts: 0 }), timed, agents)?.spec).toBe(
    "minimax:nodes=900",
  );
  expect(searchOf(made("minimax", {}), timed, agents)?.spec).toBe("minimax");
  expect(searchOf(made("random", {}), null, agents)).toBeNull();
});

test("names cover neither marks nor each other", () => {
  const marks = [
    { x: 100, y: 100, width: 60 },
    { x: 112, y: 100, width: 60 },
    { x: 100, y: 112, width: 60 },
  ];
  const boxes = placeNames(marks, [], { x: 0, y: 0, width: 300, height: 200 });
  const overlaps = (one: (typeof boxes)[0], other: (typeof boxes)[0]) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;
  boxes.forEach((one, index) => {
    boxes.slice(index + 1).forEach((other) => expect(overlaps(one, other)).toBe(false));
    for (const { x, y } of marks)
      expect(overlaps(one, { x: x - 8, y: y - 8, width: 16, height: 16 })).toBe(false);
  });
});
