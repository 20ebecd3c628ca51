/** How algorithms appear in charts: each has one colour everywhere, each agent a shape. */

const COLOURS: Record<string, string> = {
  random: "#868c96",
  astar: "#b07a1e",
  minimax: "#6a62d2",
  alphabeta: "#2f7fc1",
  deepening: "#0f9aa4",
  expectiminimax: "#9a5bb5",
  mcts: "#d9693b",
  tuples: "#7c8f24",
  zero: "#cf4141",
  perfect: "#2f9a60",
  level: "#c24d8e",
};
const OTHERS = "#96735a";

export interface AgentSymbol {
  colour: string;
  /** A path around 0 0, about 7 wide to each side. */
  shape: string;
}

const SHAPES = [
  "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0z",
  "M-6 -6h12v12h-12z",
  "M0 -7.5l7.5 13h-15z",
  "M0 -8l8 8l-8 8l-8 -8z",
  "M0 7.5l7.5 -13h-15z",
  "M-2.5 -7.5h5v5h5v5h-5v5h-5v-5h-5v-5h5z",
  "M-7 -3.5l3.5 -3.5l3.5 3.5l3.5 -3.5l3.5 3.5l-3.5 3.5l3.5 3.5l-3.5 3.5l-3.5 -3.5l-3.5 3.5l-3.5 -3.5l3.5 -3.5z",
  "M0 -8.5l2.3 5.4l5.8 .5l-4.4 3.8l1.3 5.7l-5 -3l-5 3l1.3 -5.7l-4.4 -3.8l5.8 -.5z",
  "M-7.5 0l13 -7.5v15z",
  "M7.5 0l-13 -7.5v15z",
  "M-7.5 0l3.75 -6.5h7.5l3.75 6.5l-3.75 6.5h-7.5z",
  "M-7 -4h14v8h-14z",
];

/** The colour of an agent's algorithm. */
export function colourOf(spec: string): string {
  return COLOURS[spec.split(":")[0] ?? ""] ?? OTHERS;
}

/** How an agent is drawn that stands at a place in a list. */
export function symbolOf(spec: string, place: number): AgentSymbol {
  return { colour: colourOf(spec), shape: SHAPES[place % SHAPES.length] ?? "" };
}
