import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import alphabeta from "../traces/recordings/alphabeta.json";
import { LessonState } from "./lesson.svelte";
import { readPlace, writePlace } from "./place";
import { keyOf, NOTHING, sayProgress } from "./progress";

test("a place comes back from its address", () => {
  const place = { lesson: "minimax", step: 3, group: "10b", learner: "Ada Lovelace" };
  const address = new URL(writePlace(place), "http://localhost");
  expect(readPlace(address.searchParams)).toEqual(place);
  expect(writePlace({ ...place, step: 1, group: "" })).toBe("/tour?lesson=minimax");
});

test("nonsense in an address is the first step", () => {
  for (const step of ["x", "-1", "0", "1.5"])
    expect(readPlace(new URLSearchParams({ lesson: "order", step })).step).toBe(1);
});

test("progress is said, and kept apart for each learner of a class", () => {
  expect(sayProgress(NOTHING, 4, 3)).toBe("");
  expect(sayProgress({ ...NOTHING, step: 2 }, 4, 3)).toBe("step 2 of 4");
  expect(sayProgress({ ...NOTHING, right: [0, 2], done: true }, 4, 3)).toContain("2 of 3 right");
  expect(keyOf("order", "10b", "Ada")).not.toBe(keyOf("order", "10b", "Ben"));
  expect(keyOf("order", "", "")).toBe("order");
});

describe("a lesson", () => {
  const shot = (moment: number) => ({ moment, view: "near", node: null });
  const search = { agent: "alphabeta", moves: "-", start: null, size: "4x4", variant: "standard" };
  const step = (moment: number, choices: string[] | null) => ({
    ...{ search, text: [], table: null },
    shot: shot(moment),
    question: choices && { ask: [], choices },
  });
  const LESSON = {
    name: "cuts",
    questions: 2,
    steps: [step(3, ["yes", "no"]), step(5, null), step(7, ["yes", "no"])],
  };
  const ANSWERS = {
    answers: [4, 8].map((moment, at) => ({ answer: at + 1, reveal: shot(moment) })),
  };
  const RECORDED: [RegExp, unknown][] = [
    [/answers$/, ANSWERS],
    [/lessons/, LESSON],
    [/nodes/, alphabeta.tree],
    [/traces$/, alphabeta.header],
  ];
  let asked: string[];

  beforeEach(() => {
    asked = [];
    localStorage.clear();
    vi.stubGlobal("fetch", (address: string) => {
      asked.push(address);
      return Promise.resolve(
        Response.json(RECORDED.find(([path]) => path.test(address.split("?")[0] ?? ""))?.[1]),
      );
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const open = async (step: number, state = new LessonState()) => {
    await state.open({ lesson: "cuts", step, group: "", learner: "" });
    return state;
  };

  test("tells nothing before the answer, and then what happened", async () => {
    const state = await open(1);
    expect([state.ready, state.unanswered, state.theatre.at]).toEqual([true, true, 3]);
    expect(asked.filter((address) => address.endsWith("answers"))).toEqual([]);
    await state.pick(2);
    expect([state.isRight, state.answer?.answer, state.theatre.at]).toEqual([false, 1, 4]);
    await state.pick(1); // once is enough
    expect([state.picked, state.progress.right]).toEqual([2, []]);
    await open(2, state);
    expect([state.number, state.unanswered, state.theatre.at]).toEqual([null, false, 5]);
  });

  test("asks in the end for what is open, and remembers what was answered", async () => {
    const state = await open(3);
    await state.pick(2);
    expect([state.number, state.isRight]).toEqual([1, true]);
    await open(4, state);
    expect([state.atEnding, state.missing, state.progress.done]).toEqual([true, 1, false]);
    await open(1, state);
    await state.pick(0); // have it shown
    const again = await open(4);
    expect([again.missing, again.progress.done, again.given]).toEqual([null, true, [0, 2]]);
    expect([again.progress.right, again.progress.step, again.theatre.at]).toEqual([[1], 3, 8]);
    again.restart();
    expect((await open(1)).picked).toBeNull();
  });
});
