/** Every page: its address, its name in the navigation, and how it is loaded. */

import type { Component } from "svelte";

export interface Page {
  path: string;
  name: string;
  /** The page from which it is reached, if it is not in the navigation itself. */
  under?: string;
  load: () => Promise<{ default: Component }>;
}

export const PAGES: Page[] = [
  { path: "/", name: "Play", load: () => import("./positions/play/Play.svelte") },
  { path: "/review", name: "Review", load: () => import("./positions/review/Review.svelte") },
  { path: "/theatre", name: "Theatre", load: () => import("./traces/Theatre.svelte") },
  {
    path: "/tour",
    name: "Tour",
    under: "/theatre",
    load: () => import("./traces/tour/Tour.svelte"),
  },
  { path: "/race", name: "Race", load: () => import("./races/Race.svelte") },
  { path: "/arena", name: "Arena", load: () => import("./tournaments/Arena.svelte") },
  { path: "/puzzles", name: "Puzzles", load: () => import("./puzzles/Puzzles.svelte") },
];
