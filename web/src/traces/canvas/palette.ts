/** The colours of app.css as a canvas wants them: plain, for the theme that is on. */

const NAMES = [
  "panel",
  "sunk",
  "line-strong",
  "ink",
  "quiet",
  "first",
  "first-mark",
  "second",
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
  "focus-ink",
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
