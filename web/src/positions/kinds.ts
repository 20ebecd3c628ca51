/** How kinds of moves look in a review: the words are the API's. */

export type Tone = "good" | "fine" | "bad";

const TONES: Record<string, Tone> = {
  best: "good",
  "only column": "good",
  "seems best": "good",
  "slower win": "fine",
  "sooner loss": "fine",
  "seems weaker": "fine",
};

/** How good a kind of move is, as a shape: colour belongs to the players. */
export const SIGNS: Record<Tone, string> = { good: "✓", fine: "≈", bad: "✗" };

export function toneOf(kind: string): Tone {
  return TONES[kind] ?? "bad";
}

/** Estimates are outlined, what is proved is filled. */
export function isEstimate(kind: string): boolean {
  return kind.startsWith("seems");
}

/** The order in which counts are listed, worst last. */
export const KINDS = [
  "best",
  "seems best",
  "only column",
  "slower win",
  "sooner loss",
  "seems weaker",
  "seems a mistake",
  "win to draw",
  "draw to loss",
  "win to loss",
];
