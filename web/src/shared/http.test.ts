import { expect, test } from "vitest";

import { answerTo, fakeServer, pass, refusal, reply } from "../testing/server";
import { access } from "./access.svelte";
import { ApiError, isAborted, request, stream } from "./http";
import { route } from "./router.svelte";
import { server as known } from "./server.svelte";

const server = fakeServer();
const PATH = "/positions/4453/hint";
const HINT = answerTo(PATH);
const ask = (signal?: AbortSignal) =>
  request("/positions/{moves}/hint", { parts: { moves: "4453" }, signal });
const follow = (seen: unknown[] = [], signal?: AbortSignal) =>
  stream("/positions/{moves}/hint", { parts: { moves: "4453" }, signal }, (each) =>
    seen.push(each),
  );
const offline = () => Promise.reject(new TypeError("network error"));
const healthy = () => Response.json({});

/** Return what a promise came to: its value, or its error. */
function outcome<T>(promise: Promise<T>): { value?: T; error?: unknown } {
  const found: { value?: T; error?: unknown } = {};
  promise.then(
    (value) => (found.value = value),
    (error: unknown) => (found.error = error),
  );
  return found;
}

test("a path is filled in, and what is not given is left out of the query", async () => {
  server.once("/positions", (asked) => reply(asked, {}));
  await request("/positions/{moves}/explain", {
    parts: { moves: "44>5" },
    query: { start: null, size: "7x6", column: undefined, variant: "slip" },
  });
  expect(server.paths).toEqual(["/positions/44%3E5/explain?size=7x6&variant=slip"]);
});

test("a refusal is told in the server's words, and not asked again", async () => {
  server.once(PATH, () => refusal(422, "column 4 is full"));
  const { error } = await ask().then(
    () => ({ error: null }),
    (error: unknown) => ({ error }),
  );
  expect(error).toEqual(new ApiError(422, "column 4 is full"));
  expect((error as ApiError).status).toBe(422);
  server.once(PATH, () => new Response("<html>", { status: 500 }));
  await expect(ask()).rejects.toThrow("the server refused without a reason");
  expect(server.asked).toHaveLength(2);
});

test("a busy server is asked again when it says so", async () => {
  server.once(PATH, () => refusal(429, "too many", { "Retry-After": "3" }));
  server.once(PATH, () => refusal(503, "busy"));
  const found = outcome(ask());
  await pass(2999);
  expect(server.asked).toHaveLength(1);
  await pass(1);
  expect(server.asked).toHaveLength(2);
  await pass(1000);
  expect(found.value).toEqual(HINT);
});

test("a server that stays busy is asked seven times in all", async () => {
  for (let turn = 0; turn < 9; turn += 1) server.once(PATH, () => refusal(503, "busy"));
  const found = outcome(ask());
  await pass(60_000);
  expect(found.error).toEqual(new ApiError(503, "busy"));
  expect(server.asked).toHaveLength(7);
});

test("a server that is down is waited for, by all who ask with one probe", async () => {
  for (let turn = 0; turn < 2; turn += 1) server.once(PATH, offline);
  server.once("/healthz", offline);
  server.once("/healthz", () => new Response("", { status: 503 }));
  server.once("/healthz", healthy);
  const found = [outcome(ask()), outcome(ask())];
  await pass();
  expect(known.up).toBe(false);
  await pass(500 + 1000 + 1999);
  expect(server.paths.filter((each) => each === "/healthz")).toHaveLength(2);
  expect(found).toEqual([{}, {}]);
  await pass(1);
  expect(known.up).toBe(true);
  expect(found.map((each) => each.value)).toEqual([HINT, HINT]);
});

test("nothing is asked for any more once a request is given up", async () => {
  for (const reason of [() => refusal(503, "busy"), offline]) {
    server.once(PATH, reason);
    server.once("/healthz", healthy);
    const work = new AbortController();
    const found = outcome(ask(work.signal));
    await pass();
    work.abort();
    await pass(10_000);
    expect(isAborted(found.error)).toBe(true);
  }
  expect(server.paths).toEqual([PATH, PATH, "/healthz"]);
});

test("a password that is needed is asked for once, and the request goes on with it", async () => {
  for (let turn = 0; turn < 2; turn += 1) server.once(PATH, () => refusal(401, "log in"));
  const found = [outcome(ask()), outcome(ask())];
  await pass();
  expect(access.asking).toBe(true);
  access.answer(true);
  await pass();
  expect(found.map((each) => each.value)).toEqual([HINT, HINT]);
  expect(access.asking).toBe(false);
});

test("without the password, and in the frame of another site, it is a refusal", async () => {
  server.once(PATH, () => refusal(401, "log in"));
  const found = outcome(ask());
  await pass();
  access.answer(false);
  await pass();
  expect(found.error).toEqual(new ApiError(401, "log in"));
  route.embedded = true;
  server.once(PATH, () => refusal(401, "log in"));
  await expect(ask()).rejects.toThrow("log in");
  route.embedded = false;
});

test("work reports its progress, and its last event is the answer", async () => {
  const seen: unknown[] = [];
  const held = server.hold(PATH);
  const found = outcome(follow(seen));
  await pass();
  held.progress({ depth: 1 });
  held.progress({ depth: 2 });
  await pass();
  expect(seen).toEqual([{ depth: 1 }, { depth: 2 }]);
  expect(found).toEqual({});
  held.release();
  await pass();
  expect(found.value).toEqual(HINT);
});

test("work whose connection breaks is asked for again when the server is back", async () => {
  const held = server.hold(PATH);
  server.once("/healthz", healthy);
  const found = outcome(follow());
  await pass();
  held.drop();
  await pass(500);
  expect(found.value).toEqual(HINT);
  expect(server.paths).toEqual([PATH, "/healthz", PATH]);
});

test("work that took too long is asked for again, other trouble is told", async () => {
  const trouble = (status: number) => () =>
    new Response(`event: problem\ndata: {"status":${status},"detail":"too hard"}\n\n`);
  server.once(PATH, trouble(503));
  const found = outcome(follow());
  await pass(1000);
  expect(found.value).toEqual(HINT);
  server.once(PATH, trouble(422));
  await expect(follow()).rejects.toThrow("too hard");
  server.once(PATH, () => new Response('event: progress\ndata: {"done":1}\n\n'));
  await expect(follow()).rejects.toThrow("the server ended its answer too early");
});

test("work is given up with its signal", async () => {
  const work = new AbortController();
  const held = server.hold(PATH);
  const found = outcome(follow([], work.signal));
  await pass();
  work.abort();
  await pass(10_000);
  expect([isAborted(found.error), held.aborted, server.asked.length]).toEqual([true, true, 1]);
});
