import { beforeEach, expect, test } from "vitest";

import { announcer } from "../shared/announce.svelte";
import type { AnswerView, PuzzleView, StepView } from "../shared/types";
import { answerTo, fakeServer, pass, refusal } from "../testing/server";
import { Solving, type Events } from "./solving.svelte";

const WIN = answerTo<PuzzleView>("/puzzles/9a6808g00");
const SAVE = answerTo<PuzzleView>("/puzzles/80656p145");
const stepOf = (puzzle: PuzzleView, moves: number[]) =>
  answerTo<StepView>(`/puzzles/${puzzle.id}/play?moves=${encodeURIComponent(moves.join())}`);
/** Your moves: the quickest way to the four, and one that takes a move more. */
const [QUICK, SLOW] = [
  [2, 3, 4, 4],
  [2, 3, 1, 4, 4],
] as const;
/** Milliseconds from a disc to the answer to it. */
const ANSWER = 700;

const server = fakeServer();
let told: string[];
const events: Events = {
  wrong: () => told.push("wrong"),
  hinted: () => told.push("hinted"),
  done: ({ how }) => told.push(how),
};
beforeEach(() => {
  told = [];
});

/** Play a column, and wait for the answer. */
async function drop(solving: Solving, column: number): Promise<void> {
  void solving.choose(column);
  await pass(ANSWER);
}

/** Play your moves; the other side answers. */
async function play(solving: Solving, ...columns: number[]): Promise<void> {
  for (const column of columns) await drop(solving, column);
}

const discs = (rows: readonly string[]) => rows.join("").replaceAll("-", "").length;

test("a right disc is shown at once, and answered when it has come to rest", async () => {
  const solving = new Solving(WIN, events);
  expect([solving.ready, solving.total, discs(solving.rows)]).toEqual([true, 4, 14]);
  void solving.choose(2);
  expect([solving.phase, discs(solving.rows)]).toEqual(["waiting", 15]);
  expect(solving.last).toMatchObject({ column: 2, row: 1 });
  void solving.choose(3); // not in turn
  await pass(ANSWER - 1);
  expect(solving.phase).toBe("waiting");
  await pass(1);
  expect([solving.phase, solving.moves, solving.made]).toEqual(["yours", [2, 3], 1]);
  expect([discs(solving.rows), solving.last?.column, solving.total]).toEqual([16, 3, 4]);
  expect(announcer.text).toBe("Column 2 keeps the win. Yellow answers in column 3. Your move.");
  expect([told, server.asked.length]).toEqual([[], 1]);
});

test("a puzzle played out is solved at once, and can be walked through", async () => {
  const solving = new Solving(WIN, events);
  await play(solving, ...QUICK);
  expect([solving.solved, solving.how, told]).toEqual([true, "first", ["first"]]);
  expect([solving.moves.length, solving.at, solving.length]).toEqual([7, 7, 7]);
  expect(solving.winning).toHaveLength(4);
  expect(announcer.text).toMatch(/^Solved\. /);
  solving.seek(-1);
  expect([solving.at, discs(solving.rows), solving.last, solving.winning]).toEqual([
    0,
    14,
    null,
    [],
  ]);
  solving.seek(1);
  expect(announcer.text).toBe("Disc 1: Red in column 2.");
  solving.seek(99);
  expect(solving.at).toBe(7);
  await solving.giveUp(); // too late
  expect(solving.solved).toBe(true);
});

test("a slow win counts, says how long it takes, and is compared with the quickest", async () => {
  const solving = new Solving(WIN, events);
  await play(solving, ...SLOW);
  expect([solving.how, solving.made, solving.total]).toEqual(["first", 5, 5]);
  expect(solving.isBest).toBe(false);
  await solving.compare();
  expect([solving.isBest, solving.at, solving.length]).toEqual([true, 1, 7]);
  await solving.compare();
  expect([solving.isBest, solving.at, solving.length]).toEqual([false, 9, 9]);
});

test("a wrong disc is answered, told, and may be taken back", async () => {
  const solving = new Solving(SAVE, events);
  const wrong = stepOf(SAVE, [3]);
  void solving.choose(3);
  await pass();
  expect([solving.phase, solving.at, discs(solving.rows)]).toEqual(["wrong", 1, 22]);
  expect([told, solving.tried]).toEqual([["wrong"], [wrong]]);
  expect(announcer.text).toMatch(/^Not it\. Column 3 loses in 2; the draw is gone\. After/);
  await pass(ANSWER);
  expect([solving.at, solving.length]).toEqual([2, wrong.line.length]);
  solving.retry();
  expect([solving.phase, solving.line, discs(solving.rows)]).toEqual(["yours", null, 21]);
  await drop(solving, 2);
  expect([solving.tried, solving.moves, solving.how]).toEqual([[], [2, 7], "later"]);
});

test("whoever walks on through a wrong line is not taken back", async () => {
  const solving = new Solving(SAVE);
  void solving.choose(3);
  await pass();
  solving.seek(4);
  await pass(ANSWER);
  expect(solving.at).toBe(4);
});

test("hints name the theme, then half of the board, until the next move", async () => {
  const solving = new Solving(WIN, events);
  await solving.hint();
  expect(solving.hintSays).toMatch(/^The theme: double threat\. One disc threatens two fours/);
  expect([solving.hinted, server.asked.length]).toEqual([false, 0]);
  await solving.hint();
  expect([solving.region, solving.hinted]).toEqual([[1, 2, 3, 4], true]);
  expect(announcer.text).toBe("It is one of columns 1 to 4.");
  await solving.hint(); // there are no more
  expect([told, solving.how]).toEqual([["hinted", "hinted"], "hint"]);
  await drop(solving, 2);
  expect([solving.hintSays, solving.region, solving.how]).toEqual([null, [], "hint"]);
});

test("a hint does without a theme that tells nothing, and is not given too late", async () => {
  const solving = new Solving(SAVE);
  const late = server.hold("/positions/-/hint");
  void solving.hint();
  await drop(solving, 2);
  late.release();
  await pass();
  expect([solving.region, solving.helped]).toEqual([[], false]);
  const other = new Solving(SAVE);
  await other.hint();
  expect(other.region).toEqual([1, 2, 3, 4]);
  server.once("/positions/-/hint", () => refusal(422, "no hint for O"));
  const third = new Solving(SAVE);
  await third.hint();
  expect([third.error, third.ready, third.helped]).toEqual(["No hint for Yellow.", true, false]);
});

test("the answer is shown from where the moves leave it", async () => {
  const { column, line } = answerTo<AnswerView>(`/puzzles/${WIN.id}/answer`);
  const solving = new Solving(WIN, events);
  await drop(solving, 2);
  await solving.giveUp();
  expect([solving.phase, solving.solved, solving.how, told]).toEqual([
    "done",
    false,
    "told",
    ["told"],
  ]);
  expect([solving.at, solving.length, solving.answer?.line]).toEqual([3, line.length, line]);
  expect(announcer.text).toBe(`The answer is column ${column}.`);
  const after = new Solving(SAVE, events);
  await drop(after, 3);
  await after.giveUp(); // while a wrong move is shown
  expect([after.how, after.at, after.tried]).toEqual(["told", 1, []]);
});

test("what goes wrong is told, and the disc taken back", async () => {
  const solving = new Solving(WIN, events);
  server.once("/puzzles/9a6808g00/play", () => refusal(422, "column 2 is full for X"));
  await drop(solving, 2);
  expect([solving.error, solving.ready]).toEqual(["Column 2 is full for Red.", true]);
  expect([discs(solving.rows), told]).toEqual([14, []]);
  server.once("/puzzles/9a6808g00/answer", () => refusal(500, "no answer"));
  await solving.giveUp();
  expect([solving.error, solving.ready, solving.told]).toEqual(["No answer.", true, false]);
});

test("a puzzle that is left takes a disc back that was not answered", async () => {
  const solving = new Solving(WIN, events);
  const held = server.hold("/puzzles/9a6808g00/play");
  await drop(solving, 2);
  solving.close();
  await pass(ANSWER);
  expect([held.aborted, solving.phase, solving.error]).toEqual([true, "yours", null]);
  expect([discs(solving.rows), solving.moves]).toEqual([14, []]);
});

test("what happened before a reload still counts", () => {
  const past = { wrong: 0, hints: 0, again: false };
  expect(new Solving(WIN, {}, { ...past, wrong: 1 }).how).toBe("later");
  expect(new Solving(WIN, {}, { ...past, hints: 1 }).how).toBe("hint");
  expect(new Solving(WIN, {}, { ...past, again: true })).toMatchObject({
    again: true,
    how: "first",
  });
});
