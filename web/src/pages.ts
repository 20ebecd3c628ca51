/** Every page: its address, its name, the door it lies behind, and how it is loaded. */

import type { Component } from "svelte";

export type Door = "Play" | "Learn" | "Laboratory";

export interface Page {
  path: string;
  name: string;
  /** The door behind which it is found; the start page lies before all of them. */
  door?: Door;
  /** What one does there, in a few words. */
  about?: string;
  load: () => Promise<{ default: Component }>;
}

export const START = "/start";
export const PLAY = "/play";

export const PAGES: Page[] = [
  { path: START, name: "Start", load: () => import("./start/Start.svelte") },
  {
    path: PLAY,
    name: "Game",
    door: "Play",
    about: "against a machine or a friend",
    load: () => import("./positions/play/Play.svelte"),
  },
  {
    path: "/review",
    name: "Review",
    door: "Play",
    about: "see where a game turned",
    load: () => import("./positions/review/Review.svelte"),
  },
  {
    path: "/puzzles",
    name: "Puzzles",
    door: "Play",
    about: "find the move that wins",
    load: () => import("./puzzles/Puzzles.svelte"),
  },
  {
    path: "/openings",
    name: "Openings",
    door: "Play",
    about: "what every first move is worth",
    load: () => import("./openings/Openings.svelte"),
  },
  {
    path: "/tour",
    name: "Tour",
    door: "Learn",
    about: "eight short lessons on search",
    load: () => import("./lessons/Tour.svelte"),
  },
  {
    path: "/exercises",
    name: "Exercises",
    door: "Learn",
    about: "be the algorithm",
    load: () => import("./exercises/Exercises.svelte"),
  },
  {
    path: "/trees",
    name: "Trees",
    door: "Learn",
    about: "draw your own, search it",
    load: () => import("./exercises/OwnTree.svelte"),
  },
  {
    path: "/course",
    name: "Learn to win",
    door: "Learn",
    about: "the win itself, line by line",
    load: () => import("./course/Course.svelte"),
  },
  {
    path: "/learn",
    name: "Watch it learn",
    door: "Learn",
    about: "a player teaches itself",
    load: () => import("./training/Learn.svelte"),
  },
  {
    path: "/theatre",
    name: "Theatre",
    door: "Laboratory",
    about: "a search, step by step",
    load: () => import("./traces/Theatre.svelte"),
  },
  {
    path: "/race",
    name: "Race",
    door: "Laboratory",
    about: "algorithms side by side",
    load: () => import("./races/Race.svelte"),
  },
  {
    path: "/arena",
    name: "Arena",
    door: "Laboratory",
    about: "tournaments, with ratings",
    load: () => import("./tournaments/Arena.svelte"),
  },
];

/** The page on which one logs in; nothing leads there but a closed server. */
export const LOGIN: Page = {
  path: "/login",
  name: "Log in",
  load: () => import("./login/Login.svelte"),
};

/** Pages for frames of other sites only, beside those that are shown there as well. */
export const EMBEDDED: Page[] = [
  { path: "/board", name: "Board", load: () => import("./embed/EmbedBoard.svelte") },
];

/** Every door with its pages. */
export const DOORS = (["Play", "Learn", "Laboratory"] as const).map((name) => ({
  name,
  pages: PAGES.filter((page) => page.door === name),
}));
