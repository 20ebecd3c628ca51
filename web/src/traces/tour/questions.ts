/** Questions that more than one lesson asks. */

import { at, childrenOf } from "../tree";
import { sayStep } from "../words";
import {
  below,
  columnOf,
  columnOptions,
  end,
  left,
  number,
  opponent,
  searcher,
  worth,
  type Ask,
  type Facts,
} from "./facts";

export const askMove: Ask = {
  prompt: (facts) =>
    `${searcher(facts)}'s columns: ${below(facts)
      .map((node) => `${columnOf(facts, node)} is worth ${worth(facts, node)}`)
      .join(", ")}. Which one does ${searcher(facts)} play?`,
  options: (facts) => columnOptions(below(facts).map((node) => columnOf(facts, node))),
  answer: (facts) => String(facts.header.report.column),
  because: (facts) =>
    `${searcher(facts)} plays column ${facts.header.report.column}, the largest value: ${worth(facts, facts.header.root)}.`,
  reveal: (facts) => ({ moment: end(facts), view: "near" }),
};

/** Ask how many columns are tried at a node before a cut comes. */
export function askHowMany(which: (facts: Facts) => number): Ask {
  return {
    prompt: (facts) => {
      const node = which(facts);
      const name = at(facts.tree.sign, node) > 0 ? searcher(facts) : opponent(facts);
      return `After how many of ${name}'s columns here will the search cut?`;
    },
    options: (facts) => {
      const node = which(facts);
      const all =
        childrenOf(facts.tree, node).length + (facts.tree.pruned.get(node)?.columns.length ?? 0);
      const counts = Array.from({ length: all }, (_, index) => String(index + 1));
      return [
        ...counts.slice(0, -1).map((value) => ({ value, label: value })),
        { value: "never", label: "It looks at all" },
      ];
    },
    answer: (facts) => {
      const node = which(facts);
      return facts.tree.pruned.has(node) ? String(below(facts, node).length) : "never";
    },
    because: (facts) => {
      const node = which(facts);
      const tried = below(facts, node).length;
      return `${number(tried)} ${tried === 1 ? "column was" : "columns were"} tried. ${sayStep(facts.tree, left(facts, node))}`;
    },
    reveal: (facts) => ({ moment: left(facts, which(facts)), view: "near" }),
  };
}
