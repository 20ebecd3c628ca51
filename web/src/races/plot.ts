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

/** Make the scale of an axis that holds all of these, with as many ticks as `most` allows. */
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

/** Round figures that keep apart: the most of them for which there is room. */
function ticksOf(scale: Continuous, axis: Axis, most: number): number[] {
  const apart = (values: number[]) =>
    values.every((value, place) => {
      const before = values[place - 1];
      return before === undefined || Math.abs(scale(value) - scale(before)) >= 1 / most;
    });
  const sets = axis === "quality" ? wholeTicks(scale) : powerTicks(scale, axis);
  const [finest = []] = sets;
  const ends = [...new Set([finest[0], finest.at(-1)])].filter((each) => each !== undefined);
  return [...sets.filter((each) => each.length > 1), ends, finest.slice(0, 1)].find(apart) ?? [];
}

/** Whole points, in ever larger steps. */
function wholeTicks(scale: Continuous): number[][] {
  const [, top = 1] = scale.domain();
  return [1, 2, 5, 10, 20].map((step) =>
    Array.from({ length: Math.floor(top / step) + 1 }, (_, place) => place * step),
  );
}

/** Powers, of ten also twice and five times one; then every second power, every third. */
function powerTicks(scale: Continuous, axis: Axis): number[][] {
  const [first = 1, last = 1] = scale.domain();
  const base = BASES[axis];
  const inside = (value: number) => value >= Math.max(first, LEAST[axis]) && value <= last;
  const low = Math.floor(Math.log(first) / Math.log(base));
  const high = Math.ceil(Math.log(last) / Math.log(base));
  const exponents = Array.from({ length: high - low + 1 }, (_, place) => low + place);
  const every = (step: number) =>
    exponents.filter((each) => each % step === 0).map((each) => base ** each);
  const between = every(1).flatMap((power) => [power, 2 * power, 5 * power]);
  const sets = [...(base === 10 ? [between] : []), ...[1, 2, 3, 4].map(every)];
  return sets.map((each) => each.filter(inside));
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
    box(left, y + LINE + 9),
    box(right, y + LINE + 9),
    box(middle, y + 2 * LINE + 9),
    box(left, y + 2 * LINE + 9),
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
