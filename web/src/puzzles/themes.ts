/** What makes a puzzle work: its themes, in a sentence each. */

export const THEMES = [
  "double threat",
  "forced chain",
  "zugzwang",
  "odd threat",
  "even threat",
  "only move",
] as const;
export type Theme = (typeof THEMES)[number];

const SENTENCES: Record<Theme, string> = {
  "double threat": "One disc threatens two fours, and only one of them can be blocked.",
  "forced chain": "Every disc threatens a four, so that each answer is forced.",
  zugzwang: "The other side runs out of safe columns and has to give the four away.",
  "odd threat":
    "A cell on row 3 or 5 completes a four. Red gets odd rows if the columns fill up in order.",
  "even threat":
    "A cell on row 2, 4 or 6 completes a four. Yellow gets even rows if the columns fill up in order.",
  "only move": "Every other column gives the game away.",
};

/** Explain a theme; an unknown one is left unexplained. */
export function explained(theme: string): string {
  return SENTENCES[theme as Theme] ?? "";
}

/** "Double threat" */
export function titled(theme: string): string {
  return theme.charAt(0).toUpperCase() + theme.slice(1);
}
