import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { announcer } from "../../shared/announce.svelte";
import { load } from "../../shared/storage";
import type { MoveView, ReportView } from "../../shared/types";
import { answerTo, fakeServer, pass, refusal } from "../../testing/server";
import { HUMAN } from "../link";
import { GameState, SPEEDS } from "./game.svelte";
import { readSavedGame, USUAL, type Setup } from "./setup";

const MACHINE = "alphabeta:depth=2";
const FRIENDS: Setup = { ...USUAL, size: "4x4", seats: { X: HUMAN, O: HUMAN } };
const AGAINST: Setup = { ...FRIENDS, seats: { X: HUMAN, O: MACHINE } };
const MACHINES: Setup = { ...FRIENDS, seats: { X: MACHINE, O: MACHINE } };
/** One move wins, the others do not. */
const LATE = "121212";
/** Milliseconds that a disc takes to come to rest. */
const SETTLE = 520;

const server = fakeServer();
let game: GameState;
beforeEach(() => {
  game = new GameState();
});
afterEach(() => game.close());

/** Show a game; machines wait if `paused`. */
async function open(setup: Setup, moves = "-", paused = false): Promise<void> {
  void game.open(setup, moves, undefined, paused);
  await pass();
}

async function drop(column: number): Promise<void> {
  void game.choose(column);
  await pass();
}

const written = () => game.moves.join("");
const asked = (path: string) => server.paths.filter((each) => each.startsWith(path)).length;

/** What a machine thinks about after a person's disc in column 1. */
const after = (moves: string): MoveView =>
  answerTo("/moves", {
    ...{ moves, start: null, size: "4x4", variant: "standard" },
    ...{ agent: MACHINE, seed: 500_000_000, limit: null },
  });

describe("a machine", () => {
  test("answers a disc once it has come to rest", async () => {
    await open(AGAINST, "12");
    expect([game.ready, game.thinking]).toEqual([true, false]);
    await drop(1);
    expect([written(), game.ready, game.thinking]).toEqual(["121", false, true]);
    expect(announcer.text).toBe("Red in column 1.");
    await pass(SETTLE - 1);
    expect(written()).toBe("121");
    await pass(1);
    const { played, report } = after("121");
    expect(written()).toBe(`121${played.column}`);
    expect(announcer.text).toBe(`Yellow in column ${played.column}.`);
    expect(game.thought).toEqual({ agent: MACHINE, player: "O", report, done: true });
    expect([game.ready, game.thinking]).toEqual([true, false]);
  });

  test("tells what it thinks, and plays what it likes best when told", async () => {
    const thinks = server.hold("/moves");
    await open(AGAINST, "12");
    await drop(1);
    await game.moveNow(); // it likes nothing yet
    expect(game.thinking).toBe(true);
    const report: ReportView = { ...after("121").report, column: 3 };
    thinks.progress(report);
    await pass();
    expect(game.thought?.report).toEqual(report);
    void game.moveNow();
    await pass();
    expect(thinks.aborted).toBe(true);
    expect([written(), game.ready, game.thought?.done]).toEqual(["1213", true, true]);
  });

  test("stops thinking when somebody goes back, resigns, pauses or leaves", async () => {
    const ways = [() => game.undo(), () => game.resign(), () => game.pause(), () => game.close()];
    for (const leave of ways) {
      const thinks = server.hold("/moves");
      await open(AGAINST, "12");
      await drop(1);
      void leave();
      await pass(10_000);
      expect([thinks.aborted, written().length < 4]).toEqual([true, true]);
    }
  });

  test("that fails says why, and goes on when it is told to", async () => {
    server.once("/moves", () => refusal(422, "X cannot play"));
    await open(AGAINST, "12");
    await drop(1);
    expect([game.error, game.thought, game.busy]).toEqual(["Red cannot play.", null, false]);
    game.resume();
    await pass(SETTLE);
    expect([written().length, game.error]).toEqual([4, null]);
  });

  test("plays on its own, step by step or at a speed, and pauses", async () => {
    await open(MACHINES, LATE, true);
    await pass(10_000);
    expect([written(), game.people, game.ready]).toEqual([LATE, 0, false]);
    game.step();
    await pass(10_000);
    expect([written(), game.paused]).toEqual([`${LATE}1`, true]);
    expect(game.winner).toBe("X");
    await open(MACHINES, "12", true);
    game.speed = "fast";
    game.resume();
    await pass(3 * SPEEDS.fast);
    expect(written()).toHaveLength(5);
    game.pause();
    await pass(10_000);
    expect([written().length, game.thought]).toEqual([5, null]);
  });

  test("leaves a decision that the Theatre can show, if it records its search", async () => {
    await open(AGAINST, "12");
    expect(game.decision?.seed).toBeNull(); // nobody knows it
    await drop(1);
    expect(game.decision).toBeNull(); // a person's
    await pass(SETTLE);
    const ref = { moves: "121", start: null, size: "4x4", variant: "standard" };
    expect(game.decision).toEqual({ ref, agent: MACHINE, seed: 500_000_000 });
    expect(server.posted("/moves")?.["seed"]).toBe(500_000_000);
    await open({ ...AGAINST, seats: { X: HUMAN, O: "level:1" } }, "12");
    expect(game.decision).toBeNull();
  });
});

describe("going back and forth", () => {
  test("against a machine goes from one turn of the person to another", async () => {
    await open(AGAINST, "1234");
    await drop(1);
    await pass(SETTLE);
    const all = written();
    for (const moves of ["1234", "12", ""]) {
      await game.undo();
      expect(written()).toBe(moves);
    }
    expect([game.canUndo, game.canRedo]).toEqual([false, true]);
    for (const moves of ["12", "1234", all]) {
      await game.redo();
      expect(written()).toBe(moves);
    }
    expect(game.canRedo).toBe(false);
    expect(game.thought?.report).toEqual(after("12341").report); // what it thought then
    await open({ ...AGAINST, seats: { X: MACHINE, O: HUMAN } }, "1");
    expect(game.canUndo).toBe(false); // the first disc is the machine's
  });

  test("between friends goes disc by disc", async () => {
    await open(FRIENDS, "1234");
    await game.undo();
    await game.undo();
    expect([written(), game.undone.join("")]).toEqual(["12", "34"]);
    await game.visit(1);
    expect([written(), game.undone.join(""), game.view?.turn]).toEqual(["1", "234", "O"]);
    await game.redo();
    expect(written()).toBe("12");
  });

  test("the same disc keeps what was undone, another one forgets it", async () => {
    await open(FRIENDS, "1234");
    await game.visit(2);
    await drop(3);
    expect([written(), game.undone.join("")]).toEqual(["123", "4"]);
    await game.visit(2);
    await drop(1);
    expect([written(), game.canRedo]).toEqual(["121", false]);
  });

  test("to a machine's turn lets it wait until it is told to go on", async () => {
    await open(AGAINST, "1234");
    await game.visit(1);
    await pass(10_000);
    expect([written(), game.paused]).toEqual(["1", true]);
    game.resume();
    await pass(SETTLE);
    expect([written().length, game.canRedo]).toEqual([2, false]);
  });
});

describe("a person", () => {
  test("moves only in turn, before the end, and when it is known who begins", async () => {
    await open({ ...FRIENDS, byChance: true });
    expect(game.ready).toBe(false);
    await open({ ...AGAINST, seats: { X: MACHINE, O: HUMAN } }, "12", true);
    expect(game.ready).toBe(false);
    await open(FRIENDS, `${LATE}1`);
    expect([game.ready, game.over, game.winner]).toEqual([false, true, "X"]);
    await drop(3);
    expect([written(), asked("/drops")]).toEqual([`${LATE}1`, 0]);
  });

  test("whose disc the server refuses keeps the turn", async () => {
    await open(FRIENDS, "12");
    server.once("/drops", () => refusal(422, "column 1 is full"));
    await drop(1);
    expect([written(), game.error, game.ready]).toEqual(["12", "Column 1 is full.", true]);
    await drop(1);
    expect([written(), game.error]).toEqual(["121", null]);
  });

  test("hears where a disc slipped to", async () => {
    const slip = answerTo("/positions/12%3E3?size=4x4&variant=slip");
    server.once("/drops", () => Response.json({ position: slip }));
    await open({ ...FRIENDS, variant: "slip" }, "1");
    await drop(2);
    expect([game.moves, announcer.text]).toEqual([["1", "2>3"], "Yellow in column 3, aimed at 2."]);
  });

  test("is warned of a blunder, which may be taken back or kept", async () => {
    await open({ ...AGAINST, teach: true }, LATE);
    await drop(3);
    expect(game.blunder).toMatchObject({
      says: "That gives the win away: with best play it is now a loss.",
      better: [1],
    });
    expect([game.ready, asked("/moves")]).toEqual([false, 0]);
    await game.undo();
    expect([written(), game.blunder, game.ready]).toEqual([LATE, null, true]);
    await drop(3);
    game.keepMove();
    await pass(SETTLE);
    expect([game.blunder, written().length]).toEqual([null, 8]);
    await open({ ...AGAINST, teach: true }, LATE);
    await drop(1);
    expect([game.blunder, game.winner]).toEqual([null, "X"]);
  });

  test("is not kept waiting by a judgement that takes long or fails", async () => {
    const judges = server.hold(`/positions/${LATE}/analysis`);
    await open({ ...AGAINST, teach: true }, LATE);
    await drop(3);
    await pass(3999);
    expect(asked("/moves")).toBe(0);
    await pass(1);
    expect([game.blunder, asked("/moves")]).toEqual([null, 1]);
    judges.release();
    await pass(SETTLE);
    expect(game.blunder).toBeNull();
    server.once(`/positions/${LATE}/analysis`, () => refusal(422, "too large"));
    await open({ ...AGAINST, teach: true }, LATE);
    await drop(3);
    expect([game.blunder, game.error, asked("/moves")]).toEqual([null, null, 2]);
  });

  test("may resign once there is a disc, and go back on it", async () => {
    await open(FRIENDS);
    expect(game.mayResign).toBeNull();
    await open(FRIENDS, "121");
    expect(game.mayResign).toBe("O"); // whose turn it is
    await open(MACHINES, "121", true);
    expect(game.mayResign).toBeNull();
    await open(AGAINST, "12");
    game.resign();
    expect([game.over, game.winner, game.ready]).toEqual([true, "O", false]);
    expect(announcer.text).toBe("Red resigned. Yellow wins.");
    expect(readSavedGame(load("game"))?.ending).toEqual({ by: "resigning", winner: "O" });
    await game.undo();
    expect([game.over, written(), game.ready]).toEqual([false, "", true]);
  });
});

describe("clocks", () => {
  const clock = { minutes: 0.05, increment: 2 };
  const left = () => [game.clock.left.X, game.clock.left.O];

  test("run for the side to move from the first disc on, and add for a move", async () => {
    await open({ ...FRIENDS, clock }, "12");
    await pass(10_000);
    expect([game.clock.running, ...left()]).toEqual([null, 3000, 3000]);
    await drop(1);
    await pass(1000);
    expect([game.clock.running, ...left()]).toEqual(["O", 3000, 2000]);
    await drop(2);
    await pass(500);
    expect([game.clock.running, ...left()]).toEqual(["X", 2500, 4000]);
    await game.undo();
    await pass(10_000);
    expect([game.clock.running, ...left()]).toEqual([null, 2500, 4000]);
    await drop(2); // for which no time was taken
    expect([game.clock.running, ...left()]).toEqual(["X", 2500, 4000]);
  });

  test("that run out end the game; whoever goes back plays on without", async () => {
    await open({ ...FRIENDS, clock }, "12");
    await drop(1);
    await pass(3000);
    expect([game.ending, game.clock.left.O]).toEqual([{ by: "time", winner: "X" }, 0]);
    expect(announcer.text).toBe("Yellow ran out of time. Red wins on time.");
    await game.undo();
    expect([game.over, game.setup.clock]).toEqual([false, null]);
    await drop(1);
    await pass(10_000);
    expect([game.over, game.clock.running]).toEqual([false, null]);
  });

  test("stand still while a blunder is told", async () => {
    await open({ ...FRIENDS, clock, teach: true }, LATE);
    await drop(3);
    expect([game.blunder !== null, game.clock.running]).toEqual([true, null]);
    game.keepMove();
    expect(game.clock.running).toBe("O");
  });

  test("limit what a machine may think", async () => {
    const limits = { [MACHINE]: 1.5, "mcts:seconds=1": 1, "mcts:seconds=9": 1.5 };
    for (const [agent, seconds] of Object.entries(limits)) {
      server.hold("/moves");
      const seats = { X: HUMAN, O: agent };
      await open({ ...AGAINST, seats, clock: { minutes: 0.5, increment: 0 } }, "12");
      await drop(1);
      expect(server.posted("/moves")?.["limit"]).toEqual({ seconds });
    }
  });

  test("make a machine move shortly before its time is up", async () => {
    const thinks = server.hold("/moves");
    await open({ ...AGAINST, clock }, "12");
    await drop(1);
    thinks.progress({ ...after("121").report, column: 3 });
    await pass(2599);
    expect(written()).toBe("121");
    await pass(1);
    expect([thinks.aborted, written(), game.clock.left.O]).toEqual([true, "1213", 2400]);
  });
});

describe("help", () => {
  test("with scores comes column by column, for the position that is shown", async () => {
    const scores = answerTo(`/positions/${LATE}/analysis?size=4x4&variant=standard`);
    const path = `/positions/${LATE}/analysis`;
    const soFar = { ...(scores as object), complete: false };
    const first = server.hold(path);
    await open(FRIENDS, LATE);
    game.help.toggleScores();
    await pass();
    first.progress(soFar);
    await pass();
    expect(game.help.scores).toEqual(soFar);
    first.release();
    await pass();
    expect(game.help.scores).toEqual(scores);
    const second = server.hold("/positions/1212/analysis");
    await game.visit(4);
    expect([game.help.scores, game.error]).toEqual([null, null]);
    await game.visit(6);
    await pass();
    expect([second.aborted, game.help.scores]).toEqual([true, scores]);
    game.help.toggleScores();
    await game.undo();
    expect(asked("/positions/12121/analysis")).toBe(0);
  });

  test("with a hint points to a column until the position changes", async () => {
    await open(FRIENDS, LATE);
    void game.help.findHint();
    expect(game.help.findingHint).toBe(true);
    await pass();
    expect(game.help.hint).toMatchObject({ column: 1, says: announcer.text });
    game.help.explainHint();
    expect(game.help.explaining.question).toMatchObject({ column: 1, reasonsOnly: true });
    await drop(3);
    expect([game.help.hint, game.help.explaining.question]).toEqual([null, null]);
    const late = server.hold(`/positions/${LATE}3/hint`);
    void game.help.findHint();
    await pass();
    await game.undo();
    late.release();
    await pass();
    expect([late.aborted, game.help.hint, game.help.findingHint]).toEqual([true, null, false]);
    server.once(`/positions/${LATE}/hint`, () => refusal(422, "no hint for X"));
    await game.help.findHint();
    expect([game.error, game.help.findingHint]).toEqual(["No hint for Red.", false]);
  });

  test("explains the last move, or only why a hint is good, and lights its cells", async () => {
    await open(FRIENDS, `${LATE}3`);
    game.explainMove();
    const { explaining } = game.help;
    expect(explaining.question).toMatchObject({ ref: { moves: LATE }, column: 3 });
    await game.undo();
    await game.help.findHint();
    game.help.explainHint();
    if (!explaining.question) throw new Error("nothing is asked");
    const said = await explaining.ask(explaining.question, new AbortController().signal);
    const whole = await explaining.ask(
      { ...explaining.question, reasonsOnly: false },
      new AbortController().signal,
    );
    expect(whole.brief.length).toBeGreaterThan(said.brief.length);
    expect(said.brief).toContain(explaining.lit?.text);
    expect(explaining.marked).toHaveLength(4);
    game.help.dismissHint();
    expect([game.help.hint, explaining.marked]).toEqual([null, []]);
  });
});

describe("a game that is over", () => {
  test("is told and judged once, and not any more after going back", async () => {
    await open(FRIENDS, LATE);
    await drop(1);
    expect(announcer.text).toBe("Red in column 1. Red wins.");
    expect(game.verdict.review?.moves).toHaveLength(7);
    await game.help.findHint(); // there is none
    expect(game.help.hint).toBeNull();
    await game.visit(7);
    expect(asked(`/positions/${LATE}1/review`)).toBe(1);
    await game.undo();
    expect(game.verdict.review).toBeNull();
  });

  test("is not judged if that takes long, or under other rules", async () => {
    const judges = server.hold(`/positions/${LATE}1/review`);
    await open(FRIENDS, `${LATE}1`);
    await pass(30_000);
    expect(judges.aborted).toBe(true);
    expect(game.verdict.missing).toBe("This game cannot be judged exactly in time.");
    await open({ ...FRIENDS, variant: "fill" }, "12");
    game.resign();
    expect(game.verdict.missing).toMatch("under the standard rules only");
  });
});

describe("what is left of a game", () => {
  const NAMED: Setup = {
    ...{ ...FRIENDS, names: { X: "Ann", O: "" }, teach: true },
    clock: { minutes: 3, increment: 2 },
  };

  test("is an address that follows it, and a link without one's own settings", async () => {
    const seen: string[] = [];
    const stop = $effect.root(() => {
      $effect(() => {
        if (game.view) seen.push(decodeURIComponent(game.query.toString()));
      });
    });
    await open(NAMED, "12");
    flushSync();
    await drop(1);
    flushSync();
    game.help.toggleScores();
    flushSync();
    stop();
    const rest = "size=4x4&red=human&yellow=human&names=Ann,&clock=3+2&teach=1";
    expect(seen).toEqual([`moves=12&${rest}`, `moves=121&${rest}`, `moves=121&${rest}&scores=1`]);
    expect(game.link).toBe("?moves=121&size=4x4&red=human&yellow=human&names=Ann,&clock=3%2B2");
  });

  test("is saved: players, moves, undone ones, seeds, time and end", async () => {
    await open({ ...AGAINST, clock: { minutes: 1, increment: 0 } }, "12");
    await drop(1);
    await pass(SETTLE);
    await pass(1000);
    await game.undo();
    const kept = readSavedGame(load("game"));
    if (!kept) throw new Error("nothing is saved");
    expect(kept).toEqual(JSON.parse(JSON.stringify(game.saved)));
    const { left } = game.clock;
    expect(left).toEqual({ X: 59_000, O: 60_000 });
    game.close();
    game = new GameState();
    await game.open(kept, kept.moves.join(""), kept);
    expect([written(), game.clock.left]).toEqual(["12", left]);
    await game.redo();
    expect([written().length, game.decision?.seed]).toEqual([4, 500_000_000]);
    game.resign();
    await game.open(game.saved, written(), game.saved);
    expect([game.ending?.by, game.ready]).toEqual(["resigning", false]);
  });

  test("is an error if the server does not know it", async () => {
    server.once("/positions/11111", () => refusal(422, "column 1 is full after '1111'"));
    await open(FRIENDS, "11111");
    expect([game.view, game.error]).toEqual([null, "Column 1 is full after '1111'."]);
    expect([game.ready, load("game")]).toEqual([false, null]);
  });
});
