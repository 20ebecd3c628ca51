/**
 * The answers that the server has put into the page: those that its script asks for first, by
 * address. Each is taken once, and only for the first view; after that the server is asked.
 */

/** Milliseconds after which an answer that was not taken may be out of date. */
const FRESH = 30_000;

const answers = typeof document === "undefined" ? new Map<string, unknown>() : readBlock();

function readBlock(): Map<string, unknown> {
  const text = document.getElementById("first-view")?.textContent;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // The browser may show an old copy of the page to whoever goes back to it.
  if (!text || visit?.type === "back_forward") return new Map();
  return new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
}

/** Take the answer to a request, or undefined if the page did not bring it. */
export function takeAnswer(address: string): unknown {
  const answer = performance.now() < FRESH ? answers.get(address) : undefined;
  answers.delete(address);
  return answer;
}
