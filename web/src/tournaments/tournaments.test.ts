import { describe, expect, it } from "vitest";
import {
  NO_FILTER,
  pairingsOf,
  readFilter,
  readSetup,
  setupQuery,
  shownQuery,
  USUAL,
} from "./link";
import type { TournamentRequest } from "../shared/types";
import { sayCross, sayElo, sayFault, sayLeft, saySetup, sayShare } from "./words";

describe("links", () => {
  it("bring a setup back", () => {
    const setup: TournamentRequest = {
      agents: ["level:3", "mcts:playouts=500,c=2", "level:3"],
      games: 20,
      format: "gauntlet",
      openings: "balanced:12",
      size: "5x4",
      variant: "slip",
      limit: { seconds: 0.1, depth: 3 },
      rounds: null,
      move_time: 0.5,
      bank: 30,
      increment: 0.25,
      adjudicate: 12,
      seed: 7,
    };
    expect(readSetup(new URLSearchParams(setupQuery(setup).toString()))).toEqual(setup);
    expect(setupQuery(USUAL).toString()).toBe("");
    expect(readSetup(new URLSearchParams())).toEqual(USUAL);
    expect(readSetup(new URLSearchParams("games=x&seed=-1&bank=much"))).toEqual(USUAL);
    const swiss: TournamentRequest = { ...USUAL, format: "swiss", rounds: 3 };
    expect(readSetup(setupQuery(swiss))).toEqual(swiss);
  });

  it("bring the listed games back", () => {
    const filter = { agent: 2, opponent: 1, result: "lost", page: 3 } as const;
    const query = shownQuery("k3f9w2ab7c", filter);
    expect(query.toString()).toBe("t=k3f9w2ab7c&pair=2-1&result=lost&page=3");
    expect(readFilter(query)).toEqual(filter);
    expect(readFilter(new URLSearchParams("pair=9x&result=odd&page=0"))).toEqual(NO_FILTER);
  });
});

it("counts pairings", () => {
  expect([2, 3, 5].map((count) => pairingsOf(count, "round-robin"))).toEqual([1, 3, 10]);
  expect([2, 3, 5].map((count) => pairingsOf(count, "gauntlet"))).toEqual([1, 2, 4]);
  expect([2, 3, 5].map((count) => pairingsOf(count, "ladder"))).toEqual([1, 3, 7]);
  expect([2, 3, 5].map((count) => pairingsOf(count, "knockout"))).toEqual([1, 2, 4]);
  expect([2, 3, 5, 8].map((count) => pairingsOf(count, "swiss"))).toEqual([1, 2, 6, 12]);
  expect(pairingsOf(6, "swiss", 2)).toBe(6);
});

describe("words", () => {
  it("name agents and numbers", () => {
    expect([12.4, 0, -7.6].map(sayElo)).toEqual(["+12", "+0", "−8"]);
    expect([0.99999, 1, 0.5, 0.00001].map(sayShare)).toEqual([
      "over 99.9 %",
      "over 99.9 %",
      "50 %",
      "under 0.1 %",
    ]);
    expect([3, 200, 9000].map(sayLeft)).toEqual([
      "about 3 s left",
      "about 3 min left",
      "about 2.5 h left",
    ]);
  });

  it("say a cell and a setup in full", () => {
    const cell = {
      ...{ agent: "level:5", opponent: "mcts", wins: 1, draws: 2, losses: 1 },
      ...{ first: { wins: 1, draws: 1, losses: 0 }, superiority: 0.5 },
    };
    expect(sayCross(cell)).toBe(
      "Level 5 against Monte Carlo tree search (MCTS): 1 win, 2 draws, 1 loss in 4 games; as red 1-1-0. The probability that it is stronger is 50 %.",
    );
    const setup = { ...USUAL, limit: { seconds: 0.25 }, variant: "fill" } as const;
    expect(saySetup(setup)).toBe(
      "10 games each · fill · random openings of 4 discs · 250 ms a move",
    );
  });

  it("say why a game was forfeited", () => {
    const game = { number: 3, first: "exec:bot", second: "level:1", forfeit: "first" };
    const late = { ...game, reason: "out of time: exec:bot sent no move in 2 s" };
    expect(sayFault(late)).toBe("out of time: sent no move in 2 s");
    const raised = { ...game, reason: "exception: exec:bot failed: ValueError: no" };
    expect(sayFault(raised)).toBe("raised ValueError: no");
    expect(sayFault({ ...game, forfeit: null, reason: "void: its worker died 3 times" })).toBe(
      "its worker died 3 times",
    );
  });

  it("say clocks and the referee", () => {
    const clocked = { ...USUAL, bank: 30, increment: 0.5, adjudicate: 12, openings: "suite:hard" };
    expect(saySetup(clocked)).toBe(
      "10 games each · from positions of the suite hard · 30 s a game and 0.5 s more with each move · adjudicated at 12 empty cells",
    );
  });
});
