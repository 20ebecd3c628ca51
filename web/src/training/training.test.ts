import { describe, expect, it } from "vitest";
import type { CurvePointView } from "../shared/types";
import { playQuery, readShown, shownQuery, specOf } from "./link";
import {
  ageAt,
  bandPath,
  keepApart,
  linePath,
  lowestShare,
  secondsAt,
  shareScale,
  timeScale,
  timeTicks,
} from "./plot";
import { clock, sayGames, sayPoint, sayTime, sayValue, shortTime, spread } from "./words";

function point(seconds: number, games: number, kept: number): CurvePointView {
  const measure = { kept, low: kept - 0.1, high: kept + 0.1, best: kept / 2, count: 100 };
  return { seconds, games, classes: { hard: measure } };
}

const CURVE = [point(1, 1000, 0.5), point(10, 11_000, 0.7), point(100, 91_000, 0.9)];
const BOX = { width: 600, height: 300, left: 50, right: 150, top: 10, bottom: 40 };

describe("links", () => {
  it("bring back what is shown", () => {
    const shown = { id: "abcdefghij", moves: "4453", age: 1000 };
    expect(readShown(shownQuery(shown))).toEqual(shown);
    const usual = readShown(new URLSearchParams("age=x"));
    expect(usual).toEqual({ id: "shipped", moves: "-", age: null });
    expect(shownQuery(usual).toString()).toBe("");
  });

  it("name the player of every age", () => {
    const own = { id: "shipped", method: "td" } as const;
    const other = { id: "abcdefghij", method: "zero" } as const;
    expect(specOf(own, null, [])).toBe("tuples");
    expect(specOf(own, 1000, [])).toBe("tuples:age=1000");
    expect(specOf(other, 1000, ["tuples", "zero"])).toBe("zero:run=abcdefghij,age=1000");
    expect(specOf(other, null, ["tuples"])).toBe("tuples:run=abcdefghij");
    expect(playQuery("tuples:age=0").get("red")).toBe("human");
  });
});

describe("words", () => {
  it("say how well it plays", () => {
    expect(sayPoint(point(40, 800_000, 0.86))).toBe(
      "After 40 seconds and 800,000 games it keeps the result in 86 of 100 hard openings.",
    );
    expect(sayPoint({ seconds: 1, games: 1, classes: {} })).toContain("nothing has been measured");
  });

  it("say times and amounts", () => {
    expect([0.4, 42, 150, 9000].map(sayTime)).toEqual([
      "0.4 seconds",
      "42 seconds",
      "3 minutes",
      "2.5 hours",
    ]);
    expect([1, 30, 600, 7200].map(shortTime)).toEqual(["1 s", "30 s", "10 min", "2 h"]);
    expect([0, 65.4].map(clock)).toEqual(["0:00", "1:05"]);
    expect([1, 1200, 71_189, 2_500_000, 31_000_000].map(sayGames)).toEqual([
      "1 game",
      "1,200 games",
      "71,000 games",
      "2.5 million games",
      "31 million games",
    ]);
    expect([0.9, 0.5, 0, -0.5, -1].map(sayValue)).toEqual([
      "sure to win",
      "likely to win",
      "even",
      "likely to lose",
      "sure to lose",
    ]);
    expect(spread(0.84, 0.9)).toBe(3);
  });
});

describe("the curve", () => {
  it("has a scale from the first point to the end that was asked for", () => {
    const x = timeScale(CURVE, 600, BOX);
    expect(x(1)).toBe(50);
    expect(x(600)).toBe(450);
    expect(timeTicks(x)).toEqual([1, 3, 10, 60, 180, 600]);
    expect(timeTicks(timeScale(CURVE, 600, { ...BOX, width: 320 }))).toEqual([1, 60]);
    expect(timeScale([], 0, BOX).domain()).toEqual([1, 4]);
  });

  it("shows the lowest share and 100 %", () => {
    expect(lowestShare(CURVE, [0.29])).toBe(0.29);
    const y = shareScale(0.29, BOX);
    expect(y(1)).toBe(10);
    expect(y.domain()).toEqual([0.2, 1]);
  });

  it("draws a line and the band of its intervals", () => {
    const [x, y] = [(value: number) => value, (value: number) => 100 * value];
    expect(linePath(CURVE, "hard", x, y)).toBe("M1.0 50.0L10.0 70.0L100.0 90.0");
    expect(linePath(CURVE, "easy", x, y)).toBe("");
    expect(bandPath(CURVE.slice(0, 1), "hard", x, y)).toBe("M1.0 60.0L1.0 40.0Z");
    expect(bandPath([], "hard", x, y)).toBe("");
  });

  it("keeps labels apart, in their order, within the picture", () => {
    expect(keepApart([50, 52, 10], 18, 0, 300)).toEqual([50, 68, 10]);
    expect(keepApart([295, 296], 18, 0, 300)).toEqual([282, 300]);
  });

  it("finds the time of an age and the age of a time", () => {
    expect(secondsAt(CURVE, 6000)).toBe(5.5);
    expect(secondsAt(CURVE, 10 ** 9)).toBe(100);
    expect(secondsAt([], 5)).toBeNull();
    expect(ageAt(CURVE, [0, 1000, 10_000, 91_000], 60)).toBe(91_000);
    expect(ageAt(CURVE, [0, 1000, 10_000, 91_000], 1.2)).toBe(1000);
  });
});
