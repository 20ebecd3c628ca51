import { expect, test } from "vitest";
import { writeQuery } from "../shared/query";
import type { SuiteAgentView, SuiteRaceView } from "../shared/types";
import { isOnePosition } from "./link";
import {
  landingOf,
  sayPercent,
  sortBy,
  sorted,
  USUAL_SORTING,
  writeSuiteCsv,
} from "./suiteFigures";
import {
  readResults,
  readSuite,
  resultsOf,
  suiteKey,
  suiteQuery,
  type SuiteSetup,
} from "./suiteLink";

const setup: SuiteSetup = {
  suite: "hard",
  count: 5,
  seed: 7,
  agents: ["mcts:playouts=2000", "astar"],
  budget: { name: "nodes", amount: 5000 },
};
const results = [
  { answers: "1x7.4", seconds: { value: 0.0123, low: 0.011, high: 0.0136 }, nodes: null },
  { answers: ".....", seconds: null, nodes: { value: 5, low: 0, high: 1.5e21 } },
];

test("a race comes back from its link, with its results", () => {
  const query = new URLSearchParams(writeQuery(suiteQuery(setup, results)));
  expect(readSuite(query)).toEqual(setup);
  expect(readResults(query)).toEqual(results);
  expect(readResults(suiteQuery(setup, null))).toBeNull();
  expect(suiteKey(readSuite(query))).toBe(suiteKey(setup));
});

test("results that cannot be are not taken", () => {
  for (const r of [
    "",
    "8",
    "12_1_2_3_1_1_1",
    "12_2_1_x___",
    "12_2_1_3",
    "1 2______",
    "12_-1_-2_3___",
  ])
    expect(readResults(new URLSearchParams({ r })), r).toBe("broken");
});

test("what makes no sense in a link is what is usual", () => {
  const found = readSuite(new URLSearchParams("positions=9999&seed=-1&seconds=x"));
  expect(found).toMatchObject({ suite: "all", count: 200, seed: 0 });
  expect(found.budget).toEqual({ name: "seconds", amount: 0.1 });
  expect(readSuite(new URLSearchParams("positions=0")).count).toBe(1);
});

test("links to races on one position are still what they were", () => {
  const one = ["moves=44", "moves=-", "start=-------", "variant=slip", "runs=3"];
  expect(one.every((each) => isOnePosition(new URLSearchParams(each)))).toBe(true);
  const many = ["", "suite=all", "agent=mcts", "suite=end&moves=4"];
  expect(many.some((each) => isOnePosition(new URLSearchParams(each)))).toBe(false);
});

const figure = (value: number) => ({ value, low: value / 2, high: 2 * value, count: 5 });

function agent(name: string, kept: number | null, seconds: number): SuiteAgentView {
  return {
    ...{ agent: name, moves: 5, forced: 0, lost: 0, faults: 0, classes: [], plies: [] },
    result_kept: kept === null ? null : figure(kept),
    best: figure(0.5),
    points_lost: figure(1),
    seconds: figure(seconds),
    nodes: figure(10),
  };
}

test("agents are sorted by any column, both ways, those without a figure last", () => {
  const all = [agent("b", 0.5, 2), agent("a", null, 3), agent("c", 0.9, 1)];
  const names = (by: Parameters<typeof sorted>[1]) => sorted(all, by).map((each) => each.agent);
  expect(names(USUAL_SORTING)).toEqual(["c", "b", "a"]);
  expect(names(sortBy(USUAL_SORTING, "kept"))).toEqual(["b", "c", "a"]);
  const byTime = sortBy(USUAL_SORTING, "seconds");
  expect(byTime).toEqual({ by: "seconds", rising: true });
  expect(names(byTime)).toEqual(["c", "b", "a"]);
  expect(names(sortBy(byTime, "seconds"))).toEqual(["a", "b", "c"]);
  expect(names({ by: "agent", rising: true })).toEqual(["a", "b", "c"]);
});

test("agents are sorted by the names that are shown, not by their specs", () => {
  const all = [agent("alphabeta:depth=4", 0.5, 2), agent("astar", 0.4, 3)];
  const shown = sorted(all, { by: "agent", rising: true }).map((each) => each.agent);
  expect(shown).toEqual(["astar", "alphabeta:depth=4"]);
});

test("figures are said, discs land on top, files have a line for each answer", () => {
  expect([0, 0.7046, 1].map(sayPercent)).toEqual(["0", "70.5", "100"]);
  expect(landingOf(["--", "X-", "OX"], 1)).toEqual({ column: 1, row: 3 });
  const position = {
    start: "--/XO",
    turn: "X",
    suite: "end",
    best: { value: 2 },
    best_columns: [1],
  };
  const mistake = { position: 1, column: 2, verdict: null, fault: null, seed: 1, spoils: true };
  const view = {
    suite: { agents: [agent("astar", 0.5, 0.0123456)] },
    positions: [position, position, position],
    racers: [{ agent: "astar", note: null, answers: "12.", mistakes: [mistake] }],
  } as unknown as SuiteRaceView;
  expect(writeSuiteCsv(view).split("\r\n").slice(1, 3)).toEqual([
    "astar,1,--/XO,end,2,1,true,false",
    "astar,2,--/XO,end,2,2,false,true",
  ]);
  expect(resultsOf(view)[0]?.seconds).toEqual({ value: 0.0123, low: 0.00617, high: 0.0247 });
});
