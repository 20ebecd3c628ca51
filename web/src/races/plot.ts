/** Where things stand in a scatter plot: scales, ticks, and names that cover nothing. */

import { scaleLinear, scaleLog, type ScaleLinear, type ScaleLogarithmic } from "d3-scale";
import { amount } from "../shared/words";
import { PAGE, sayBytes, sayTime } from "./figures";
import type { Axis } from "./link";
import type { SpreadView } from "../shared/types";

export interface Scale {
  /** From a figure to a share of the axis, 0 to 1. */
  at: (value: number) => number;
  ticks: { at: number; says: string }[];
}

/** The least that a logarithmic axis can show of each. */
const LEAST: Record<Axis, number> = { time: 1e-6, memory: PAGE, nodes: 1, quality: 0 };
export const TITLES: Record<Axis, string> = {
  time: "time for a move",
  memory: "memory for a move",
  nodes: "positions searched",
  quality: "points below the best move",
};
const BASES: Record<Axis, number> = { time: 10, memory: 4, nodes: 10, quality: 10 };

function says(axis: Axis, value: number): string {
  if (axis === "time") return sayTime(value);
  if (axis === "memory") return sayBytes(value);
  if (axis === "nodes") return amount(value).replace(".0 ", " ");
  return String(value);
}

/** Make the scale of an axis that holds all of these, with about `most` ticks. */
export function scaleOf(axis: Axis, spreads: readonly SpreadView[], most: number): Scale {
  const scale = axis === "quality" ? linear(spreads) : logarithmic(axis, spreads);
  const at = (value: number) => scale(Math.max(LEAST[axis], value));
  return {
    at,
    ticks: ticksOf(scale, axis, most).map((value) => ({ at: at(value), says: says(axis, value) })),
  };
}

type Continuous = ScaleLinear<number, number> | ScaleLogarithmic<number, number>;

/** No points lost is the best, so it stands at the far end. */
function linear(spreads: readonly SpreadView[]): Continuous {
  const top = Math.max(4, ...spreads.map((each) => Math.max(each.high, each.median)));
  return scaleLinear([0, Math.ceil(top)], [0.95, 0.05]);
}

function logarithmic(axis: Axis, spreads: readonly SpreadView[]): Continuous {
  const least = LEAST[axis];
  const figures = spreads
    .flatMap(({ low, high }) => [low, high])
    .map((each) => Math.max(least, each));
  const [first, last] =
    figures.length === 0 ? [least, least * 1000] : [Math.min(...figures), Math.max(...figures)];
  const room = Math.max(2, (last / first) ** 0.12);
  return scaleLog([first / room, last * room], [0, 1]).base(BASES[axis]);
}

/** Whole points, or powers; in a narrow range also twice and five times a power of ten. */
function ticksOf(scale: Continuous, axis: Axis, most: number): number[] {
  if (axis === "quality") return scale.ticks(most - 1).filter(Number.isInteger);
  const all = scale.ticks(most).filter((value) => value >= LEAST[axis]);
  const base = BASES[axis];
  const power = (value: number) => Math.floor(Math.log(value * 1.001) / Math.log(base));
  const digit = (value: number) => Math.round(value / base ** power(value));
  const powers = all.filter((value) => digit(value) === 1);
  const between = base === 10 ? all.filter((value) => [1, 2, 5].includes(digit(value))) : powers;
  return between.length <= most || powers.length < 2 ? between : powers;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 12;
const LINE = 17;

/** Where a name may stand beside its mark: right, left, above, below, and aslant. */
function places(x: number, y: number, width: number): Box[] {
  const box = (left: number, top: number) => ({ x: left, y: top, width, height: LINE });
  const [right, left, middle] = [x + GAP, x - GAP - width, x - width / 2];
  return [
    box(right, y - LINE / 2),
    box(left, y - LINE / 2),
    box(middle, y - LINE - 9),
    box(middle, y + 9),
    box(right, y - LINE - 3),
    box(right, y + 3),
    box(left, y - LINE - 3),
    box(left, y + 3),
    box(middle, y - 2 * LINE - 9),
    box(middle, y + LINE + 9),
  ];
}

/** Find a place for each name that covers no mark, no bar, no other name, and stays inside. */
export function placeNames(
  marks: readonly { x: number; y: number; width: number }[],
  bars: readonly Box[],
  frame: Box,
): Box[] {
  const taken: Box[] = marks.map(({ x, y }) => ({ x: x - 8, y: y - 8, width: 16, height: 16 }));
  taken.push(...bars);
  return marks.map(({ x, y, width }) => {
    const cost = (box: Box) =>
      taken.reduce((sum, each) => sum + shared(box, each), 0) +
      3 * (box.width * box.height - shared(box, frame));
    const best = places(x, y, width).reduce((one, other) =>
      cost(other) < cost(one) ? other : one,
    );
    taken.push(best);
    return best;
  });
}

function shared(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}
