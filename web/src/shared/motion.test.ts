import { expect, test } from "vitest";

import { fallFrames, fallTime } from "./motion";

test("six rows take 0.4 s and time grows with the root of the height", () => {
  expect(fallTime(6)).toBe(400);
  expect(fallTime(1.5)).toBeCloseTo(200);
});

test("frames run from the rail to the cell, in order, with one bounce", () => {
  const { frames, duration } = fallFrames({ rows: 5, aside: 0, pitch: 100 });
  const offsets = frames.map((frame) => frame.offset as number);
  expect(offsets).toEqual([...offsets].sort((one, two) => one - two));
  expect(frames[0]?.["transform"]).toBe("translate(0px, -500px)");
  expect(frames.at(-1)?.["transform"]).toBe("translate(0px, 0px)");
  expect(duration).toBeLessThan(600);
});

test("a disc that slips starts above the column it was aimed at", () => {
  const { frames } = fallFrames({ rows: 5, aside: -1, pitch: 100 });
  expect(frames[0]).toMatchObject({ transform: "translate(-100px, -500px)", offset: 0 });
});
