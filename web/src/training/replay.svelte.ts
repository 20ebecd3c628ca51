/** The games that it plays against itself, one after the other, disc by disc. */

import * as positions from "../positions/api";
import { USUAL_SIZE, USUAL_VARIANT } from "../positions/link";
import { isAborted } from "../shared/http";
import { pause, prefersReducedMotion } from "../shared/motion";
import type { PositionView } from "../shared/types";

const DISC = 320;
const REST = 2000;
const STILL = 3000;
const IDLE = 300;

export class Replay {
  game = $state.raw<PositionView | null>(null);
  ply = $state(0);

  /** Replay the newest game again and again, until the signal ends it. */
  async run(newest: () => string | null, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const moves = newest();
        if (moves === null || (moves === this.game?.moves && this.ply === this.game.ply)) {
          await pause(IDLE, signal);
          continue;
        }
        await this.#play(moves, signal);
      }
    } catch (error) {
      if (!isAborted(error)) throw error;
    }
  }

  async #play(moves: string, signal: AbortSignal): Promise<void> {
    const ref = { moves, start: null, size: USUAL_SIZE, variant: USUAL_VARIANT };
    const game = await positions.position(ref, signal);
    this.game = game;
    if (prefersReducedMotion()) {
      this.ply = game.ply;
      await pause(STILL, signal);
      return;
    }
    for (this.ply = 0; this.ply < game.ply; this.ply += 1) await pause(DISC, signal);
    await pause(REST, signal);
  }
}
