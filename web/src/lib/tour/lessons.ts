/** The seven lessons. Every figure in them, and every answer, comes from the search that is shown. */

import { childrenOf, at, NONE, type Tree } from "../theatre/tree";
import { figure, sayStep } from "../theatre/words";
import {
  below,
  branchOf,
  columnOf,
  columnOptions,
  cutsOf,
  end,
  entered,
  iterationSizes,
  left,
  listed,
  nextEntered,
  number,
  opponent,
  savedBy,
  search,
  searcher,
  valueOf,
  valueOptions,
  worth,
  type Ask,
  type Facts,
  type Lesson,
} from "./facts";

/** Four columns are open, and the first that is tried is not the best. */
const NARROW = "35721211132212314532477373";
/** All columns are open. */
const WIDE = "21366254327115";

const TREE = search("minimax:depth=2", NARROW);
const PRUNED = search("alphabeta:depth=2", NARROW);
const CENTRE = search("alphabeta:depth=3", WIDE);
const LEFT = search("alphabeta:depth=3,order=left", WIDE);
const DEEPER = search("deepening:depth=3", WIDE);
const SLIP = search("expectiminimax:depth=1", NARROW, "slip");
const PLAYOUTS = search("mcts:playouts=400,seed=1", WIDE);

function first(nodes: readonly number[]): number {
  return nodes[0] ?? 0;
}

function last(nodes: readonly number[]): number {
  return nodes.at(-1) ?? 0;
}

const whole = "whole" as const;
const near = "near" as const;

// 1. What a game tree is

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
    return { moment: entered(facts, nextEntered(facts, left(facts, node))), view: whole };
  },
};

const GAME_TREE: Lesson = {
  title: "What a game tree is",
  summary: "Boards that follow from boards.",
  steps: [
    {
      search: TREE,
      shot: (facts) => ({ moment: entered(facts, facts.header.root), view: whole }),
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
        view: whole,
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
        view: whole,
      }),
      says: () => ["The tree is drawn in the order in which the search goes through it."],
      ask: askNext,
    },
    {
      search: TREE,
      others: [3, 4, 5, 6].map((depth) => search(`minimax:depth=${depth}`, NARROW)),
      shot: (facts) => ({ moment: end(facts), view: whole }),
      says: (facts) => [
        `With two discs that is all: ${number(facts.header.report.nodes)} nodes, the start among them.`,
        `Every disc more makes the tree several times as large. ${facts.others
          .map((each) => `${each.report.depth} discs: ${number(each.report.nodes)} nodes.`)
          .join(" ")}`,
      ],
    },
  ],
};

// 2. Minimax

const askSmallest: Ask = {
  prompt: (facts) => {
    const node = first(below(facts));
    const values = below(facts, node).map((child) => worth(facts, child));
    return `${opponent(facts)}'s answers to column ${columnOf(facts, node)} are worth ${listed(values)} to ${searcher(facts)}, and ${opponent(facts)} chooses. What is column ${columnOf(facts, node)} worth?`;
  },
  options: (facts) =>
    valueOptions(below(facts, first(below(facts))).map((child) => valueOf(facts, child))),
  answer: (facts) => worth(facts, first(below(facts))),
  because: (facts) => {
    const node = first(below(facts));
    const best = at(facts.tree.best, node);
    return `It is worth ${worth(facts, node)}: ${opponent(facts)} would answer in column ${columnOf(facts, best)}, the worst for ${searcher(facts)}.`;
  },
  reveal: (facts) => ({ moment: left(facts, first(below(facts))), view: near }),
};

const askMove: Ask = {
  prompt: (facts) =>
    `${searcher(facts)}'s columns: ${below(facts)
      .map((node) => `${columnOf(facts, node)} is worth ${worth(facts, node)}`)
      .join(", ")}. Which one does ${searcher(facts)} play?`,
  options: (facts) => columnOptions(below(facts).map((node) => columnOf(facts, node))),
  answer: (facts) => String(facts.header.report.column),
  because: (facts) =>
    `${searcher(facts)} plays column ${facts.header.report.column}, the largest value: ${worth(facts, facts.header.root)}.`,
  reveal: (facts) => ({ moment: end(facts), view: near }),
};

const MINIMAX: Lesson = {
  title: "Minimax",
  summary: "I take the best, you leave me the worst.",
  steps: [
    {
      search: TREE,
      shot: (facts) => ({
        moment: entered(facts, first(below(facts, first(below(facts))))),
        view: near,
      }),
      says: (facts) => [
        `Two discs deep the search stops and judges the board by points: ${worth(facts, first(below(facts, first(below(facts)))))} here.`,
        `Points are ${searcher(facts)}'s. More are better for ${searcher(facts)}, fewer for ${opponent(facts)}.`,
      ],
    },
    {
      search: TREE,
      shot: (facts) => ({
        moment: left(facts, last(below(facts, first(below(facts))))),
        view: near,
      }),
      says: () => ["Values go up the tree. Whoever is to move at a node chooses."],
      ask: askSmallest,
    },
    {
      search: TREE,
      shot: (facts) => ({ moment: left(facts, last(below(facts))), view: near }),
      says: (facts) => [`At the top ${searcher(facts)} chooses, and wants as much as possible.`],
      ask: askMove,
    },
    {
      search: TREE,
      shot: (facts) => ({ moment: end(facts), view: whole }),
      says: (facts) => [
        `The thick line is what both would play: column ${facts.header.report.line.join(", then ")}.`,
        `To find it, minimax has looked at every one of the ${number(facts.header.report.nodes)} nodes.`,
      ],
    },
  ],
};

// 3. Alpha-beta

/** Ask, once a node's first answer is known, whether the others are looked at. */
function askGoesOn(which: (facts: Facts) => number): Ask {
  return {
    prompt: (facts) => {
      const node = which(facts);
      const child = first(below(facts, node));
      const known = figure(-at(facts.tree.beta, node));
      return `${opponent(facts)}'s first answer to column ${columnOf(facts, node)} leaves ${searcher(facts)} ${worth(facts, child)}. ${searcher(facts)} already has ${known}. Will the search look at ${opponent(facts)}'s other answers?`;
    },
    options: () => [
      { value: "yes", label: "Yes, it looks on" },
      { value: "no", label: "No, it cuts them off" },
    ],
    answer: (facts) => {
      const node = which(facts);
      const next = nextEntered(facts, left(facts, first(below(facts, node))));
      return next !== NONE && at(facts.tree.parent, next) === node ? "yes" : "no";
    },
    because: (facts) => sayStep(facts.tree, left(facts, first(below(facts, which(facts)))) + 1),
    reveal: (facts) => ({
      moment: left(facts, first(below(facts, which(facts)))) + 1,
      view: near,
    }),
  };
}

/** Ask how many columns are tried at a node before a cut comes. */
function askHowMany(which: (facts: Facts) => number, view: "whole" | "near"): Ask {
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
      return `${number(tried)} ${tried === 1 ? "was" : "were"} tried. ${sayStep(facts.tree, left(facts, node))}`;
    },
    reveal: (facts) => ({ moment: left(facts, which(facts)), view }),
  };
}

function firstCut(facts: Facts): number {
  return first(cutsOf(facts));
}

function lastCut(facts: Facts): number {
  return last(cutsOf(facts));
}

const ALPHABETA: Lesson = {
  title: "Alpha-beta",
  summary: "What cannot matter need not be looked at.",
  steps: [
    {
      search: PRUNED,
      shot: (facts) => ({ moment: left(facts, first(below(facts))), view: near }),
      says: (facts) => [
        `The same tree, another search. Column ${columnOf(facts, first(below(facts)))} is worth ${worth(facts, first(below(facts)))}, found as before.`,
        `From now on ${searcher(facts)} is sure of that. Less does not matter any more.`,
      ],
    },
    {
      search: PRUNED,
      shot: (facts) => ({
        moment: left(facts, below(facts)[1] ?? 0),
        view: near,
        node: facts.header.root,
      }),
      says: (facts) => {
        const node = below(facts)[1] ?? 0;
        return [
          `Column ${columnOf(facts, node)} has come to ${worth(facts, node)}. The window on the right says which values still matter at the start.`,
          `${searcher(facts)} raises its low end, alpha. ${opponent(facts)} lowers its high end, beta. When they meet, the rest can be cut.`,
        ];
      },
    },
    {
      search: PRUNED,
      shot: (facts) => ({ moment: left(facts, first(below(facts, firstCut(facts)))), view: near }),
      says: (facts) => [`Now column ${columnOf(facts, firstCut(facts))}.`],
      ask: askGoesOn(firstCut),
    },
    {
      search: PRUNED,
      shot: (facts) => ({ moment: entered(facts, lastCut(facts)), view: near }),
      says: (facts) => [
        `Column ${columnOf(facts, lastCut(facts))} is next. ${searcher(facts)} still has ${figure(-at(facts.tree.beta, lastCut(facts)))}.`,
      ],
      ask: askHowMany(lastCut, near),
    },
    {
      search: PRUNED,
      others: [TREE],
      shot: (facts) => ({ moment: end(facts), view: whole }),
      says: (facts) => {
        const nodes = facts.header.report.nodes;
        const all = facts.others[0]?.report;
        const same = all?.column === facts.header.report.column;
        return [
          `${same ? "The same answer" : "Another answer"}, column ${facts.header.report.column}, with ${number(nodes)} nodes. The cuts have saved ${number(savedBy(facts))}: together the ${number(all?.nodes ?? 0)} of minimax.`,
          "Choose a pair of scissors to read why that cut was safe.",
        ];
      },
    },
  ],
};

// 4. Why order matters

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
  reveal: (facts) => ({ moment: end(facts), view: whole }),
};

/** The cut that came latest among its columns: the node with the most columns tried. */
function lateCut(facts: Facts): number {
  return cutsOf(facts).reduce((most, node) =>
    below(facts, node).length > below(facts, most).length ? node : most,
  );
}

const ORDER: Lesson = {
  title: "Why order matters",
  summary: "The best column first closes the window at once.",
  steps: [
    {
      search: CENTRE,
      shot: (facts) => ({ moment: end(facts), view: whole }),
      says: (facts) => [
        `Another position, all columns open, three discs deep. Alpha-beta tries the centre first and visits ${number(facts.header.report.nodes)} nodes.`,
        "A cut needs a good column. The sooner it is tried, the more is cut.",
      ],
    },
    {
      search: LEFT,
      others: [CENTRE],
      shot: (facts) => ({ moment: entered(facts, facts.header.root), view: whole }),
      says: () => ["The centre is often good, for more lines go through it."],
      ask: askMoreOrFewer,
    },
    {
      search: LEFT,
      shot: (facts) => ({ moment: entered(facts, lateCut(facts)), view: near }),
      says: (facts) => {
        const node = lateCut(facts);
        const raises = at(facts.tree.sign, node) > 0;
        const enough = figure(raises ? at(facts.tree.beta, node) : -at(facts.tree.beta, node));
        return [
          `Here is one node of the search from left to right, ${raises ? searcher(facts) : opponent(facts)} to move. A column worth ${enough} or ${raises ? "more" : "less"} closes its window.`,
        ];
      },
      ask: askHowMany(lateCut, near),
    },
    {
      search: CENTRE,
      others: [search("minimax:depth=3", WIDE), LEFT],
      shot: (facts) => ({ moment: end(facts), view: whole }),
      says: (facts) => [
        `Minimax: ${number(facts.others[0]?.report.nodes ?? 0)} nodes. Alpha-beta from the left: ${number(facts.others[1]?.report.nodes ?? 0)}. From the centre: ${number(facts.header.report.nodes)}.`,
        facts.others.every((each) => each.report.column === facts.header.report.column)
          ? `The answer is column ${facts.header.report.column} each time. Only the work differs.`
          : "Columns that are worth the same may change places in the answer.",
      ],
    },
  ],
};

// 5. Deepening

function rootAt({ tree }: Facts, place: number): number {
  return tree.roots[place] ?? 0;
}

function bestAt(facts: Facts, place: number): number {
  return columnOf(facts, at(facts.tree.best, rootAt(facts, place)));
}

function askFirst(place: number): Ask {
  return {
    prompt: (facts) =>
      `The search with depth ${facts.tree.depths[place]} begins. Which column will it try first?`,
    options: (facts) => columnOptions(facts.header.position.legal),
    answer: (facts) => String(columnOf(facts, first(below(facts, rootAt(facts, place))))),
    because: (facts) => {
      const tried = columnOf(facts, first(below(facts, rootAt(facts, place))));
      return tried === bestAt(facts, place - 1)
        ? `It tries column ${tried}: the search before has found it best, and that is remembered.`
        : `It tries column ${tried}.`;
    },
    reveal: (facts) => ({
      moment: entered(facts, first(below(facts, rootAt(facts, place)))),
      view: near,
    }),
  };
}

const DEEPENING: Lesson = {
  title: "Deepening",
  summary: "Search shallow first, and let it order the deep search.",
  steps: [
    {
      search: DEEPER,
      shot: (facts) => ({ moment: left(facts, rootAt(facts, 0)), view: near }),
      says: (facts) => [
        `A good order must come from somewhere. Deepening looks one disc ahead first. Column ${bestAt(facts, 0)} looks best.`,
        "Then it begins again, one disc deeper.",
      ],
    },
    {
      search: DEEPER,
      shot: (facts) => ({ moment: entered(facts, rootAt(facts, 1)), view: near }),
      says: () => ["What the last search has found is not thrown away."],
      ask: askFirst(1),
    },
    {
      search: DEEPER,
      shot: (facts) => ({ moment: entered(facts, rootAt(facts, 2)), view: near }),
      says: (facts) => [
        bestAt(facts, 1) === bestAt(facts, 0)
          ? `Two discs deep, column ${bestAt(facts, 1)} is still best.`
          : `Two discs deep, column ${bestAt(facts, 1)} is best, no longer column ${bestAt(facts, 0)}.`,
      ],
      ask: askFirst(2),
    },
    {
      search: DEEPER,
      others: [CENTRE],
      shot: (facts) => ({ moment: end(facts), view: whole }),
      says: (facts) => {
        const nodes = facts.header.report.nodes;
        const alone = facts.others[0]?.report.nodes ?? 0;
        const compared = nodes < alone ? "fewer than" : nodes > alone ? "more than" : "as many as";
        return [
          `${facts.tree.roots.length} searches: ${listed(iterationSizes(facts).map(number))} nodes, ${number(nodes)} in all. That is ${compared} the ${number(alone)} of alpha-beta with the same depth at once.`,
          "And it has an answer ready whenever time runs out.",
        ];
      },
    },
  ],
};

// 6. Chance

function firstAim(facts: Facts): number {
  return first(below(facts));
}

function chance(tree: Tree, node: number): number {
  return tree.probability ? at(tree.probability, node) : 1;
}

const askAverage: Ask = {
  prompt: (facts) =>
    `Aimed at column ${columnOf(facts, firstAim(facts))}, the disc lands ${listed(
      below(facts, firstAim(facts)).map(
        (node) =>
          `in ${columnOf(facts, node)} with ${Math.round(100 * chance(facts.tree, node))} %, worth ${worth(facts, node)}`,
      ),
    )}. What is the aim worth?`,
  options: (facts) => {
    const values = below(facts, firstAim(facts)).map((node) => valueOf(facts, node));
    const plain = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const wrong = [Math.min(...values), Math.max(...values), Math.round(10 * plain) / 10];
    return valueOptions([valueOf(facts, firstAim(facts)), ...wrong]);
  },
  answer: (facts) => worth(facts, firstAim(facts)),
  because: (facts) =>
    `${below(facts, firstAim(facts))
      .map((node) => `${Math.round(100 * chance(facts.tree, node))} % of ${worth(facts, node)}`)
      .join(" + ")} = ${worth(facts, firstAim(facts))}. Likely landings count for more.`,
  reveal: (facts) => ({ moment: left(facts, firstAim(facts)), view: near }),
};

const askAim: Ask = {
  ...askMove,
  prompt: (facts) =>
    `The aims: ${below(facts)
      .map((node) => `${columnOf(facts, node)} is worth ${worth(facts, node)}`)
      .join(", ")}. At which column does ${searcher(facts)} aim?`,
  because: (facts) =>
    `${searcher(facts)} aims at column ${facts.header.report.column}, the largest average: ${worth(facts, facts.header.root)}.`,
};

const CHANCE: Lesson = {
  title: "Chance",
  summary: "Where a disc may slip, averages decide.",
  steps: [
    {
      search: SLIP,
      shot: (facts) => ({ moment: entered(facts, firstAim(facts)), view: near }),
      says: (facts) => [
        `Under these rules a disc may slip into the next column. ${searcher(facts)} aims at column ${columnOf(facts, firstAim(facts))}, and chance decides. The hexagon is such a chance node.`,
        "Nobody chooses there, so neither the largest nor the smallest value will do.",
      ],
    },
    {
      search: SLIP,
      shot: (facts) => ({ moment: left(facts, last(below(facts, firstAim(facts)))), view: near }),
      says: () => ["Every landing has a probability and a value."],
      ask: askAverage,
    },
    {
      search: SLIP,
      shot: (facts) => ({ moment: left(facts, last(below(facts))), view: near }),
      says: () => ["Now every aim has its average."],
      ask: askAim,
    },
    {
      search: SLIP,
      others: [search("minimax:depth=1", NARROW)],
      shot: (facts) => ({ moment: end(facts), view: whole }),
      says: (facts) => {
        const plain = facts.others[0]?.report.column;
        const same = plain === facts.header.report.column;
        return [
          `If no disc slipped, looking as far would choose column ${plain}. ${same ? "Chance does not change that here." : `With chance it is column ${facts.header.report.column}: a good landing that is likely beats a better one that is not.`}`,
          "This search is called expectiminimax: it expects.",
        ];
      },
    },
  ],
};

// 7. Monte Carlo

const EARLY = 40;
const LATER = 100;

function visitsAt(facts: Facts, moment: number): [number, number][] {
  const { playouts } = facts;
  if (!playouts) return [];
  playouts.seek(moment);
  const counts = below(facts).map((node): [number, number] => [
    columnOf(facts, node),
    at(playouts.visits, node),
  ]);
  return counts.sort(([a], [b]) => a - b);
}

function mostVisited(facts: Facts, moment: number): [number, number] {
  return visitsAt(facts, moment).reduce((most, each) => (each[1] > most[1] ? each : most));
}

function branches(facts: Facts) {
  return columnOptions(below(facts).map((node) => columnOf(facts, node)));
}

const askPlayout: Ask = {
  prompt: () => "Which column will the next playout go down?",
  options: branches,
  answer: (facts) => String(branchOf(facts, at(facts.tree.steps.node, EARLY))),
  because: (facts) => sayStep(facts.tree, EARLY + 1),
  reveal: () => ({ moment: EARLY + 1, view: whole }),
};

const askMost: Ask = {
  prompt: (facts) =>
    `After ${LATER} playouts: ${visitsAt(facts, LATER)
      .map(([column, visits]) => `column ${column} has ${visits}`)
      .join(", ")}. Which will have the most after ${number(end(facts))}?`,
  options: branches,
  answer: (facts) => String(mostVisited(facts, end(facts))[0]),
  because: (facts) => {
    const [column, visits] = mostVisited(facts, end(facts));
    const [before] = mostVisited(facts, LATER);
    const change = before === column ? "It led before." : `Column ${before} led before.`;
    return `Column ${column}, with ${number(visits)} playouts. ${change}`;
  },
  reveal: (facts) => ({ moment: end(facts), view: whole }),
};

const MONTE_CARLO: Lesson = {
  title: "Monte Carlo",
  summary: "Play at random, and go on where it was won.",
  steps: [
    {
      search: PLAYOUTS,
      shot: (facts) => ({ moment: below(facts).length, view: whole }),
      says: (facts) => [
        "This search judges no board by points. It plays the game to its end at random, and counts who has won: a playout.",
        `Each of the ${below(facts).length} columns has had one. A value is ${searcher(facts)}'s share of the points.`,
      ],
    },
    {
      search: PLAYOUTS,
      shot: () => ({ moment: EARLY, view: whole }),
      says: (facts) => {
        const [column, visits] = mostVisited(facts, EARLY);
        return [
          `After ${EARLY} playouts column ${column} has had the most, ${visits}. Its edge is thick.`,
          "The next one goes where the share is high, or where little is known yet.",
        ];
      },
      ask: askPlayout,
    },
    {
      search: PLAYOUTS,
      shot: () => ({ moment: LATER, view: whole }),
      says: () => ["The tree grows deep where it pays, and stays small elsewhere."],
      ask: askMost,
    },
    {
      search: PLAYOUTS,
      shot: (facts) => ({ moment: end(facts), view: whole }),
      says: (facts) => [
        `It plays the column visited most: column ${facts.header.report.column}. ${number(facts.header.report.nodes)} nodes were enough for ${number(facts.header.report.playouts)} playouts.`,
        "Nothing of this is proved. Press t to see the truth beside the estimates.",
      ],
    },
  ],
};

export const LESSONS: readonly Lesson[] = [
  GAME_TREE,
  MINIMAX,
  ALPHABETA,
  ORDER,
  DEEPENING,
  CHANCE,
  MONTE_CARLO,
];
