import { expect, test } from "vitest";

import { Playouts } from "../moment";
import alphabeta from "../recordings/alphabeta.json";
import { readTree } from "../tree";
import type { TraceView, TreeView } from "../../shared/types";
import { below, cutsOf, listed, nextEntered, savedBy, valueOptions, type Facts } from "./facts";
import { LESSONS } from "./lessons";

const told = alphabeta as unknown as { header: TraceView; tree: TreeView };
const tree = readTree(told.header, told.tree);
const facts: Facts = { tree, header: told.header, playouts: new Playouts(tree), others: [] };

test("there are seven lessons, and each asks something", () => {
  expect(LESSONS.length).toBe(7);
  for (const lesson of LESSONS) expect(lesson.steps.some((step) => step.ask)).toBe(true);
});

test("what comes next is read off the steps", () => {
  expect(nextEntered(facts, 0)).toBe(0);
  expect(nextEntered(facts, 1)).toBe(1);
  expect(below(facts).every((child) => tree.parent[child] === told.header.root)).toBe(true);
});

test("cuts come in the order in which they were made", () => {
  const moments = cutsOf(facts).map((node) => tree.steps.doneAt[node] ?? 0);
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  const saved = told.tree.cuts.saved.reduce((sum, each) => sum + each, 0);
  expect(savedBy(facts)).toBe(saved);
});

test("choices come once each and in order", () => {
  expect(valueOptions([3, -2, 3]).map((each) => each.value)).toEqual(["−2", "3"]);
  expect(listed([4, 5, 6])).toBe("4, 5 and 6");
});
