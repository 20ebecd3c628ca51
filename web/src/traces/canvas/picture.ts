/** A picture of the stage that can be drawn again, by whatever pen. */

import type { Palette } from "./palette";

export interface StagePicture {
  width: number;
  height: number;
  palette: Palette;
  /** Draw the tree at the moment that the theatre is at. */
  draw: (pen: CanvasRenderingContext2D) => void;
}
