import { expect, it } from "vitest";
import { writeQuery } from "../../shared/router.svelte";
import { placeOf, playOnQuery, writeTag, type Origin } from "./origin";

it("writes names as tags that can be read back", () => {
  expect(writeTag("First", null)).toBe("");
  expect(writeTag("First", "level:3")).toBe('[First "level:3"]\n');
  expect(writeTag("First", 'A "B" \\ C\nD')).toBe('[First "A \\"B\\" \\\\ C D"]\n');
});

it("knows only pages of this site", () => {
  expect(placeOf("/arena?id=1")).toBe("Arena");
  for (const from of ["toString", "//example.org", "https://example.org/play"])
    expect(placeOf(from)).toBeNull();
});

it("playing on keeps the players and their names", () => {
  const ref = { moves: "44", start: null, size: "7x6", variant: "standard" };
  const playOn = (players: Origin["players"]) =>
    writeQuery(playOnQuery(ref, "X", { players, from: null }));
  expect(playOn({ X: "Ann", O: "level:3" })).toBe("?moves=44&red=human&yellow=level:3&names=Ann,");
  expect(playOn({ X: "mcts", O: "human" })).toBe("?moves=44&red=mcts&yellow=human");
  expect(playOn({ X: "Ann", O: "Ben" })).toBe("?moves=44&red=human&yellow=human&names=Ann,Ben");
  expect(playOn({ X: "mcts", O: "level:2" })).toBe("?moves=44&red=human&yellow=level:2");
  expect(playOn({ X: null, O: null })).toBe("?moves=44&red=human&yellow=level:5");
});
