/** What a game tree is. */

import { at } from "../tree";
import { sayStep } from "../words";
import {
  below,
  columnOf,
  end,
  entered,
  first,
  left,
  listed,
  nextEntered,
  number,
  opponent,
  makeSearch,
  searcher,
  type Ask,
  type Lesson,
} from "./facts";
import { NARROW, TREE } from "./searches";

const askNext: Ask = {
  prompt: (facts) =>
    `${opponent(facts)}'s first answer has been looked at. What does the search look at next?`,
  options: (facts) => [
    { value: "beside", label: `Another answer of ${opponent(facts)}` },
    { value: "up", label: `${searcher(facts)}'s next column` },
    { value: "down", label: "One disc deeper" },
  ],
  answer: (facts) => {
    const node = first(below(facts, first(below(facts))));
    const next = nextEntered(facts, left(facts, node));
    const levels = at(facts.tree.level, next) - at(facts.tree.level, node);
    return levels === 0 ? "beside" : levels < 0 ? "up" : "down";
  },
  because: (facts) => {
    const node = first(below(facts, first(below(facts))));
    return sayStep(facts.tree, entered(facts, nextEntered(facts, left(facts, node))));
  },
  reveal: (facts) => {
    const node = first(below(facts, first(below(facts))));
    return { moment: entered(facts, nextEntered(facts, left(facts, node))), view: "whole" };
  },
};

export const GAME_TREE: Lesson = {
  title: "What a game tree is",
  summary: "Boards that follow from boards.",
  steps: [
    {
      search: TREE,
      shot: (facts) => ({ moment: entered(facts, facts.header.root), view: "whole" }),
      says: (facts) => {
        const open = facts.header.position.legal;
        return [
          `${searcher(facts)} is to move. The columns ${listed(open)} are open.`,
          "To choose well, look at what may follow. The board that you see is the start, the root of a tree.",
        ];
      },
    },
    {
      search: TREE,
      shot: (facts) => ({
        moment: entered(facts, first(below(facts, first(below(facts))))),
        view: "whole",
      }),
      says: (facts) => {
        const node = first(below(facts));
        return [
          `${searcher(facts)} drops a disc in column ${columnOf(facts, node)}: a branch. Now ${opponent(facts)} may answer in ${below(facts, node).length} ways, each a branch again.`,
          "Every node is a board. Point at one, or step with the arrow keys, to see it.",
        ];
      },
    },
    {
      search: TREE,
      shot: (facts) => ({
        moment: left(facts, first(below(facts, first(below(facts))))),
        view: "whole",
      }),
      says: () => ["The tree is drawn in the order in which the search goes through it."],
      ask: askNext,
    },
    {
      search: TREE,
      others: [3, 4, 5, 6].map((depth) => makeSearch(`minimax:depth=${depth}`, NARROW)),
      shot: (facts) => ({ moment: end(facts), view: "whole" }),
      says: (facts) => [
        `With two discs that is all: ${number(facts.header.report.nodes)} nodes, the start among them.`,
        `Every disc more makes the tree several times as large. ${facts.others
          .map((each) => `${each.report.depth} discs: ${number(each.report.nodes)} nodes.`)
          .join(" ")}`,
      ],
    },
  ],
};
