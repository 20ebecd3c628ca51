import { expect, test } from "vitest";

import { readEvents, takeEvents } from "./sse";

const TEXT =
  ': working\n\nevent: progress\ndata: {"a": 1}\n\nevent: result\ndata: {"a":\ndata: 2}\n\n';

test("events are parted at blank lines and comments are skipped", () => {
  const { events, rest } = takeEvents(TEXT + "event: late");
  expect(events).toEqual([
    { event: "progress", data: '{"a": 1}' },
    { event: "result", data: '{"a":\n2}' },
  ]);
  expect(rest).toBe("event: late");
});

test("it does not matter where the network cuts the text, even within a letter", async () => {
  const bytes = new TextEncoder().encode('event: progress\r\ndata: "→é"\r\n\r\n' + TEXT);
  for (let size = 1; size < bytes.length; size += 5) {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size)
          controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const kinds: string[] = [];
    for await (const { event, data } of readEvents(stream)) kinds.push(`${event} ${data}`);
    expect(kinds).toEqual(['progress "→é"', 'progress {"a": 1}', 'result {"a":\n2}']);
  }
});
