/** The frontier of A* at one moment. */

import { at, childrenOf, type Tree } from "./tree";
import { wayTo } from "./words";

export interface Waiting {
  node: number;
  /** The columns of the discs that lead there. */
  way: string;
  f: number;
  g: number;
  /** Did the last step put it on? */
  fresh: boolean;
}

export interface Frontier {
  /** In the order in which states are taken off: the smallest f first, of equals the newest. */
  queue: Waiting[];
  /** What the last step took off; null at the start. */
  taken: Waiting | null;
  /** What the last step put on, and how many states it found that have no line left. */
  pushed: Waiting[];
  hopeless: number;
}

/** The frontier after so many steps. */
export function frontierAt(tree: Tree, moment: number): Frontier {
  const taken = moment === 0 ? null : at(tree.steps.node, moment - 1);
  const found = taken === null ? [] : childrenOf(tree, taken);
  const hopeless = found.filter((node) => tree.reason[node] === "hopeless").length;
  const queue: Waiting[] = [];
  for (let node = 0; node < tree.loadedCount; node += 1) {
    const { bornAt, doneAt } = tree.steps;
    if (at(bornAt, node) > moment || at(doneAt, node) <= moment) continue;
    if (tree.reason[node] === "hopeless") continue;
    queue.push(describe(tree, node, moment));
  }
  queue.sort((one, two) => one.f - two.f || two.node - one.node);
  return {
    queue,
    taken: taken === null ? null : describe(tree, taken, moment),
    pushed: queue.filter((each) => each.fresh),
    hopeless,
  };
}

function describe(tree: Tree, node: number, moment: number): Waiting {
  const fresh = moment > 0 && at(tree.steps.bornAt, node) === moment;
  const way = wayTo(tree, node) || "the start";
  return { node, way, f: at(tree.value, node), g: at(tree.depth, node), fresh };
}
