/** Questions that more than one lesson asks. */

import { count } from "../../shared/words";
import { at, childrenOf } from "../tree";
import { sayStep } from "../words";
import { columnOptions, type Question, type Facts } from "./facts";

export const askMove: Question = {
  prompt: (facts) =>
    `${facts.searcher}'s columns: ${facts
      .children()
      .map((node) => `${facts.column(node)} is worth ${facts.worth(node)}`)
      .join(", ")}. Which one does ${facts.searcher} play?`,
  options: (facts) => columnOptions(facts.children().map((node) => facts.column(node))),
  answer: (facts) => String(facts.report.column),
  because: (facts) =>
    `${facts.searcher} plays column ${facts.report.column}, the largest value: ${facts.worth(facts.header.root)}.`,
  moment: (facts) => facts.end,
  view: "near",
};

/** Ask how many columns are tried at a node before a cut comes. */
export function askHowMany(which: (facts: Facts) => number): Question {
  return {
    prompt: (facts) => {
      const node = which(facts);
      const name = at(facts.tree.sign, node) > 0 ? facts.searcher : facts.opponent;
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
      return facts.tree.pruned.has(node) ? String(facts.children(node).length) : "never";
    },
    because: (facts) => {
      const node = which(facts);
      const tried = facts.children(node).length;
      return `${count(tried)} ${tried === 1 ? "column was" : "columns were"} tried. ${sayStep(facts.tree, facts.left(node))}`;
    },
    moment: (facts) => facts.left(which(facts)),
    view: "near",
  };
}
