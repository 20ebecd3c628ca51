/** A cached picture of a growing tree: new nodes are drawn onto it, nothing is drawn twice. */

import type { Pane } from "./camera";
import { drawAll, drawSince, type Scene } from "./draw";

/** With more new steps than this, everything is redrawn. */
const MANY = 4000;
/** Monte Carlo changes every edge a little; how often all are redrawn, in milliseconds. */
const WHILE = 250;

export class TreeImage {
  readonly #canvas = document.createElement("canvas");
  #parts: readonly unknown[] = [];
  #moment = 0;
  #renewed = 0;

  /** Update the picture to a scene and return it; `parts` are what it depends on besides time. */
  show(
    scene: Scene,
    pane: Pane,
    dense: number,
    fill: string,
    parts: readonly unknown[],
  ): HTMLCanvasElement {
    const wide = Math.max(1, Math.round(pane.width * dense));
    const high = Math.max(1, Math.round(pane.height * dense));
    const known = [wide, high, fill, ...parts];
    const same =
      known.length === this.#parts.length && known.every((each, at) => each === this.#parts[at]);
    const steps = scene.moment - this.#moment;
    const pen = this.#canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    if (same && steps >= 0 && steps <= MANY && !this.#isStale(scene, steps)) {
      drawSince(pen, scene, this.#moment);
    } else {
      if (this.#canvas.width !== wide) this.#canvas.width = wide;
      if (this.#canvas.height !== high) this.#canvas.height = high;
      pen.setTransform(dense, 0, 0, dense, 0, 0);
      pen.fillStyle = fill;
      pen.fillRect(0, 0, pane.width, pane.height);
      drawAll(pen, scene);
      this.#renewed = performance.now();
    }
    this.#parts = known;
    this.#moment = scene.moment;
    return this.#canvas;
  }

  #isStale(scene: Scene, steps: number): boolean {
    return scene.playouts !== null && steps > 0 && performance.now() - this.#renewed > WHILE;
  }
}
