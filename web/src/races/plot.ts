/** Where things stand in a scatter plot: scales, ticks, and names that cover nothing. */

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
const BASES: Record<Axis, number> = { time: 10, memory: 4, nodes: 10, quality: 1 };

function says(axis: Axis, value: number): string {
  if (axis === "time") return sayTime(value);
  if (axis === "memory") return sayBytes(value);
  if (axis === "nodes") return amount(value).replace(".0 ", " ");
  return String(value);
}

/** Make the scale of an axis that holds all of these, with so many ticks at most. */
export function scaleOf(axis: Axis, spreads: readonly SpreadView[], most: number): Scale {
  return axis === "quality" ? linear(spreads, most) : logarithmic(axis, spreads, most);
}

/** No points lost is the best, so it stands at the far end. */
function linear(spreads: readonly SpreadView[], most: number): Scale {
  const top = Math.max(4, ...spreads.map((each) => Math.max(each.high, each.median)));
  const step = [1, 2, 5, 10, 20].find((each) => top / each < most) ?? 50;
  const end = step * Math.ceil(top / step);
  const at = (value: number) => 0.95 - 0.9 * (value / end);
  const ticks = Array.from({ length: end / step + 1 }, (_, index) => index * step);
  return { at, ticks: ticks.map((each) => ({ at: at(each), says: String(each) })) };
}

function logarithmic(axis: Axis, spreads: readonly SpreadView[], most: number): Scale {
  const least = LEAST[axis];
  const bound = (value: number) => Math.max(least, value);
  const low = Math.min(...spreads.map((each) => bound(each.low)));
  const high = Math.max(...spreads.map((each) => bound(each.high)));
  const [first, last] = spreads.length === 0 ? [least, least * 1000] : [low, high];
  const room = Math.max(2, (last / first) ** 0.12);
  const from = Math.log(first / room);
  const width = Math.log(last * room) - from;
  const at = (value: number) => (Math.log(bound(value)) - from) / width;
  return { at, ticks: powers(axis, first / room, last * room, most).map(mark) };

  function mark(value: number) {
    return { at: at(value), says: says(axis, value) };
  }
}

/** The powers that lie between two figures, every second or third where there are too many. */
function powers(axis: Axis, from: number, to: number, most: number): number[] {
  const base = BASES[axis];
  const unit = axis === "memory" ? 1024 : 1;
  const log = (value: number) => Math.log(value / unit) / Math.log(base);
  const [first, last] = [Math.ceil(log(from)), Math.floor(log(to))];
  const by = Math.max(1, Math.ceil((last - first + 1) / most));
  const found: number[] = [];
  for (let power = first - 1; power <= last; power += 1) {
    const value = unit * base ** power;
    // A narrow range has hardly a power in it.
    const between = base === 10 && last - first < 2 ? [1, 2, 5] : [1];
    if (power % by === 0) found.push(...between.map((each) => each * value));
  }
  return found.filter((each) => each >= from && each <= to);
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
