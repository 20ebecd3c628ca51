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
  { path: "/", name: "Play", load: () => import("./Play.svelte") },
  { path: "/review", name: "Review", load: () => import("./Review.svelte") },
  { path: "/theatre", name: "Theatre", load: () => import("./Theatre.svelte") },
  { path: "/tour", name: "Tour", under: "/theatre", load: () => import("./Tour.svelte") },
  { path: "/race", name: "Race", load: () => import("./Race.svelte") },
  { path: "/arena", name: "Arena", load: () => import("./Arena.svelte") },
  { path: "/puzzles", name: "Puzzles", load: () => import("./Puzzles.svelte") },
];
