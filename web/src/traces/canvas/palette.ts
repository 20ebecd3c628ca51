/** The colours of app.css as a canvas wants them: plain, for the theme that is on. */

const NAMES = [
  "page",
  "panel",
  "sunk",
  "line",
  "line-strong",
  "ink",
  "quiet",
  "first",
  "first-edge",
  "first-mark",
  "second",
  "second-edge",
  "second-mark",
  "wins",
  "wins-ink",
  "wins-soft",
  "draws",
  "draws-ink",
  "draws-soft",
  "loses",
  "loses-ink",
  "loses-soft",
  "focus",
  "focus-ink",
  "focus-soft",
  "on-focus",
] as const;

export type Palette = Record<(typeof NAMES)[number], string>;

/** Ask the browser what each colour is now. */
export function readPalette(near: HTMLElement): Palette {
  const probe = document.createElement("i");
  near.append(probe);
  const colours = {} as Palette;
  for (const name of NAMES) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}
