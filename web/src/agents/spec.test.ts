import { expect, test } from "vitest";

import { fittingSpec, parseSpec, seatName, writeSpec } from "./spec";
import type { AgentsView } from "../shared/types";

const agents: AgentsView = {
  levels: [1, 2, 3].map((level) => ({
    spec: `level:${level}`,
    level,
    summary: "",
    variants: ["standard"],
  })),
  agents: [
    { name: "random", summary: "", options: [], variants: ["standard", "slip"] },
    { name: "mcts", summary: "", options: [], variants: ["standard", "slip"] },
  ],
  caps: { depth: 1, nodes: 1, playouts: 1, seconds: 1 },
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

test("levels go by their number", () => {
  expect(["level:7", "level:3 #2", "mcts", "human"].map(seatName)).toEqual([
    "Level 7",
    "Level 3 #2",
    "mcts",
    "You",
  ]);
});
