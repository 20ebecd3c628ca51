import { describe, expect, test } from "vitest";

import { inBranches } from "./spoken";
import { frame, zoom } from "./canvas/camera";
import { firstFrom, layOut } from "./canvas/layout";
import { keyOf, readOptions, readSearch, writeLink } from "./link";
import {
  currentNode,
  isMisleadingAt,
  Playouts,
  saidAt,
  signed,
  stackAt,
  UNKNOWN,
  windowAt,
  type Form,
} from "./moment";
import { nearPlan, nodeAt, wholePlan } from "./canvas/plan";
import alphabeta from "./recordings/alphabeta.json";
import mcts from "./recordings/mcts.json";
import puct from "./recordings/puct.json";
import slip from "./recordings/slip.json";
import {
  at,
  bestLine,
  CHANCE,
  childrenOf,
  dropper,
  growsByPlayouts,
  NEVER,
  NONE,
  pathTo,
  readTree,
  type Tree,
} from "./tree";
import type { TraceView, TreeView } from "../shared/types";
import { choiceAt, preferred } from "./puct";
import { averageAt } from "./chance";
import { grownBelow } from "./canvas/marks";
import { SvgPen } from "./canvas/svgPen";
import { gameOf, phasesOf } from "./phases";
import { rowNames } from "./rows";
import { framesOf } from "./stageFiles";
import { sayPhase, sayStep, wayTo } from "./words";

/** Answers of the API, most of them on a board of four columns and rows. */
function read(recording: unknown): { header: TraceView; tree: Tree } {
  const { header, tree } = recording as { header: TraceView; tree: TreeView };
  return { header, tree: readTree(header, tree) };
}

const TRACES = { alphabeta: read(alphabeta), mcts: read(mcts), puct: read(puct), slip: read(slip) };
const nodesOf = (tree: Tree): number[] => [...tree.parent.keys()];
const chanceIn = (tree: Tree) => nodesOf(tree).filter((node) => tree.kind[node] === CHANCE);

describe.each(Object.entries(TRACES))("the tree of %s", (_, { header, tree }) => {
  test("has as many nodes in the end as the search has visited", () => {
    expect(at(tree.steps.visitedAt, tree.steps.count)).toBe(header.report.nodes);
    expect(tree.steps.bornAt.every((moment) => moment < NEVER)).toBe(true);
  });

  test("grows from the root, parents first", () => {
    for (const node of nodesOf(tree)) {
      const above = at(tree.parent, node);
      if (above !== NONE)
        expect(at(tree.steps.bornAt, above)).toBeLessThanOrEqual(at(tree.steps.bornAt, node));
    }
  });

  test("stands in rows that do not overlap, best children straight below where they are known", () => {
    const layout = layOut(tree);
    for (const row of layout.rows)
      row.forEach((node, place) => {
        const before = row[place - 1];
        if (before !== undefined)
          expect(at(layout.x, node) - at(layout.x, before)).toBeGreaterThan(0.99);
        expect(firstFrom(layout, row, at(layout.x, node))).toBe(place);
      });
    // A root over its best child would give away what the search is about to find.
    for (const node of nodesOf(tree)) {
      const best = at(tree.best, node);
      if (best === NONE) continue;
      const children = childrenOf(tree, node);
      const ends = [children[0], children.at(-1)].map((child) => at(layout.x, child as number));
      const isNeutral = at(tree.parent, node) === NONE || growsByPlayouts(tree.algorithm);
      const over = isNeutral ? (Math.min(...ends) + Math.max(...ends)) / 2 : at(layout.x, best);
      if (!tree.pruned.has(node)) expect(at(layout.x, node)).toBeCloseTo(over);
    }
    expect(layout.rows.reduce((sum, row) => sum + row.length, 0)).toBe(tree.count);
  });

  test("every node can be pointed at where it is drawn", () => {
    const pane = { width: 20_000, height: 900 };
    const layout = layOut(tree);
    const area = { left: 0, right: layout.width, top: 0, bottom: layout.rows.length - 1 };
    const plan = wholePlan(tree, layout, frame(area, pane), pane);
    for (const node of nodesOf(tree))
      expect(nodeAt(plan, tree, tree.steps.count, plan.spot(node))).toBe(node);
    expect(nodeAt(plan, tree, 0, plan.spot(tree.count - 1))).not.toBe(tree.count - 1);
  });

  test("a close-up has the way, and beside it all that was tried", () => {
    const node = tree.count - 1;
    const plan = nearPlan(tree, layOut(tree), node, { width: 800, height: 1600 }, 1);
    for (const above of pathTo(tree, node)) {
      expect(plan.room(above)).toBeGreaterThan(0);
      for (const child of childrenOf(tree, above)) expect(plan.room(child)).toBeGreaterThan(0);
    }
  });

  test("every step has a sentence", () => {
    for (let moment = 0; moment <= tree.steps.count; moment += 1)
      expect(sayStep(tree, moment)).toMatch(/^[A-Z].*\.$/);
  });
});

test("searches beyond what came are named and not drawn", () => {
  const { header, tree } = alphabeta as unknown as { header: TraceView; tree: TreeView };
  const iterations = [...header.iterations, { depth: 9, first: header.nodes + 5 }];
  const read = readTree({ ...header, nodes: header.nodes + 50, iterations }, tree);
  expect(read.beyond).toEqual([9]);
  expect(layOut(read).rows.reduce((sum, row) => sum + row.length, 0)).toBe(header.nodes);
  // Deepening goes on after the trace is full.
  const deepening: TraceView = { ...header, algorithm: "deepening" };
  expect(readTree(deepening, tree).beyond).toEqual([]);
  const depth = header.report.depth + 2;
  const further = { ...deepening, report: { ...header.report, depth } };
  expect(readTree(further, tree).beyond).toEqual([depth - 1, depth]);
});

test("a node misleads once it has a value, not before", () => {
  const { tree } = TRACES.alphabeta;
  const done = at(tree.steps.doneAt, 1);
  const misleading = new Uint8Array(tree.count).fill(1);
  const misleads = (exact: number, moment: number) => {
    const truth = { exact: new Int8Array(tree.count).fill(exact), misleading };
    return isMisleadingAt(tree, truth, 1, moment, null);
  };
  expect([misleads(0, done - 1), misleads(0, done)]).toEqual([false, true]);
  expect(misleads(UNKNOWN, done)).toBe(false);
});

test("Monte Carlo misleads where its share favours who loses", () => {
  const { tree } = TRACES.mcts;
  const playouts = new Playouts(tree).seek(20);
  const open = nodesOf(tree).filter(
    (node) => at(tree.steps.doneAt, node) > 20 && Math.abs(playouts.share(node) - 0.5) > 0,
  );
  expect(open.length).toBeGreaterThan(0);
  for (const node of open) {
    const claim = Math.sign(playouts.share(node) - 0.5) * at(tree.sign, node);
    for (const side of [1, -1]) {
      const exact = new Int8Array(tree.count).fill(side * claim);
      const truth = { exact, misleading: new Uint8Array(tree.count) };
      expect(isMisleadingAt(tree, truth, node, 20, playouts)).toBe(side < 0);
    }
  }
});

test("what was not counted to the end is said to be more", () => {
  const { tree } = TRACES.alphabeta;
  const [node = 0, pruned] = [...tree.pruned][0] ?? [];
  const moment = at(tree.steps.doneAt, node);
  expect(pruned?.counted).toBe(true);
  expect(sayStep(tree, moment)).toMatch(/here\. \d+ nodes? saved\.$/);
  const more = {
    ...tree,
    pruned: new Map([[node, { columns: [1], saved: 1200, counted: false }]]),
  };
  expect(sayStep(more, moment)).toMatch(/here\. over 1,200 nodes saved\.$/);
});

test("windows only narrow, and a cut comes when they close", () => {
  const { tree } = TRACES.alphabeta;
  let cuts = 0;
  for (const node of nodesOf(tree)) {
    let [low, high] = [-Infinity, Infinity];
    const [born, done] = [at(tree.steps.bornAt, node), at(tree.steps.doneAt, node)];
    for (let moment = born; moment <= done; moment += 1) {
      const { now } = windowAt(tree, node, moment);
      expect(now[0]).toBeGreaterThanOrEqual(low);
      expect(now[1]).toBeLessThanOrEqual(high);
      [low, high] = now;
    }
    const cut = tree.reason[node] === "cut";
    if (childrenOf(tree, node).length > 0) expect(low >= high).toBe(cut);
    cuts += Number(cut);
  }
  expect(cuts).toBeGreaterThan(0);
});

test("where the search is follows from the steps", () => {
  const { tree } = TRACES.alphabeta;
  expect(stackAt(tree, 3)).toEqual([0, 1, 2]);
  expect(currentNode(tree, tree.steps.count)).toBe(0);
  expect(saidAt(tree, 0, tree.steps.count - 1, null).text).toBe("");
  expect(saidAt(tree, 0, tree.steps.count, null).text).toBe(tree.says[0]);
});

test("playouts can be counted forwards and backwards", () => {
  const { tree } = TRACES.mcts;
  const there = new Playouts(tree).seek(tree.steps.count);
  expect([...there.visits]).toEqual([...tree.visits]);
  there.seek(20);
  const anew = new Playouts(tree).seek(20);
  expect([...there.visits]).toEqual([...anew.visits]);
  expect([...there.points]).toEqual([...anew.points]);
  expect(at(there.visits, 0)).toBe(20);
});

test("PUCT's values at the end are those of the search, and priors are shares", () => {
  const { tree } = TRACES.puct;
  const playouts = new Playouts(tree).seek(tree.steps.count);
  expect([...playouts.visits]).toEqual([...tree.visits]);
  for (const node of nodesOf(tree)) {
    const own = at(tree.value, node);
    expect(playouts.share(node)).toBeCloseTo(at(tree.sign, node) > 0 ? own : 1 - own, 3);
    const { edges, untried } = choiceAt(tree, node, tree.steps.count, playouts);
    const sum = edges.reduce((total, edge) => total + edge.prior, untried);
    if (edges.length > 0) expect(sum).toBeCloseTo(1, 2);
  }
  playouts.seek(0);
  expect(playouts.share(1)).toBeNaN();
});

test("simulations are told as opinions, not as games", () => {
  const { tree } = TRACES.puct;
  for (let moment = 1; moment <= tree.steps.count; moment += 1)
    expect(sayStep(tree, moment)).toMatch(/^Simulation .*(network's opinion|is certain)/);
});

test("chance has its own nodes, and what slips is written so", () => {
  const { tree } = TRACES.slip;
  const aims = chanceIn(tree);
  expect(aims.length).toBe(4);
  for (const aim of aims) {
    const landings = childrenOf(tree, aim);
    const sum = landings.reduce((total, node) => total + at(tree.probability ?? [], node), 0);
    expect(sum).toBeCloseTo(1);
    expect(landings.every((node) => dropper(tree, node) === tree.searcher)).toBe(true);
  }
  const slipped = nodesOf(tree).find(
    (node) => tree.level[node] === 2 && tree.move[node] !== tree.move[at(tree.parent, node)],
  );
  expect(wayTo(tree, slipped ?? 0)).toMatch(/^\d>\d$/);
});

test("zooming keeps what is under the pointer there", () => {
  const pane = { width: 800, height: 600 };
  const whole = frame({ left: 0, right: 500, top: 0, bottom: 5 }, pane);
  const point = { x: 123, y: 321 };
  const near = zoom(whole, 7, point, pane, whole);
  const under = (camera: typeof whole) => (point.x - pane.width / 2) / camera.across + camera.x;
  expect(under(near)).toBeCloseTo(under(whole));
  expect(zoom(near, 1 / 100, point, pane, whole).across).toBeCloseTo(whole.across);
});

describe.each([
  ["mcts", TRACES.mcts],
  ["puct", TRACES.puct],
] as const)("a playout of %s in phases", (_, { header, tree }) => {
  const width = Number.parseInt(header.position.size, 10);

  test("goes down, ends once, and comes back up to the root", () => {
    for (let step = 0; step < tree.steps.count; step += 1) {
      const leaf = at(tree.steps.node, step);
      const way = pathTo(tree, leaf);
      const phases = phasesOf(tree, step, width);
      const down = phases.filter(({ kind }) => ["select", "expand"].includes(kind));
      expect(down.map(({ to }) => to)).toEqual(way.slice(1));
      expect(down.map(({ node }) => node)).toEqual(way.slice(0, -1));
      const fresh = at(tree.steps.bornAt, leaf) === step + 1;
      expect(down.at(-1)?.kind).toBe(fresh ? "expand" : "select");
      const up = phases.filter(({ kind }) => kind === "back");
      expect(up.map(({ node }) => node)).toEqual([...way].reverse());
      const middle = phases.length - down.length - up.length;
      expect(middle).toBe(Math.max(1, gameOf(tree, step, width).length));
    }
  });

  test("goes where the sum is best for who chooses, unless it tries something new", () => {
    const playouts = new Playouts(tree);
    let checked = 0;
    for (let step = 1; step < tree.steps.count; step += 1) {
      playouts.seek(step);
      pathTo(tree, at(tree.steps.node, step)).forEach((child) => {
        const node = at(tree.parent, child);
        if (node === NONE || at(tree.steps.bornAt, child) > step) return;
        const choice = choiceAt(tree, node, step, playouts);
        const negamax = choiceAt(tree, node, step, playouts, "negamax");
        expect(preferred(negamax)?.child).toBe(preferred(choice)?.child);
        const chosen = choice.edges.find((edge) => edge.child === child);
        if (!chosen || choice.edges.some((edge) => edge.proven)) return;
        // Equal sums are told apart by what single precision makes of them.
        expect(chosen.sum).toBeCloseTo(preferred(choice)?.sum ?? NaN, 3);
        const [around, visits] = [at(playouts.visits, node), at(playouts.visits, child)];
        const spread = tree.prior
          ? (chosen.prior * Math.sqrt(around + 1)) / (visits + 1)
          : Math.sqrt(Math.log(around) / visits);
        expect(chosen.exploration).toBeCloseTo(tree.c * spread);
        checked += 1;
      });
    }
    expect(checked).toBeGreaterThan(20);
  });

  test("a result on its way changes the counts of those it has reached, and no others", () => {
    const playouts = new Playouts(tree);
    for (let step = 0; step < tree.steps.count; step += 7) {
      const before = playouts.seek(step).visits.slice();
      const way = pathTo(tree, at(tree.steps.node, step)).reverse();
      for (let backed = 1; backed <= way.length; backed += 1) {
        playouts.seek(step, backed);
        const changed = [...before.keys()].filter(
          (node) => at(playouts.visits, node) !== at(before, node),
        );
        expect(new Set(changed)).toEqual(new Set(way.slice(0, backed)));
        expect(playouts.waits(at(way, 0))).toBe(false);
      }
      expect(playouts.seek(step).visits).toEqual(before);
      expect(playouts.seek(step + 1).visits[0]).toBe(step + 1);
    }
  });

  test("every phase has a sentence in both forms", () => {
    const playouts = new Playouts(tree);
    for (let step = 0; step < tree.steps.count; step += 5)
      for (const phase of phasesOf(tree, step, width))
        for (const form of ["maxmin", "negamax"] as const) {
          playouts.seek(step, phase.backed);
          expect(sayPhase(tree, step, phase, width, playouts, form)).toMatch(/^[A-Z].*\.$/);
        }
  });
});

test("negamax turns every value and window to the mover", () => {
  const { tree } = TRACES.alphabeta;
  const end = tree.steps.count;
  for (const node of nodesOf(tree)) {
    const plain = windowAt(tree, node, end);
    const negamax = windowAt(tree, node, end, "negamax");
    const own = at(tree.sign, node) > 0;
    if (own) expect(negamax).toEqual(plain);
    else {
      expect(negamax.entry).toEqual([at(tree.alpha, node), at(tree.beta, node)]);
      expect(negamax.value).toBe(-(plain.value ?? NaN) || 0);
    }
    expect(negamax.raises).toBe(true);
    const [said, turned] = (["maxmin", "negamax"] as const).map((form) =>
      saidAt(tree, node, end, null, form),
    );
    if (own) expect(turned).toEqual(said);
    else expect(signed(turned?.text ?? "", -1)).toBe(said?.text);
  }
  expect(signed("≤ −11", -1)).toBe("≥ +11");
  expect(signed("3", 1)).toBe("+3");
  expect(signed("0", -1)).toBe("0");
  expect(signed("X wins in 2", -1)).toBe("X wins in 2");
});

test("counts of folded branches are those of the moment", () => {
  const { tree } = TRACES.alphabeta;
  for (let moment = 0; moment <= tree.steps.count; moment += 9)
    for (let node = 0; node < tree.count; node += 5) {
      const born = nodesOf(tree).filter(
        (each) =>
          each !== node &&
          at(tree.steps.bornAt, each) <= moment &&
          pathTo(tree, each).includes(node),
      );
      expect(grownBelow(tree, node, moment)).toBe(born.length);
    }
});

test("an average is built term by term", () => {
  const { tree } = TRACES.slip;
  const aims = chanceIn(tree);
  for (const aim of aims) {
    const { terms, sum, done } = averageAt(tree, aim, tree.steps.count, "maxmin");
    expect(done).toBe(true);
    expect(terms.reduce((all, { probability }) => all + probability, 0)).toBeCloseTo(1);
    expect(sum).toBeCloseTo(at(tree.value, aim) * at(tree.sign, aim));
    const first = at(tree.steps.doneAt, childrenOf(tree, aim)[0] ?? 0);
    const before = averageAt(tree, aim, first, "maxmin");
    expect(before.terms.filter(({ value }) => value !== null)).toHaveLength(1);
  }
  expect(aims.length).toBeGreaterThan(0);
});

test("a close-up that is too deep leaves levels out, and never the root", () => {
  const { tree } = TRACES.puct;
  const deepest = nodesOf(tree).reduce((a, b) => (at(tree.level, b) > at(tree.level, a) ? b : a));
  const pane = { width: 600, height: 420 };
  const plan = nearPlan(tree, layOut(tree), deepest, pane, 1);
  expect(plan.skipped).toBeGreaterThan(0);
  for (const row of plan.rows)
    for (const node of row) {
      const { x, y } = plan.spot(node);
      expect(y).toBeGreaterThanOrEqual(32);
      expect(y).toBeLessThanOrEqual(pane.height - 32);
      expect(x - plan.room(node) / 2).toBeGreaterThanOrEqual(0);
      expect(x + plan.room(node) / 2).toBeLessThanOrEqual(pane.width);
    }
  expect(plan.room(deepest)).toBeGreaterThan(0);
});

test("a pen for files draws what a canvas draws", () => {
  const pen = new SvgPen({ font: "", measureText: () => ({ width: 10 }) as TextMetrics });
  pen.translate(5, 0);
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(10, 10);
  pen.stroke();
  pen.font = "600 13px system-ui";
  pen.fillText("a < b", 1, 2);
  const file = pen.file(20, 20, "Tree & branch");
  expect(file).toContain('d="M5 0L15 10"');
  expect(file).toContain("a &lt; b</text>");
  expect(file).toContain("<title>Tree &amp; branch</title>");
});

test("a film has every moment of a short stretch, and even ones of a long one", () => {
  expect(framesOf(3, 6)).toEqual([3, 4, 5, 6]);
  const long = framesOf(0, 10_000);
  expect(long[0]).toBe(0);
  expect(long.at(-1)).toBe(10_000);
  expect(long.length).toBeLessThan(200);
});

test("links bring everything back", () => {
  const search = {
    moves: "4453",
    start: null,
    size: "7x6",
    variant: "standard",
    agent: "mcts:playouts=500",
    seed: 7,
  };
  const options = {
    step: 12,
    node: 3,
    truth: true,
    view: "near",
    speed: 4,
    full: true,
    form: "negamax",
    phases: true,
    phase: 2,
  } as const;
  const query = writeLink(search, options);
  expect(keyOf(readSearch(query))).toBe(keyOf(search));
  expect(readOptions(query)).toEqual(options);
  const empty = { ...search, moves: "-" };
  expect(readSearch(writeLink(empty, { ...options, step: 0 })).moves).toBe("-");
});

test("a link without a step leaves the first view to the search", () => {
  const none = readOptions(new URLSearchParams("moves=4453"));
  expect(none.step).toBeNull();
  expect(writeLink(readSearch(new URLSearchParams()), none).has("step")).toBe(false);
  expect(readOptions(new URLSearchParams("step=0")).step).toBe(0);
  const start = writeLink(readSearch(new URLSearchParams()), { ...none, step: 0 });
  expect(start.get("step")).toBe("0");
  expect(readOptions(new URLSearchParams("phase=2")).step).toBe(0);
});

test("rows are named by who chooses there, and how", () => {
  const says = (tree: Tree, levels: number, form: Form) =>
    rowNames(tree, levels, form).map((name) => name.says);
  expect(says(TRACES.alphabeta.tree, 4, "maxmin")).toEqual([
    "Red chooses the largest: max",
    "Yellow chooses the smallest: min",
    "Red chooses the largest: max",
    "Leaves: judged",
  ]);
  expect(says(TRACES.mcts.tree, 2, "maxmin")).toEqual([
    "Red chooses the largest sum, value + exploration",
    "Yellow chooses the smallest sum, value − exploration",
  ]);
  expect(says(TRACES.puct.tree, 2, "negamax")[1]).toBe(
    "Yellow chooses the largest sum, value + exploration",
  );
  expect(rowNames(TRACES.mcts.tree, 2, "maxmin").map(({ text }) => text)).toEqual([
    "Red chooses",
    "Yellow chooses",
  ]);
  expect(says(TRACES.slip.tree, 3, "maxmin")).toEqual([
    "Red chooses the largest: max",
    "Chance decides: the average",
    "Leaves: judged",
  ]);
  const alone: Tree = { ...TRACES.alphabeta.tree, algorithm: "astar" };
  expect(says(alone, 2, "maxmin")).toEqual([
    "Red moves alone: the start",
    "Red moves alone: after 1 disc",
  ]);
});

test("through chance the best line goes on with the likeliest landing", () => {
  const found = TRACES.slip.tree;
  const line = bestLine(found);
  const aim = line.find((node) => found.kind[node] === CHANCE) ?? NONE;
  const landing = line[line.indexOf(aim) + 1] ?? NONE;
  const chances = childrenOf(found, aim).map((each) => found.probability?.[each] ?? 0);
  expect(found.parent[landing]).toBe(aim);
  expect(found.probability?.[landing]).toBe(Math.max(...chances));
  expect(bestLine(TRACES.alphabeta.tree)).toEqual([...TRACES.alphabeta.tree.line]);
});

test("a tree of one's own has branches and leaves", () => {
  expect(inBranches("Red tries column 3. The game is over: +5.")).toBe(
    "Red tries branch 3. A leaf: +5.",
  );
  expect(inBranches("Cut: Yellow need not try columns 2 and 3 here.")).toBe(
    "Cut: Yellow need not try branches 2 and 3 here.",
  );
});
