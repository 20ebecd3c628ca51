/** Trees in the reader's hand: changed node by node, written as the server reads them. */

import type { TreeNodeView } from "../shared/types";

export interface Draft {
  children: Draft[];
  chance: boolean;
  value: number | null;
  goal: boolean;
  estimate: number | null;
  probability: number;
}

/** Return the nodes of a tree as drafts that hang together, in the same order. */
export function draftsOf(nodes: readonly TreeNodeView[]): Draft[] {
  const drafts = nodes.map(({ kind, value, goal, estimate, probability }): Draft => ({
    children: [],
    chance: kind === "chance",
    value,
    goal,
    estimate,
    probability,
  }));
  nodes.forEach(({ parent }, node) => {
    if (parent >= 0) drafts[parent]?.children.push(drafts[node] as Draft);
  });
  return drafts;
}

/** Write a draft; outcomes that are equally likely need no probabilities. */
export function write(draft: Draft): string {
  const { children, chance, value, goal, estimate } = draft;
  const end = estimate === null ? "" : `~${estimate}`;
  if (children.length === 0) return (value === null ? (goal ? "*" : "-") : String(value)) + end;
  if (!chance) return `[${children.map(write).join(",")}]${end}`;
  const equal = children.every(
    ({ probability }) => Math.abs(probability - 1 / children.length) < 1e-4,
  );
  const texts = children.map((each) => (equal ? "" : `${each.probability}:`) + write(each));
  return `(${texts.join(",")})`;
}

const leaf = (value: number | null): Draft => ({
  children: [],
  chance: false,
  value,
  goal: false,
  estimate: null,
  probability: 1,
});

/** Make every outcome of a chance node equally likely. */
function level(draft: Draft): void {
  for (const child of draft.children)
    child.probability = draft.chance ? 1 / draft.children.length : 1;
}

/** Add a branch to a node: a leaf gets its first one, with its own value. */
export function addBranch(drafts: readonly Draft[], node: number): string {
  const draft = drafts[node];
  if (!draft) return "";
  const games = drafts.some(({ value }) => value !== null);
  const first = draft.children.length === 0 ? draft.value : null;
  draft.children.push(leaf(games ? (first ?? 0) : null));
  draft.value = null;
  draft.goal = false;
  level(draft);
  return write(drafts[0] as Draft);
}

/** Delete a node with all below it; a node that loses its last branch becomes a leaf. */
export function deleteNode(drafts: readonly Draft[], node: number): string {
  const gone = drafts[node];
  const above = drafts.find(({ children }) => gone && children.includes(gone));
  if (!gone || !above) return write(drafts[0] as Draft);
  const games = drafts.some(({ value }) => value !== null);
  above.children = above.children.filter((each) => each !== gone);
  if (above.children.length === 0) {
    above.chance = false;
    above.value = games ? (gone.value ?? 0) : null;
    if (games) above.estimate = null;
  }
  level(above);
  return write(drafts[0] as Draft);
}

/** Change some of what stands at a node. */
export function change(drafts: readonly Draft[], node: number, to: Partial<Draft>): string {
  const draft = drafts[node];
  if (!draft) return "";
  Object.assign(draft, to);
  if ("chance" in to) {
    draft.estimate = null;
    level(draft);
  }
  return write(drafts[0] as Draft);
}
