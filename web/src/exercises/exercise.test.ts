import { afterEach, expect, test, vi } from "vitest";

import { ExerciseState } from "./exercise.svelte";

const WANTED = { kind: "alphabeta", difficulty: 1, seed: 7, group: "", learner: "" } as const;

const VALUES = ["", "", "3", "12", "", "2", "9"];
const NODES = [-1, 0, 1, 1, 0, 4, 4].map((parent, node) => ({
  parent,
  kind: VALUES[node] ? "leaf" : "min",
  value: VALUES[node],
}));
const choice = (text: string, right: boolean, node: number | null, extra = 0) => ({
  ...{ text, right, node, extra },
  why: `because ${text}`,
});
const event = (node: number, what: string, text = "") => ({ node, what, text });

/** Two questions on [[3,12],[2,9]]: what its first branch is worth, and whether 9 is cut off. */
const sample = (kind: string) => ({
  kind,
  nodes: NODES,
  steps: [
    { choices: [choice("12", false, 3), choice("3", true, 2)], events: [event(1, "enter")] },
    {
      choices: [choice("yes", true, null), choice("no", false, null, 1)],
      events: [event(1, "value", "3")],
    },
  ],
  ending: [event(6, "cut"), event(0, "value", "3")],
});

async function open(answers: unknown[], kind = "alphabeta"): Promise<ExerciseState> {
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    if (body) answers.push(JSON.parse(String(body)));
    return Promise.resolve(Response.json(body ? { score: 50 } : sample(kind)));
  });
  const state = new ExerciseState();
  await state.open(WANTED);
  return state;
}
afterEach(() => vi.unstubAllGlobals());

test("first answers count, and a wrong one can be chosen only once", async () => {
  const handedIn: unknown[] = [];
  const state = await open(handedIn);
  state.choose(3);
  expect([state.at, state.said]).toEqual([0, { right: false, why: "because 12" }]);
  state.answer(0);
  state.choose(5); // no answer names this node
  expect([...state.wrong]).toEqual([0]);
  state.choose(2);
  expect([state.at, state.wrong.size, state.first]).toEqual([1, 0, [0]]);
  state.answer(1);
  state.answer(0);
  expect([state.over, state.right, state.extra]).toEqual([true, 0, 1]);
  await vi.waitFor(() => expect(state.result?.score).toBe(50));
  expect(handedIn).toEqual([{ answers: [0, 1] }]);
  state.restart();
  expect([state.at, state.over, state.result, state.first]).toEqual([0, false, null, []]);
});

test("the picture has what the search has done by now, and what it cuts off in the end", async () => {
  const state = await open([]);
  const seen = () => state.marks.flatMap((mark, node) => (mark.seen ? [node] : []));
  expect([seen(), state.marks[1]?.value, state.marks[0]?.value]).toEqual([[0, 1], "", ""]);
  state.answer(1);
  expect(state.marks[1]?.value).toBe("3");
  state.answer(0);
  expect([state.marks[0]?.value, state.marks[6]?.cut, state.marks[5]?.cut]).toEqual([
    "3",
    true,
    undefined,
  ]);
});

test("a tree that grows is hidden until it has grown", async () => {
  const hidden = (state: ExerciseState) => state.marks.filter((mark) => mark.hidden).length;
  expect(hidden(await open([]))).toBe(0);
  expect(hidden(await open([], "mcts"))).toBe(5);
});

test("what is refused is said", async () => {
  const refusal = { status: 422, detail: "there is no such exercise" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 422 })));
  const state = new ExerciseState();
  await state.open(WANTED);
  expect([state.made, state.error]).toEqual([null, "There is no such exercise."]);
});
