/** Why the order of columns matters. */

import { at } from "../tree";
import { figure } from "../words";
import { askHowMany } from "./questions";
import {
  below,
  cutsOf,
  end,
  entered,
  number,
  opponent,
  makeSearch,
  searcher,
  type Ask,
  type Facts,
  type Lesson,
} from "./facts";
import { WIDE, CENTRE, LEFT } from "./searches";

const askMoreOrFewer: Ask = {
  prompt: () =>
    "Now the columns are tried from left to right. Will the search visit more nodes, or fewer?",
  options: () => [
    { value: "more", label: "More" },
    { value: "fewer", label: "Fewer" },
    { value: "same", label: "As many" },
  ],
  answer: ({ header, others }) => {
    const more = header.report.nodes - (others[0]?.report.nodes ?? 0);
    return more > 0 ? "more" : more < 0 ? "fewer" : "same";
  },
  because: ({ header, others }) =>
    `${number(header.report.nodes)} nodes from left to right, ${number(others[0]?.report.nodes ?? 0)} from the centre outwards.`,
  reveal: (facts) => ({ moment: end(facts), view: "whole" }),
};

/** The cut that came latest among its columns: the node with the most columns tried. */
function lateCut(facts: Facts): number {
  return cutsOf(facts).reduce((most, node) =>
    below(facts, node).length > below(facts, most).length ? node : most,
  );
}

export const ORDER: Lesson = {
  title: "Why order matters",
  summary: "The best column first closes the window at once.",
  steps: [
    {
      search: CENTRE,
      shot: (facts) => ({ moment: end(facts), view: "whole" }),
      says: (facts) => [
        `Another position, all columns open, three discs deep. Alpha-beta tries the centre first and visits ${number(facts.header.report.nodes)} nodes.`,
        "A cut needs a good column. The sooner it is tried, the more is cut.",
      ],
    },
    {
      search: LEFT,
      others: [CENTRE],
      shot: (facts) => ({ moment: entered(facts, facts.header.root), view: "whole" }),
      says: () => ["The centre is often good, for more lines go through it."],
      ask: askMoreOrFewer,
    },
    {
      search: LEFT,
      shot: (facts) => ({ moment: entered(facts, lateCut(facts)), view: "near" }),
      says: (facts) => {
        const node = lateCut(facts);
        const raises = at(facts.tree.sign, node) > 0;
        const enough = figure(raises ? at(facts.tree.beta, node) : -at(facts.tree.beta, node));
        return [
          `Here is one node of the search from left to right, ${raises ? searcher(facts) : opponent(facts)} to move. A column worth ${enough} or ${raises ? "more" : "less"} closes its window.`,
        ];
      },
      ask: askHowMany(lateCut),
    },
    {
      search: CENTRE,
      others: [makeSearch("minimax:depth=3", WIDE), LEFT],
      shot: (facts) => ({ moment: end(facts), view: "whole" }),
      says: (facts) => [
        `Minimax: ${number(facts.others[0]?.report.nodes ?? 0)} nodes. Alpha-beta from the left: ${number(facts.others[1]?.report.nodes ?? 0)}. From the centre: ${number(facts.header.report.nodes)}.`,
        facts.others.every((each) => each.report.column === facts.header.report.column)
          ? `The answer is column ${facts.header.report.column} each time. Only the work differs.`
          : "Columns that are worth the same may change places in the answer.",
      ],
    },
  ],
};
