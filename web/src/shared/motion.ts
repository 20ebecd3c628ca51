/** How discs move: with gravity and one small bounce, or not at all if the reader prefers that. */

const SIX_ROWS = 400;
const GRAVITY = "cubic-bezier(0.3333, 0, 0.6667, 0.3333)"; // exactly t²
const RISE = "cubic-bezier(0.3333, 0.6667, 0.6667, 1)";
const SLIDE = 180;

export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return how long a fall over some rows takes, in milliseconds. */
export function fallTime(rows: number): number {
  return SIX_ROWS * Math.sqrt(Math.max(rows, 0) / 6);
}

export interface Fall {
  /** Rows to fall. */
  rows: number;
  /** Columns from the landing to where the disc was aimed, for discs that slip. */
  aside: number;
  /** The pitch of the board in its own units. */
  pitch: number;
}

/** Keyframes of a fall, and how long it takes. */
export function fallFrames({ rows, aside, pitch }: Fall): { frames: Keyframe[]; duration: number } {
  const bounce = Math.min(0.16, rows * 0.04);
  const up = fallTime(bounce);
  const slide = aside === 0 ? 0 : SLIDE;
  const landed = slide + fallTime(rows);
  const duration = landed + 2 * up;
  const at = (x: number, y: number) => `translate(${x * pitch}px, ${-y * pitch}px)`;
  const frames: Keyframe[] = [
    { transform: at(0, rows), offset: slide / duration, easing: GRAVITY },
    { transform: at(0, 0), offset: landed / duration, easing: RISE },
    { transform: at(0, bounce), offset: (landed + up) / duration, easing: GRAVITY },
    { transform: at(0, 0), offset: 1 },
  ];
  if (slide > 0) frames.unshift({ transform: at(aside, rows), offset: 0, easing: "ease-in-out" });
  return { frames, duration };
}

/** Let a disc fall into its place. */
export function fall(node: Element, path: Fall): Animation | undefined {
  if (prefersReducedMotion()) return undefined;
  const { frames, duration } = fallFrames(path);
  return node.animate(frames, { duration, fill: "backwards" });
}

/** Wait; reject as soon as the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException("stopped", "AbortError"));
    };
    if (signal?.aborted) return reject(new DOMException("stopped", "AbortError"));
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
