/**
 * Requests to the API. What the page has brought along is not asked for. A refusal becomes an
 * `ApiError` with the server's sentence, a busy server is asked again, a server that is down is
 * waited for, and a password that is needed is asked for.
 */

import { access } from "./access.svelte";
import { takeAnswer } from "./firstView";
import { pause } from "./motion";
import { route } from "./router.svelte";
import type { paths } from "./schema";
import { server } from "./server.svelte";
import { readEvents } from "./sse";

const ROOT = "/api/v1";
const RETRIES = 6;

/** The paths of the OpenAPI document, and what each answers. */
type Api = {
  [P in keyof paths as P extends `${typeof ROOT}${infer Rest}` ? Rest : never]: paths[P];
};
type Path = keyof Api;
type Json<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer T } } };
}
  ? T
  : never;
type Answer<P extends Path, O> = Json<Api[P][O extends { body: unknown } ? "post" : "get"]>;
type Result<P extends Path, Progress> = [Json<Api[P]["get" | "post"]>] extends [never]
  ? Progress
  : Json<Api[P]["get" | "post"]>;

type Values = Record<string, string | number | boolean | null | undefined>;

export interface Options {
  /** What stands for each `{name}` in the path. */
  parts?: Record<string, string | number>;
  query?: Values;
  /** Makes it a POST. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** What the server refused, with its sentence. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Return whether the request was aborted by the page itself. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Send a request and read the answer as JSON. */
export async function request<P extends Path, const O extends Options>(
  path: P,
  options?: O,
): Promise<Answer<P, O>> {
  const brought = broughtAlong(path, options ?? {});
  if (brought !== undefined) return brought as Answer<P, O>;
  const response = await send(path, options ?? {});
  return (await response.json()) as Answer<P, O>;
}

/** Send a request for work that reports its progress; the last event is the answer. */
export async function stream<P extends Path, Progress>(
  path: P,
  options: Options,
  onProgress: (progress: Progress) => void,
): Promise<Result<P, Progress>> {
  const brought = broughtAlong(path, options);
  if (brought !== undefined) return brought as Result<P, Progress>;
  for (let refusals = 0; ;) {
    try {
      return (await streamOnce(path, options, onProgress)) as Result<P, Progress>;
    } catch (error) {
      if (error instanceof TypeError && !options.signal?.aborted) {
        await server.waitUntilUp(options.signal); // the connection broke in the middle
        continue;
      }
      // The server caches what it found in time, so the next request gets further.
      refusals += 1;
      if (!(error instanceof ApiError && error.status === 503) || refusals > RETRIES) throw error;
      await pause(1000, options.signal);
    }
  }
}

/** Return an answer that came with the page. */
function broughtAlong(path: Path, { parts, query, body }: Options): unknown {
  return body === undefined ? takeAnswer(addressOf(path, parts, query)) : undefined;
}

async function streamOnce<Progress>(
  path: Path,
  options: Options,
  onProgress: (progress: Progress) => void,
): Promise<unknown> {
  const response = await send(path, options, "text/event-stream");
  if (!response.body) throw new ApiError(502, "the server's answer has no body");
  let result: { value: unknown } | null = null;
  for await (const { event, data } of readEvents(response.body)) {
    const value = JSON.parse(data) as unknown;
    if (event === "progress") onProgress(value as Progress);
    else if (event === "problem") throw problem(value);
    else if (event === "result") result = { value };
  }
  if (!result) throw new ApiError(502, "the server ended its answer too early");
  return result.value;
}

async function send(path: Path, options: Options, accept = "application/json"): Promise<Response> {
  for (let refusals = 0; ;) {
    const response = await attempt(path, options, accept);
    if (response === null) {
      await server.waitUntilUp(options.signal);
      continue;
    }
    server.up = true;
    if (response.ok) return response;
    // In the frame of another site no cookie is sent, so that a password would not help.
    if (response.status === 401 && !route.embedded && (await access.ask())) continue;
    const busy = response.status === 429 || response.status === 503;
    refusals += 1;
    if (!busy || refusals > RETRIES)
      throw problem(await response.json().catch(() => null), response.status);
    await pause(1000 * Number(response.headers.get("Retry-After") ?? 1), options.signal);
  }
}

async function attempt(path: Path, options: Options, accept: string): Promise<Response | null> {
  const init: RequestInit = { headers: { Accept: accept }, signal: options.signal ?? null };
  if (options.body !== undefined) {
    init.method = "POST";
    init.body = JSON.stringify(options.body);
    init.headers = { Accept: accept, "Content-Type": "application/json" };
  }
  try {
    return await fetch(addressOf(path, options.parts, options.query), init);
  } catch (error) {
    if (isAborted(error) || options.signal?.aborted) throw error;
    return null;
  }
}

/** Return the address of a path of the API. */
export function addressOf(path: Path, parts: Options["parts"] = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parts[name] ?? ""),
  );
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return ROOT + filled + (search ? `?${search}` : "");
}

function problem(body: unknown, status = 500): ApiError {
  const parts = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const detail =
    typeof parts["detail"] === "string" ? parts["detail"] : "the server refused without a reason";
  return new ApiError(typeof parts["status"] === "number" ? parts["status"] : status, detail);
}
