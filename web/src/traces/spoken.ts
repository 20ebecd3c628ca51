/** What the theatre says of the moment that it shows. */

import type { TheatreState } from "./theatre.svelte";
import { sayPhase, sayStep } from "./words";

/** One sentence for the step, or for the phase of a playout. */
export function saySpoken(theatre: TheatreState): string {
  const said = saidNow(theatre);
  return theatre.header?.tree ? inBranches(said) : said;
}

function saidNow(theatre: TheatreState): string {
  const { tree, phaseNow: phase, playouts, form } = theatre;
  if (!tree) return "";
  if (!phase || !playouts) return `${sayStep(tree, theatre.at, form)}${sayLast(theatre)}`;
  playouts.seek(theatre.at, phase.backed);
  return sayPhase(tree, theatre.at, phase, theatre.width, playouts, form);
}

/** After the last playout: which column is played, and why. */
function sayLast({ at, count, header, playouts }: TheatreState): string {
  const column = header?.report.column;
  if (!playouts || at < count || column === undefined || header?.left_out) return "";
  return ` That was the last: column ${column} was visited most and is played.`;
}

/** Say it of a tree of one's own, which has branches and leaves instead of columns and games. */
export function inBranches(text: string): string {
  return text
    .replace(/\b([Cc])olumn(s?)\b/g, (_, c: string, s: string) =>
      c === "C" ? `Branch${s && "es"}` : `branch${s && "es"}`,
    )
    .replace("The game is over:", "A leaf:")
    .replace(
      "a random game is played; it lies beyond what is recorded.",
      "random branches lead to a leaf.",
    );
}
