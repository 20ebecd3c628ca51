/** Why the order of columns matters. */

import { count } from "../../shared/words";
import { at } from "../tree";
import { figure } from "../words";
import { askHowMany } from "./questions";
import { makeSearch, type Question, type Facts, type Lesson } from "./facts";
import { WIDE, CENTRE, LEFT } from "./searches";

const askMoreOrFewer: Question = {
  prompt: () =>
    "Now the columns are tried from left to right. Will the search visit more nodes, or fewer?",
  options: () => [
    { value: "more", label: "More" },
    { value: "fewer", label: "Fewer" },
    { value: "same", label: "The same number" },
  ],
  answer: ({ header, others }) => {
    const more = header.report.nodes - (others[0]?.report.nodes ?? 0);
    return more > 0 ? "more" : more < 0 ? "fewer" : "same";
  },
  because: ({ header, others }) =>
    `${count(header.report.nodes)} nodes from left to right, ${count(others[0]?.report.nodes ?? 0)} from the centre outwards.`,
  moment: (facts) => facts.end,
  view: "whole",
};

/** The cut that came latest among its columns: the node with the most columns tried. */
function lateCut(facts: Facts): number {
  return facts.cuts.reduce((most, node) =>
    facts.children(node).length > facts.children(most).length ? node : most,
  );
}

export const ORDER: Lesson = {
  title: "Why order matters",
  summary: "The best column first closes the window at once.",
  steps: [
    {
      search: CENTRE,
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => [
        `Another position, all columns open, three discs deep. Alpha-beta tries the centre first and visits ${count(facts.report.nodes)} nodes.`,
        "A cut needs a good column. The sooner it is tried, the more is cut.",
      ],
    },
    {
      search: LEFT,
      others: [CENTRE],
      moment: (facts) => facts.entered(facts.header.root),
      view: "whole",
      says: () => ["The centre is often good, because more lines go through it."],
      question: askMoreOrFewer,
    },
    {
      search: LEFT,
      moment: (facts) => facts.entered(lateCut(facts)),
      view: "near",
      says: (facts) => {
        const node = lateCut(facts);
        const raises = at(facts.tree.sign, node) > 0;
        const enough = figure(raises ? at(facts.tree.beta, node) : -at(facts.tree.beta, node));
        return [
          `Here is one node of the search from left to right, ${raises ? facts.searcher : facts.opponent} to move. A column worth ${enough} or ${raises ? "more" : "less"} closes its window.`,
        ];
      },
      question: askHowMany(lateCut),
    },
    {
      search: CENTRE,
      others: [makeSearch("minimax:depth=3", WIDE), LEFT],
      moment: (facts) => facts.end,
      view: "whole",
      says: (facts) => [
        `Minimax: ${count(facts.others[0]?.report.nodes ?? 0)} nodes. Alpha-beta from the left: ${count(facts.others[1]?.report.nodes ?? 0)}. From the centre: ${count(facts.report.nodes)}.`,
        facts.others.every((each) => each.report.column === facts.report.column)
          ? `The answer is column ${facts.report.column} each time. Only the work differs.`
          : "Columns that are worth the same may change places in the answer.",
      ],
    },
  ],
};
