/** What a game tree is. */

import { count, listed } from "../../shared/words";
import { at } from "../tree";
import { sayStep } from "../words";
import { makeSearch, type Question, type Lesson } from "./facts";
import { NARROW, TREE } from "./searches";

const askNext: Question = {
  prompt: (facts) =>
    `${facts.opponent}'s first answer has been searched. What does the search look at next?`,
  options: (facts) => [
    { value: "beside", label: `Another answer by ${facts.opponent}` },
    { value: "up", label: `${facts.searcher}'s next column` },
    { value: "down", label: "One disc deeper" },
  ],
  answer: (facts) => {
    const node = facts.first(facts.first());
    const next = facts.nextEntered(facts.left(node));
    const levels = at(facts.tree.level, next) - at(facts.tree.level, node);
    return levels === 0 ? "beside" : levels < 0 ? "up" : "down";
  },
  because: (facts) => {
    const node = facts.first(facts.first());
    return sayStep(facts.tree, facts.entered(facts.nextEntered(facts.left(node))));
  },
  moment: (facts) => {
    const node = facts.first(facts.first());
    return facts.entered(facts.nextEntered(facts.left(node)));
  },
  view: "whole",
};

export const GAME_TREE: Lesson = {
  title: "What a game tree is",
  summary: "Boards that follow from boards.",
  steps: [
    {
      search: TREE,
      moment: (facts) => facts.entered(facts.header.root),
      view: "whole",
      says: (facts) => {
        const open = facts.header.position.legal;
        return [
          `${facts.searcher} is to move. The columns ${listed(open)} are open.`,
          "To choose well, look at what can follow. The board you see is the start, the root of a tree.",
        ];
      },
    },
    {
      search: TREE,
      moment: (facts) => facts.entered(facts.first(facts.first())),
      view: "whole",
      says: (facts) => {
        const node = facts.first();
        return [
          `${facts.searcher} drops a disc in column ${facts.column(node)}: a branch. Now ${facts.opponent} may answer in ${facts.children(node).length} ways, each a branch again.`,
          "Every node is a board. Point at one, or step with the arrow keys, to see it.",
        ];
      },
    },
    {
      search: TREE,
      moment: (facts) => facts.left(facts.first(facts.first())),
      view: "whole",
      says: () => ["The tree is drawn in the order in which the search goes through it."],
      question: askNext,
    },
    {
      search: TREE,
      others: [3, 4, 5, 6].map((depth) => makeSearch(`minimax:depth=${depth}`, NARROW)),
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => [
        `With two discs that is all: ${count(facts.report.nodes)} nodes, including the start.`,
        `Every further disc makes the tree several times larger. ${facts.others
          .map((each) => `${each.report.depth} discs: ${count(each.report.nodes)} nodes.`)
          .join(" ")}`,
      ],
    },
  ],
};
