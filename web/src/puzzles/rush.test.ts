import { beforeEach, expect, test } from "vitest";

import { announcer } from "../shared/announce.svelte";
import type { PuzzleView, StepView } from "../shared/types";
import { answerTo, fakeServer, pass, refusal, reply } from "../testing/server";
import { EMPTY_RECORD } from "./record";
import { RushState } from "./rush.svelte";
import { saved } from "./saved.svelte";

const WIN = answerTo<PuzzleView>("/puzzles/9a6808g00");
const SAVE = answerTo<PuzzleView>("/puzzles/80656p145");
const WRONG = answerTo<StepView>("/puzzles/80656p145/play?moves=3");
/** As many as are drawn for a rung, not in order. */
const DRAWN = [..."abcdef"]
  .map((id) => ({ ...SAVE, id, rating: SAVE.rating + 1 }))
  .concat(SAVE, WIN);
/** Milliseconds for which a puzzle stays after its last disc. */
const [SOLVED, MISSED] = [700, 1600];

const server = fakeServer();
let rush: RushState;
beforeEach(() => {
  saved.record = EMPTY_RECORD;
  rush = new RushState();
  server.once("/puzzles?", (asked) => reply(asked, { puzzles: DRAWN }));
});

/** Miss the puzzle that is on the board: one like `SAVE`. */
async function miss(): Promise<void> {
  const id = rush.solving?.puzzle.id;
  if (id !== SAVE.id) server.once(`/puzzles/${id}/play`, (asked) => reply(asked, WRONG));
  void rush.solving?.choose(3);
  await pass(MISSED);
}

test("a rush begins with the easiest puzzle and ends with its time", async () => {
  await rush.prepare();
  await rush.start("3");
  await pass();
  expect([rush.running, rush.length, rush.solving?.puzzle.id]).toEqual([true, 180, WIN.id]);
  for (const column of [2, 3, 4, 4]) {
    void rush.solving?.choose(column);
    await pass(SOLVED);
  }
  expect([rush.solved, rush.solving?.puzzle.id]).toEqual([1, SAVE.id]);
  const before = rush.passed;
  await miss(); // which costs ten seconds
  expect(rush.passed - before).toBeCloseTo(10 + MISSED / 1000);
  expect([rush.missed, rush.solving?.puzzle.rating]).toEqual([[SAVE], SAVE.rating + 1]);
  await pass(1000 * (180 - 30 - rush.passed));
  expect(announcer.text).toBe("30 seconds left.");
  server.once("/puzzles?", (asked) => reply(asked, { puzzles: DRAWN })); // for the next rush
  await pass(30_000);
  expect([rush.running, rush.solving, announcer.text]).toEqual([
    ...[false, null],
    "The rush is over. You solved 1 puzzle.",
  ]);
  const { id, question, rating } = SAVE;
  expect(saved.record.rushes).toEqual({
    best: { "3": 1 },
    last: { run: "3", solved: 1, hardest: WIN.rating, missed: [{ id, question, rating }] },
  });
  expect([saved.record.met, saved.record.rating]).toEqual([[WIN.id, SAVE.id], EMPTY_RECORD.rating]);
});

test("survival has no clock and ends with the third miss", async () => {
  server.once("/puzzles?", (asked) => reply(asked, { puzzles: [] }));
  server.once("/puzzles?", (asked) => reply(asked, { puzzles: [] }));
  server.once("/puzzles/9a6808g00/play", (asked) => reply(asked, { ...WRONG, line: [3] }));
  server.once("/positions/3", (asked) => reply(asked, WRONG.position));
  await rush.start("survival");
  await pass(600_000);
  expect([rush.running, rush.length]).toEqual([true, null]);
  for (let count = 1; count <= 3; count += 1) {
    expect(rush.running).toBe(true);
    await miss();
    expect(rush.missed).toHaveLength(count);
  }
  expect([rush.running, saved.record.rushes.last?.missed.length]).toEqual([false, 3]);
});

test("a rush that is ended early counts, one that is stopped does not", async () => {
  await rush.start("5");
  await pass();
  rush.stop();
  expect([rush.running, saved.record.rushes.last]).toEqual([false, null]);
  for (let turn = 0; turn < 2; turn += 1)
    server.once("/puzzles?", (asked) => reply(asked, { puzzles: DRAWN }));
  await rush.start("5");
  await pass();
  rush.finish();
  await pass();
  expect(saved.record.rushes.last).toMatchObject({ run: "5", solved: 0 });
});

test("a rush without puzzles says why", async () => {
  server.once("/puzzles/summary", () => refusal(422, "no puzzles"));
  await rush.start("3");
  expect([rush.running, rush.loading, rush.error]).toEqual([false, false, "No puzzles."]);
});
