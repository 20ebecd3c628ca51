import { expect, test } from "vitest";

import { listed } from "../../shared/words";
import { Playouts } from "../moment";
import alphabeta from "../recordings/alphabeta.json";
import puct from "../recordings/puct.json";
import { readTree } from "../tree";
import type { TraceView, TreeView } from "../../shared/types";
import { Facts, valueOptions } from "./facts";
import { LESSONS } from "./lessons";

const recording = alphabeta as unknown as { header: TraceView; tree: TreeView };
const tree = readTree(recording.header, recording.tree);
const facts = new Facts(tree, recording.header, new Playouts(tree));

test("there are eight lessons, and each asks something", () => {
  expect(LESSONS.length).toBe(8);
  for (const lesson of LESSONS) expect(lesson.steps.some((step) => step.question)).toBe(true);
});

test("what is asked of PUCT can be worked out from what is shown", () => {
  const { header, tree: view } = puct as unknown as { header: TraceView; tree: TreeView };
  const grown = readTree(header, view);
  const known = new Facts(grown, header, new Playouts(grown));
  const steps = LESSONS.at(-1)?.steps ?? [];
  const step = steps.find((each) => each.question);
  const question = step?.question;
  const answer = question?.answer(known) ?? "";
  expect(question?.options(known).map((each) => each.value)).toContain(answer);
  const sums = [
    ...(question?.prompt(known) ?? "").matchAll(/column (\d) has (\d+)\s% \+ (\d+)\s%/g),
  ];
  const total = ([, , value, more]: RegExpMatchArray) => Number(value) + Number(more);
  const best = sums.sort((a, b) => total(b) - total(a))[0];
  expect(best?.[1]).toBe(answer);
  expect(question?.because(known)).toContain(`Column ${answer} has the largest sum`);
});

test("what comes next is read off the steps", () => {
  expect(facts.nextEntered(0)).toBe(0);
  expect(facts.nextEntered(1)).toBe(1);
  expect(facts.children().every((child) => tree.parent[child] === recording.header.root)).toBe(
    true,
  );
});

test("cuts come in the order in which they were made", () => {
  const moments = facts.cuts.map((node) => tree.steps.doneAt[node] ?? 0);
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  const saved = recording.tree.cuts.saved.reduce((sum, each) => sum + each, 0);
  expect(facts.saved).toBe(saved);
});

test("choices come once each and in order", () => {
  expect(valueOptions([3, -2, 3]).map((each) => each.value)).toEqual(["−2", "3"]);
  expect(listed([4, 5, 6])).toBe("4, 5 and 6");
});
