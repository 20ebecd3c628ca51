/**
 * A server for the unit tests. It gives the answers that a real one gave, which `answers.jsonl` has,
 * unless a test refuses them, holds them back or gives its own; and time passes when a test says so.
 */

import { afterEach, beforeEach, expect, vi } from "vitest";

import { announcer } from "../shared/announce.svelte";
import { server as known } from "../shared/server.svelte";
import recorded from "./answers.jsonl?raw";

const ROOT = "/api/v1";

interface Recorded {
  path: string;
  body?: unknown;
  answer: unknown;
}

const keyOf = (path: string, body?: unknown) =>
  body === undefined ? path : `${path} ${JSON.stringify(body)}`;

const ANSWERS = new Map(
  recorded
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded)
    .map(({ path, body, answer }) => [keyOf(path, body), answer]),
);

/** What was asked for in this test and is not recorded. */
const missing: string[] = [];

/** Return what a real server answered. */
export function answerTo<T>(path: string, body?: unknown): T {
  const key = keyOf(path, body);
  if (!ANSWERS.has(key)) missing.push(key);
  return ANSWERS.get(key) as T;
}

export interface Asked {
  path: string;
  body: Record<string, unknown> | undefined;
  headers: Record<string, string>;
  signal: AbortSignal | null;
}

type Reply = (asked: Asked) => Response | Promise<Response>;

/** A request that waits for its answer. */
export interface Held {
  /** Whether the page has given it up. */
  readonly aborted: boolean;
  /** Report progress, where events were asked for. */
  progress(value: unknown): void;
  /** Give the answer that is recorded, or another. */
  release(value?: unknown): void;
  /** Break the connection. */
  drop(): void;
}

/** A refusal as the server words it. */
export function refusal(status: number, detail: string, headers = {}): Response {
  return Response.json({ status, detail }, { status, headers });
}

const writeEvent = (event: string, value: unknown) =>
  `event: ${event}\ndata: ${JSON.stringify(value)}\n\n`;
const isStream = ({ headers }: Asked) => headers["Accept"] === "text/event-stream";

/** Answer with JSON, or with the one event that has it. */
export function reply(asked: Asked, value: unknown): Response {
  return isStream(asked) ? new Response(writeEvent("result", value)) : Response.json(value);
}

export class FakeServer {
  /** What was asked for, without the root of the API. */
  asked: Asked[] = [];
  #special: { path: string; reply: Reply }[] = [];

  get paths(): string[] {
    return this.asked.map((each) => each.path);
  }

  /** What was posted last to a path. */
  posted(path: string): Record<string, unknown> | undefined {
    return this.asked.findLast((each) => each.path === path)?.body;
  }

  /** Answer the next request whose path begins so in a way of its own. */
  once(path: string, special: Reply): void {
    this.#special.push({ path, reply: special });
  }

  /** Hold the next request whose path begins so. */
  hold(path: string): Held {
    let open: ((response: Response) => void) | null = null;
    let stream: ReadableStreamDefaultController<string> | null = null;
    let held: Asked | null = null;
    this.once(path, (asked) => {
      held = asked;
      if (!isStream(asked)) return new Promise((resolve) => (open = resolve));
      const body = new ReadableStream<string>({
        start: (controller) => void (stream = controller),
      });
      asked.signal?.addEventListener("abort", () => stream?.error(asked.signal?.reason));
      return new Response(body.pipeThrough(new TextEncoderStream()));
    });
    return {
      get aborted() {
        return held?.signal?.aborted ?? false;
      },
      progress: (value) => stream?.enqueue(writeEvent("progress", value)),
      release(value) {
        if (!held || this.aborted) return;
        const answer = value ?? answerTo(held.path, held.body);
        stream?.enqueue(writeEvent("result", answer));
        stream?.close();
        open?.(Response.json(answer));
      },
      drop: () => stream?.error(new TypeError("network error")),
    };
  }

  #fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const asked: Asked = {
      path: address.replace(ROOT, ""),
      body: init.body ? (JSON.parse(String(init.body)) as Asked["body"]) : undefined,
      headers: (init.headers ?? {}) as Record<string, string>,
      signal: init.signal ?? null,
    };
    this.asked.push(asked);
    asked.signal?.throwIfAborted();
    const found = this.#special.find((each) => asked.path.startsWith(each.path));
    this.#special = this.#special.filter((each) => each !== found);
    const gone = new Promise<never>((_, reject) =>
      asked.signal?.addEventListener("abort", () => reject(asked.signal?.reason as Error)),
    );
    const usual: Reply = (each) => reply(each, answerTo(each.path, each.body));
    return Promise.race([(found?.reply ?? usual)(asked), gone]);
  };

  start(): void {
    this.asked = [];
    this.#special = [];
    known.up = true;
    announcer.text = "";
    localStorage.clear();
    vi.useFakeTimers({ now: new Date("2026-01-31T10:00:00Z") });
    vi.stubGlobal("fetch", this.#fetch);
    // Seeds are part of what is recorded.
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  }

  stop(): void {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
    expect(missing.splice(0), "not recorded").toEqual([]);
  }
}

/** Have a server in every test of a file. */
export function fakeServer(): FakeServer {
  const server = new FakeServer();
  beforeEach(() => server.start());
  afterEach(() => server.stop());
  return server;
}

/** Let milliseconds pass, and everything happen that was waiting for them. */
export async function pass(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}
