/**
 * How the one API client sends: errors become `ApiError` with the server's sentence, a busy server
 * is asked again, and a server that is gone is waited for.
 */

import { pause } from "./motion";
import { server } from "./server.svelte";
import { readEvents } from "./sse";

const ROOT = "/api/v1";
const PATIENCE = 6;

/** What the server refused, and its sentence for it. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Ask {
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Ask once and read the answer as JSON. */
export async function ask<T>(path: string, options: Ask = {}): Promise<T> {
  const answer = await send(path, options);
  return (await answer.json()) as T;
}

/** Ask for work that reports as it goes on; the last event is the answer. */
export async function follow<P, T>(
  path: string,
  options: Ask,
  onProgress: (progress: P) => void,
): Promise<T> {
  for (let refusals = 0; ;) {
    try {
      return await followOnce<P, T>(path, options, onProgress);
    } catch (error) {
      if (error instanceof TypeError && !options.signal?.aborted) {
        await server.back(options.signal); // the line went dead in the middle
        continue;
      }
      // What was found out in the time there was is kept for the next request.
      refusals += 1;
      if (!(error instanceof ApiError && error.status === 503) || refusals > PATIENCE) throw error;
      await pause(1000, options.signal);
    }
  }
}

async function followOnce<P, T>(
  path: string,
  options: Ask,
  onProgress: (progress: P) => void,
): Promise<T> {
  const answer = await send(path, options, "text/event-stream");
  if (!answer.body) throw new ApiError(502, "the server's answer has no body");
  let result: { value: T } | null = null;
  for await (const { event, data } of readEvents(answer.body)) {
    const value = JSON.parse(data) as unknown;
    if (event === "progress") onProgress(value as P);
    else if (event === "problem") throw problem(value);
    else if (event === "result") result = { value: value as T };
  }
  if (!result) throw new ApiError(502, "the server ended its answer too early");
  return result.value;
}

/** Was this the reader's own doing: a page left, a search stopped? */
export function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

async function send(path: string, options: Ask, accept = "application/json"): Promise<Response> {
  for (let refusals = 0; ;) {
    const answer = await attempt(path, options, accept);
    if (answer === null) {
      await server.back(options.signal);
      continue;
    }
    server.up = true;
    if (answer.ok) return answer;
    const busy = answer.status === 429 || answer.status === 503;
    refusals += 1;
    if (!busy || refusals > PATIENCE) throw await refusal(answer);
    await pause(1000 * Number(answer.headers.get("Retry-After") ?? 1), options.signal);
  }
}

async function attempt(path: string, options: Ask, accept: string): Promise<Response | null> {
  const init: RequestInit = { headers: { Accept: accept }, signal: options.signal ?? null };
  if (options.body !== undefined) {
    init.method = "POST";
    init.body = JSON.stringify(options.body);
    init.headers = { Accept: accept, "Content-Type": "application/json" };
  }
  try {
    return await fetch(address(path, options.query), init);
  } catch (error) {
    if (isStopped(error) || options.signal?.aborted) throw error;
    return null;
  }
}

function address(path: string, query: Ask["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return ROOT + path + (search ? `?${search}` : "");
}

async function refusal(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => null)) as unknown;
  return problem(body, answer.status);
}

function problem(body: unknown, status = 500): ApiError {
  const parts = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const detail =
    typeof parts["detail"] === "string" ? parts["detail"] : "the server refused without a reason";
  return new ApiError(typeof parts["status"] === "number" ? parts["status"] : status, detail);
}
