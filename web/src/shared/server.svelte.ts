/** Whether the server answers, and waiting until it does again. */

import { pause } from "./motion";

const WAITS = [500, 1000, 2000, 3000];

class Server {
  up = $state(true);
  #probe: Promise<void> | null = null;

  /** Wait until the server answers again; everyone who waits shares one probe. */
  waitUntilUp(signal?: AbortSignal): Promise<void> {
    this.up = false;
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = null;
    });
    return Promise.race([this.#probe, ended(signal)]);
  }

  async #ask(): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      await pause(WAITS[Math.min(turn, WAITS.length - 1)] ?? 3000);
      const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
      if (answer?.ok) break;
    }
    this.up = true;
  }
}

function ended(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException("stopped", "AbortError"));
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

export const server = new Server();
