/** What the theatre says of the moment that it shows. */

import type { TheatreState } from "./theatre.svelte";
import { sayPhase, sayStep } from "./words";

/** One sentence for the step, or for the phase of a playout. */
export function saySpoken(theatre: TheatreState): string {
  const { tree, phaseNow: phase, playouts, form } = theatre;
  if (!tree) return "";
  if (!phase || !playouts) return sayStep(tree, theatre.at, form);
  playouts.seek(theatre.at, phase.backed);
  return sayPhase(tree, theatre.at, phase, theatre.width, playouts, form);
}
