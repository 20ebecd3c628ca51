/** What columns are worth that turned out wrong, as chips under the board. */

import type { Chip } from "../positions/ScoreChips.svelte";
import type { StepView } from "../shared/types";

/** Make a chip of a wrong move, in the words that the API begins with. */
export function chipOf({ column, says }: StepView): Chip {
  const worth = says.match(/^Column \d+ (draws|loses in \d+)/)?.[1] ?? "✗";
  return { column, says: worth, result: worth === "draws" ? 0 : -1, proved: true, best: false };
}
