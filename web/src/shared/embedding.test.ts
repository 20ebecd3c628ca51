import { expect, test } from "vitest";

import { isEmbedded, outOfFrame, readEmbed, stayEmbedded } from "./embedding";

const shown = (path: string, query = "") => {
  const found = readEmbed(path, new URLSearchParams(query));
  return found && `${found.path}?${found.query.toString()}`;
};

test("addresses for frames name the pages that they show", () => {
  expect(shown("/embed/board", "moves=4453")).toBe("/board?moves=4453");
  expect(shown("/embed/theatre", "moves=44")).toBe("/theatre?moves=44");
  expect(shown("/embed/lesson/3", "step=2")).toBe("/tour?step=2&lesson=3");
  expect(shown("/embed/lesson", "lesson=3")).toBe("/tour?lesson=3");
  expect(shown("/embed/exercise/cut", "seed=4")).toBe("/exercises?seed=4&id=cut");
});

test("other addresses show nothing in frames", () => {
  for (const path of ["/embed/play", "/embed/board/4", "/embed/lesson/3/4", "/board", "/embed"])
    expect(shown(path)).toBeNull();
  expect(["/embed", "/embed/x", "/embedded", "/play"].map(isEmbedded)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("links to the same page stay in the frame, others do not", () => {
  expect(stayEmbedded("/tour?lesson=2&step=1", "/tour")).toBe("/embed/lesson?lesson=2&step=1");
  expect(stayEmbedded("/play?moves=4", "/tour")).toBeNull();
});

test("the way out leads to the page itself", () => {
  expect(outOfFrame("/board", new URLSearchParams("moves=44&theme=dark"))).toBe("/play?moves=44");
  expect(outOfFrame("/tour", new URLSearchParams("lesson=3"))).toBe("/tour?lesson=3");
});
