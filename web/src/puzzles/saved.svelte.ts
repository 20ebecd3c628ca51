/** The record, as this browser saves it. */

import { load, save } from "../shared/storage";
import { EMPTY_RECORD, readRecord, type PuzzleRecord } from "./record";

const KEY = "puzzles";

class Saved {
  record = $state.raw<PuzzleRecord>(EMPTY_RECORD);

  /** Read what is saved. */
  read(): void {
    this.change((record) => record);
  }

  change(change: (record: PuzzleRecord) => PuzzleRecord): void {
    const kept = load(KEY); // which another tab may have changed
    this.record = change(kept === null ? this.record : readRecord(kept));
    save(KEY, this.record);
  }
}

export const saved = new Saved();
