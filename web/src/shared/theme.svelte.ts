/** Light, dark, or as the system says. `public/theme.js` applies it before the first paint. */

import { load, save } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const kept = load("theme");

class Appearance {
  theme = $state<Theme>(kept === "light" || kept === "dark" ? kept : "system");

  choose(theme: Theme): void {
    this.theme = theme;
    save("theme", theme === "system" ? null : theme);
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }
}

export const appearance = new Appearance();
