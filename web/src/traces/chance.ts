/** The average of a chance node as it is built, term by term. */

import { signed, viewOf, type Form } from "./moment";
import { at, CHANCE, childrenOf, NONE, type Tree } from "./tree";

export interface Term {
  child: number;
  column: number;
  probability: number;
  /** The value of the landing for who is shown at the chance node; null while it is not known. */
  value: number | null;
  /** The same in words. */
  says: string;
}

export interface Average {
  node: number;
  terms: Term[];
  /** What the known terms add up to. */
  sum: number;
  /** Are all terms known? */
  done: boolean;
}

/** The chance node at or above a node; none where no disc slips. */
export function aimOf(tree: Tree, node: number): number {
  if (tree.kind[node] === CHANCE) return node;
  const above = at(tree.parent, node);
  return above !== NONE && tree.kind[above] === CHANCE ? above : NONE;
}

/** How the average of a chance node stands at a moment. */
export function averageAt(tree: Tree, aim: number, moment: number, form: Form): Average {
  const own = at(tree.sign, aim) * viewOf(tree, aim, form);
  const terms = childrenOf(tree, aim)
    .filter((child) => at(tree.steps.bornAt, child) <= moment)
    .map((child) => {
      const known = at(tree.steps.doneAt, child) <= moment;
      // A value belongs to the mover; the landing's is the other side's.
      const value = known
        ? at(tree.value, child) * at(tree.sign, child) * at(tree.sign, aim) * own
        : null;
      return {
        child,
        column: at(tree.move, child),
        probability: at(tree.probability ?? [], child),
        value,
        says: known ? signed(tree.says[child] ?? "", viewOf(tree, aim, form)) : "…",
      };
    });
  const sum = terms.reduce((all, { probability, value }) => all + probability * (value ?? 0), 0);
  return { node: aim, terms, sum, done: at(tree.steps.doneAt, aim) <= moment };
}
