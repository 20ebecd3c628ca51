import { beforeEach, expect, test } from "vitest";

import { announcer } from "../shared/announce.svelte";
import { answerTo, fakeServer, pass, refusal } from "../testing/server";
import { LineRun } from "./lineRun.svelte";
import { EMPTY_RECORD, recordCard } from "./record";
import { saved } from "./saved.svelte";
import { rate } from "./schedule";
import type { CourseLineView } from "./types";

const OPPONENT = "alphabeta:depth=2";
/** You play 4, 6 and 5; from then on a rule wins. */
const LINE = answerTo<{ lines: [CourseLineView] }>(
  "/course/first/lines?goal=level-5&skip=0&count=1",
).lines[0];
const JOINS: CourseLineView = { ...LINE, ends: "joins" };
const [FIRST, SECOND] = LINE.cards.map((each) => each.id) as [string, string];
/** Milliseconds from a disc to the answer to it. */
const ANSWER = 800;

const server = fakeServer();
let done: number;
beforeEach(() => {
  done = 0;
  saved.record = EMPTY_RECORD;
});

async function start(line: CourseLineView): Promise<LineRun> {
  const run = new LineRun("first", line, OPPONENT, () => (done += 1));
  run.start();
  await pass();
  return run;
}

/** Play your moves of the line, and wait for the answers. */
async function play(run: LineRun, ...columns: number[]): Promise<void> {
  for (const column of columns) {
    await drop(run, column);
    await pass(ANSWER);
  }
}

async function drop(run: LineRun, column: number): Promise<void> {
  void run.choose(column);
  await pass(ANSWER);
}

/** Somebody who has met every position of the line. */
function meet(due: boolean): void {
  const now = new Date(Date.now() - (due ? 86_400_000 : 0));
  const card = rate(undefined, true, now);
  saved.record = LINE.cards.reduce((record, { id }) => recordCard(record, id, card), EMPTY_RECORD);
}

const discs = (run: LineRun) => run.rows.join("").replaceAll("-", "").length;

test("a new line is shown move by move, and then asked for", async () => {
  const run = await start(LINE);
  expect([run.pass, run.phase, run.hinted, run.you]).toEqual(["show", "yours", 4, "X"]);
  expect(announcer.text).toBe("The course plays column 4.");
  expect(run.progress).toEqual({ done: 0, total: 3 });
  void run.choose(4);
  expect([run.phase, discs(run)]).toEqual(["waiting", 1]);
  await pass(ANSWER);
  expect([run.judged?.says, discs(run)]).toEqual(["Column 4 is right.", 1]);
  await pass(ANSWER);
  expect([announcer.text, discs(run)]).toEqual(["The course plays column 6.", 2]);
  await play(run, 6, 5);
  expect([run.phase, run.rule?.title, run.progress.done]).toEqual(["shown", LINE.rule?.title, 3]);
  expect([saved.record.cards, done]).toEqual([{}, 0]); // nothing was asked for yet
  run.fromMemory();
  await pass();
  expect([run.pass, run.phase, run.hinted, discs(run)]).toEqual(["ask", "yours", null, 0]);
});

test("a line from memory is learned, with each position on its schedule", async () => {
  const run = await start(JOINS);
  run.fromMemory();
  await play(run, 4, 6, 5);
  expect([run.phase, run.slips, done]).toEqual(["done", 0, 1]);
  expect(Object.keys(saved.record.cards)).toEqual(LINE.cards.map((each) => each.id));
  expect(saved.record.lines).toEqual({
    [`first:${LINE.id}`]: { done: 1, last: "2026-01-31T10:00:04Z" },
  });
});

test("a wrong move is judged, punished, taken back, and comes again sooner", async () => {
  meet(true);
  const run = await start(JOINS);
  await play(run, 4);
  await drop(run, 4);
  expect([run.phase, run.slips, discs(run)]).toEqual(["wrong", 1, 3]);
  expect(run.judged).toMatchObject({ tone: "bad", worth: "draws" });
  expect(announcer.text).toBe("Column 4 draws. The win is gone: with best play it is a draw.");
  expect(run.chips).toMatchObject([{ column: 4, says: "draws", result: -1 }]);
  expect([run.about?.column, run.reply?.player]).toEqual([4, "O"]);
  run.retry();
  expect([run.phase, run.reply, run.about, discs(run)]).toEqual(["yours", null, null, 2]);
  await play(run, 6, 5);
  const [first, second] = [FIRST, SECOND].map((id) => saved.record.cards[id]);
  expect([run.phase, first?.reps, second?.reps]).toEqual(["done", 2, 2]); // each rated once
  expect((second?.due ?? "") < (first?.due ?? "")).toBe(true);
});

test("a move that does as well is no mistake", async () => {
  meet(true);
  const run = await start(JOINS);
  await play(run, 4);
  await drop(run, 2);
  expect([run.phase, run.judged?.tone, run.slips]).toEqual(["wrong", "fine", 0]);
  expect([run.reply, server.paths.some((each) => each.includes("/line"))]).toEqual([null, false]);
  const before = saved.record.cards[SECOND];
  run.retry();
  await drop(run, 6);
  expect(saved.record.cards[SECOND]?.reps).toBe((before?.reps ?? 0) + 1); // it was known
});

test("whoever is shown the move did not know it", async () => {
  meet(true);
  const run = await start(JOINS);
  run.show();
  await pass();
  expect([run.hinted, run.about?.column]).toEqual([4, 4]);
  const shown = saved.record.cards[FIRST];
  expect(shown?.reps).toBe(2);
  await pass(600_000); // until it is due again
  await play(run, 4);
  expect(saved.record.cards[FIRST]).toEqual(shown); // asked for once
  expect(run.hinted).toBeNull();
});

test("what is not due is asked for, but stays on its schedule", async () => {
  meet(false);
  const before = saved.record.cards;
  const run = await start(JOINS);
  expect([run.pass, run.hinted]).toEqual(["ask", null]);
  await play(run, 4, 6, 5);
  expect([done, saved.record.cards]).toEqual([1, before]);
});

test("after the line the rule goes on against an opponent, or the rest is skipped", async () => {
  meet(true);
  const run = await start(LINE);
  await play(run, 4, 6, 5);
  expect(run.rule).toEqual(LINE.rule);
  await pass(2 * ANSWER);
  expect([run.phase, discs(run)]).toEqual(["yours", 6]);
  expect(server.posted("/moves")).toMatchObject({ moves: "42645", agent: OPPONENT });
  expect(announcer.text).toMatch(/^Yellow plays column \d\. Your move\.$/);
  run.skip();
  expect([run.phase, done]).toEqual(["done", 1]);
});

test("what goes wrong is told", async () => {
  meet(true);
  const run = await start(JOINS);
  server.once("/positions/-/analysis", () => refusal(422, "too large"));
  await drop(run, 1); // the course's word counts, even without the solver's
  expect([run.phase, run.judged?.says]).toEqual(["wrong", "The course plays another column."]);
  server.once("/course/first/positions", () => refusal(422, "X is lost"));
  const rest = await start(LINE);
  await play(rest, 4, 6, 5);
  expect([rest.error, rest.phase]).toEqual(["Red is lost.", "waiting"]);
});

test("a line that is left goes no further", async () => {
  meet(true);
  const run = await start(LINE);
  void run.choose(4);
  await pass();
  run.close();
  await pass(10 * ANSWER);
  expect([discs(run), run.error, done]).toEqual([1, null, 0]);
});

test("as the second player the course begins", async () => {
  const run = new LineRun("second", JOINS, OPPONENT, () => undefined);
  run.fromMemory();
  await pass(ANSWER);
  expect([run.you, run.phase, discs(run)]).toEqual(["O", "yours", 1]);
  expect(run.progress).toEqual({ done: 0, total: 2 });
});
