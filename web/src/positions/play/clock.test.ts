import { expect, test } from "vitest";

import { readControl, share, writeControl, writeTime } from "./clock.svelte";

test("a time control is read as it is written, and nothing else is one", () => {
  expect(readControl("3+2")).toEqual({ minutes: 3, increment: 2 });
  expect(writeControl({ minutes: 10, increment: 0 })).toBe("10+0");
  for (const text of [null, "", "3", "0+5", "x+1", "-1+2"]) expect(readControl(text)).toBeNull();
});

test("a clock shows minutes and seconds, near the end tenths", () => {
  expect([180_000, 59_001, 10_000, 9_940, 0].map(writeTime)).toEqual([
    "3:00",
    "1:00",
    "0:10",
    "0:09.9",
    "0:00.0",
  ]);
});

test("a machine takes a share of its time, and never more than it has", () => {
  expect(share(60_000, { minutes: 1, increment: 0 })).toBe(3);
  expect(share(2_000, { minutes: 1, increment: 5 })).toBe(1);
  expect(share(10, { minutes: 1, increment: 0 })).toBe(0.05);
});
