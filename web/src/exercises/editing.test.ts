import { expect, test } from "vitest";
import type { TreeNodeView } from "../shared/types";
import { addBranch, change, deleteNode, draftsOf, write } from "./editing";

const node = (parent: number, kind: TreeNodeView["kind"], value: number | null = null) =>
  ({ parent, kind, value, name: "", estimate: null, probability: 1, goal: false }) as TreeNodeView;

const small = () =>
  draftsOf([
    node(-1, "max"),
    node(0, "min"),
    node(1, "leaf", 3),
    node(1, "leaf", 12),
    node(0, "leaf", 7),
  ]);

test("a tree is written as it was read", () => {
  expect(write(small()[0]!)).toBe("[[3,12],7]");
});

test("branches are added, a leaf keeps its value in the first", () => {
  expect(addBranch(small(), 1)).toBe("[[3,12,0],7]");
  expect(addBranch(small(), 4)).toBe("[[3,12],[7]]");
});

test("a node that loses its last branch becomes a leaf", () => {
  expect(deleteNode(small(), 2)).toBe("[[12],7]");
  const drafts = draftsOf([node(-1, "max"), node(0, "min"), node(1, "leaf", 3)]);
  expect(deleteNode(drafts, 2)).toBe("[3]");
  expect(deleteNode(small(), 0)).toBe("[[3,12],7]");
});

test("values, estimates and chance are set", () => {
  expect(change(small(), 4, { value: -2.5 })).toBe("[[3,12],-2.5]");
  expect(change(small(), 1, { estimate: 5 })).toBe("[[3,12]~5,7]");
  expect(change(small(), 1, { chance: true })).toBe("[(3,12),7]");
  const chance = draftsOf([
    node(-1, "max"),
    node(0, "chance"),
    node(1, "leaf", 3),
    node(1, "leaf", 4),
  ]);
  chance[2]!.probability = 0.9;
  chance[3]!.probability = 0.1;
  expect(write(chance[0]!)).toBe("[(0.9:3,0.1:4)]");
});
