/** Server-sent events, read from the body of a response. */

export interface ServerEvent {
  event: string;
  data: string;
}

/** Split text that arrives in pieces into events; return the incomplete rest with them. */
export function takeEvents(text: string): { events: ServerEvent[]; rest: string } {
  const open = text.endsWith("\r") ? "\r" : ""; // the "\n" of this line end may be yet to come
  const blocks = text
    .slice(0, text.length - open.length)
    .replace(/\r\n?/g, "\n")
    .split("\n\n");
  const rest = (blocks.pop() ?? "") + open;
  return { events: blocks.map(readBlock).filter((each) => each.data !== ""), rest };
}

function readBlock(block: string): ServerEvent {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return { event, data: data.join("\n") };
}

/** Yield the events of a response as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      const { events, rest } = takeEvents(done ? `${text}\n\n` : text);
      text = rest;
      yield* events;
      if (done) {
        ended = true;
        return;
      }
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}
