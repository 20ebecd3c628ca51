/** How kinds of moves look in a review: the words are the API's. */

export type Tone = "good" | "fine" | "bad";

const TONES: Record<string, Tone> = {
  best: "good",
  "only column": "good",
  "slower win": "fine",
  "faster loss": "fine",
};

export function toneOf(kind: string): Tone {
  return TONES[kind] ?? "bad";
}

/** The order in which counts are listed, worst last. */
export const KINDS = [
  "best",
  "only column",
  "slower win",
  "faster loss",
  "win to draw",
  "draw to loss",
  "win to loss",
];
