import { isLocal } from "./local";
import { expect, test } from "vitest";

import { fieldsOf, fittingSpec, parseSpec, playsOn, seatName, withOption, writeSpec } from "./spec";
import type { AgentsView } from "../shared/types";

const agents: AgentsView = {
  levels: [1, 2, 3].map((level) => ({
    spec: `level:${level}`,
    level,
    label: `Level ${level}`,
    plain: "",
    summary: "",
    elo: 0,
    low: 0,
    high: 0,
    variants: ["standard"],
  })),
  agents: [
    { name: "random", label: "Random", summary: "", options: [], variants: ["standard", "slip"] },
    { name: "mcts", label: "MCTS", summary: "", options: [], variants: ["standard", "slip"] },
  ],
  caps: { depth: 1, nodes: 1, playouts: 1, seconds: 1 },
  local_agents: false,
};

test("a spec comes back from its pieces, without what was left empty", () => {
  const spec = parseSpec("mcts:playouts=2000,c=1.4");
  expect(spec).toEqual({ name: "mcts", options: { playouts: "2000", c: "1.4" } });
  expect(writeSpec({ ...spec, options: { ...spec.options, c: "" } })).toBe("mcts:playouts=2000");
});

test("a seat that cannot play a variant is given to somebody who can", () => {
  expect(fittingSpec("level:2", agents, "standard")).toBe("level:2");
  expect(fittingSpec("level:2", agents, "slip")).toBe("mcts");
  expect(fittingSpec("mcts:playouts=9", agents, "slip")).toBe("mcts:playouts=9");
  expect(fittingSpec("human", agents, "slip")).toBe("human");
});

test("a training has no field, and an age only where there is a network", () => {
  const option = (name: string, kind = "int", choices: string[] = []) => ({ name, kind, choices });
  const options = [
    option("eval", "str", ["windows", "tuples"]),
    option("run", "str"),
    option("age"),
  ];
  const names = (spec: string) => fieldsOf(options, parseSpec(spec)).map((each) => each.name);
  expect(names("alphabeta")).toEqual(["eval"]);
  expect(names("alphabeta:eval=tuples")).toEqual(["eval", "age"]);
  expect(fieldsOf([option("age")], parseSpec("zero")).length).toBe(1);
  const young = parseSpec("alphabeta:eval=tuples,age=1000,run=monday");
  expect(writeSpec(withOption(young, "eval", "lines"))).toBe("alphabeta:eval=lines");
  expect(writeSpec(withOption(young, "age", "9"))).toBe("alphabeta:eval=tuples,age=9,run=monday");
});

test("agents go by the names that people know, with the options that were set", () => {
  const specs = [
    "level:7",
    "level:3 #2",
    "mcts",
    "astar",
    "alphabeta:depth=4,eval=lines #2",
    "own",
  ];
  expect(specs.map(seatName)).toEqual([
    "Level 7",
    "Level 3 #2",
    "Monte Carlo tree search (MCTS)",
    "A*",
    "Alpha-beta · depth 4 · eval lines #2",
    "own",
  ]);
  expect(seatName("human")).toBe("You");
});

test("what has learned one board plays no other", () => {
  expect(playsOn("zero", "7x6")).toBe(true);
  expect(playsOn("zero", "9x6")).toBe(false);
  expect(playsOn("tuples:run=mine", "5x4")).toBe(true);
  expect(playsOn("alphabeta:eval=lines", "5x4")).toBe(false);
  expect(fittingSpec("mcts:eval=tuples", agents, "standard", "5x4")).toBe("level:3");
});

test("programs of the machine are known by their spec", () => {
  const specs = ["python:bot:choose", "exec:./bot --fast", "uci:bot", "kaggle:bot.py"];
  expect(specs.every(isLocal)).toBe(true);
  expect(["pythonic:bot", "exec:", "exec", "mcts:playouts=9", "human"].some(isLocal)).toBe(false);
  expect(fittingSpec("python:bot:choose", agents, "slip")).toBe("python:bot:choose");
});
