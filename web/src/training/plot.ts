/** The learning curve as shapes: scales, lines, bands, and labels that keep apart. */

import { scaleLinear, scaleLog } from "d3-scale";
import type { CurvePointView } from "../shared/types";
import type { ClassName } from "./words";

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const FIRST = 0.1;
/** Pixels between two labels of the time, at least. */
const TICK_GAP = 50;
const TIMES = [0.1, 0.3, 1, 3, 10, 30, 60, 180, 600, 1800, 3600, 10800, 36000, 108000];

/** The scale of time: from the first point to the end that was asked for. */
export function timeScale(points: readonly CurvePointView[], end: number, box: Box) {
  const first = Math.max(FIRST, points[0]?.seconds ?? 1);
  const last = Math.max(end, points.at(-1)?.seconds ?? 0, 4 * first);
  return scaleLog([first, last], [box.left, box.width - box.right]).clamp(true);
}

/** Times to name on the scale: as many as there is room for, round ones first. */
export function timeTicks(x: ReturnType<typeof timeScale>): number[] {
  const [first = 1, last = 1] = x.domain();
  const inside = TIMES.filter((each) => each >= first && each <= last * 1.001);
  const kept: number[] = [];
  for (const time of [...inside.filter(isRound), ...inside.filter((each) => !isRound(each))]) {
    if (kept.every((other) => Math.abs(x(other) - x(time)) >= TICK_GAP)) kept.push(time);
  }
  return kept.sort((one, other) => one - other);
}

function isRound(time: number): boolean {
  return [1, 10, 60, 600, 3600].includes(time);
}

/** The scale of shares, which ends at 100 %. */
export function shareScale(lowest: number, box: Box) {
  const low = Math.max(0, Math.min(0.5, Math.floor(10 * lowest - 0.3) / 10));
  return scaleLinear([low, 1], [box.height - box.bottom, box.top]);
}

/** The lowest share that is to be drawn. */
export function lowestShare(points: readonly CurvePointView[], others: readonly number[]): number {
  const shares = points.flatMap((point) => Object.values(point.classes).map((each) => each.low));
  return Math.min(1, ...shares, ...others);
}

export type Place = (value: number) => number;

/** The line of a class. */
export function linePath(points: readonly CurvePointView[], name: ClassName, x: Place, y: Place) {
  const found = measured(points, name);
  return found
    .map(([at, each], place) => `${place ? "L" : "M"}${dot(x(at), y(each.kept))}`)
    .join("");
}

/** The area between the ends of its intervals. */
export function bandPath(points: readonly CurvePointView[], name: ClassName, x: Place, y: Place) {
  const found = measured(points, name);
  if (found.length === 0) return "";
  const high = found.map(([at, each]) => dot(x(at), y(each.high)));
  const low = found.map(([at, each]) => dot(x(at), y(each.low))).reverse();
  return `M${[...high, ...low].join("L")}Z`;
}

function measured(points: readonly CurvePointView[], name: ClassName) {
  return points.flatMap(({ seconds, classes }) => {
    const each = classes[name];
    return each ? [[Math.max(FIRST, seconds), each] as const] : [];
  });
}

function dot(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** Move labels apart that would lie on each other; they keep their order and stay within. */
export function keepApart(places: readonly number[], gap: number, top: number, bottom: number) {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let floor = top;
  for (const index of order) {
    moved[index] = Math.max(floor, moved[index] ?? 0);
    floor = (moved[index] ?? 0) + gap;
  }
  let ceiling = bottom;
  for (const index of order.reverse()) {
    moved[index] = Math.min(ceiling, moved[index] ?? 0);
    ceiling = (moved[index] ?? 0) - gap;
  }
  return moved;
}

/** Return for how long it had learned at an age, from the points around it. */
export function secondsAt(points: readonly CurvePointView[], games: number): number | null {
  const after = points.findIndex((point) => point.games >= games);
  const right = points[after];
  if (!right) return points.at(-1)?.seconds ?? null;
  const left = points[after - 1] ?? { games: 0, seconds: 0 };
  const share = right.games > left.games ? (games - left.games) / (right.games - left.games) : 1;
  return left.seconds + share * (right.seconds - left.seconds);
}

/** Return the stored age that is nearest to a time, on a logarithmic scale. */
export function ageAt(points: readonly CurvePointView[], ages: readonly number[], seconds: number) {
  const distance = (age: number) =>
    Math.abs(Math.log(Math.max(FIRST, secondsAt(points, age) ?? FIRST) / seconds));
  return ages.reduce((best, age) => (distance(age) < distance(best) ? age : best), ages[0] ?? 0);
}
