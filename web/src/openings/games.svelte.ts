/** Somebody's own games, and where they leave the winning path. */

import { announcer } from "../shared/announce.svelte";
import { isAborted } from "../shared/http";
import type { Progress } from "../shared/types";
import { plural, sayError } from "../shared/words";
import * as api from "./api";
import type { DepartureView, OwnGamesView } from "./types";

export class OwnGames {
  text = $state("");
  whose = $state<api.Whose>("both");
  result = $state.raw<OwnGamesView | null>(null);
  progress = $state.raw<Progress | null>(null);
  busy = $state(false);
  error = $state<string | null>(null);
  #work = new AbortController();

  /** Read a file of games. */
  async read(file: File | undefined): Promise<void> {
    if (!file) return;
    this.text = await file.text();
    await this.look();
  }

  /** Look at every move of the games. */
  async look(): Promise<void> {
    this.stop();
    const { signal } = (this.#work = new AbortController());
    this.busy = true;
    this.error = this.result = this.progress = null;
    try {
      const onProgress = (progress: Progress) => (this.progress = progress);
      const result = await api.ownGames(this.text, this.whose, onProgress, signal);
      if (signal.aborted) return;
      this.result = result;
      announcer.say(
        `${plural(result.games, "game")} read. ${plural(result.departures.length, "position")} where the path was left.`,
      );
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      this.error = sayError(error, true);
    }
    this.busy = false;
  }

  stop(): void {
    this.#work.abort();
    this.busy = false;
  }

  /** Go back to the text. */
  forget(): void {
    this.stop();
    this.result = this.error = null;
  }

  /** Where the path was left in a position, if it was. */
  at(moves: string): DepartureView | null {
    return this.result?.departures.find((each) => each.moves === moves) ?? null;
  }
}
