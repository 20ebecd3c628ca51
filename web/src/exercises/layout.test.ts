import { expect, test } from "vitest";
import { layOut } from "./layout";
import { readWanted, wantedLink } from "./link";

test("leaves stand side by side, parents over the middle of their children", () => {
  const places = layOut([-1, 0, 1, 1, 0, 4, 4, 4]);
  expect(places.filter((_, node) => [2, 3, 5, 6, 7].includes(node)).map(({ x }) => x)).toEqual([
    0, 1, 2, 3, 4,
  ]);
  expect(places[1]).toEqual({ x: 0.5, level: 1 });
  expect(places[0]).toEqual({ x: 1.75, level: 0 });
});

test("a link names the exercise, and nonsense in it the first one", () => {
  const alone = { group: "", learner: "" };
  const wanted = { kind: "astar", difficulty: 3, seed: 42, ...alone } as const;
  expect(readWanted(new URL(wantedLink(wanted), "http://x").searchParams)).toEqual(wanted);
  expect(readWanted(new URLSearchParams("kind=x&difficulty=9&seed=-1"))).toEqual({
    kind: "minimax",
    difficulty: 1,
    seed: 1,
    ...alone,
  });
  const inClass = { ...wanted, group: "10b", learner: "Ada" };
  expect(readWanted(new URLSearchParams("id=astar-3-42&class=10b&learner=Ada"))).toEqual(inClass);
  expect(readWanted(new URL(wantedLink(inClass), "http://x").searchParams)).toEqual(inClass);
});
