/** What was learned, as this browser saves it. */

import { load, save } from "../shared/storage";
import { EMPTY_RECORD, parseRecord, type CourseRecord } from "./record";

const KEY = "course";

class Saved {
  record = $state.raw<CourseRecord>(EMPTY_RECORD);

  /** Read what is saved. */
  read(): void {
    this.record = parseRecord(load(KEY)) ?? this.record;
  }

  change(change: (record: CourseRecord) => CourseRecord): void {
    const kept = load(KEY); // which another tab may have changed
    this.record = change(parseRecord(kept) ?? this.record);
    save(KEY, this.record);
  }
}

export const saved = new Saved();
