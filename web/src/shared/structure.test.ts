import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>("../**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const MAY_USE: Record<string, string[]> = {
  shared: [],
  export: ["shared"],
  positions: ["shared", "agents", "export"],
  agents: ["shared", "positions"],
  traces: ["shared", "positions", "agents", "export"],
  lessons: ["shared", "traces", "export"],
  races: ["shared", "positions", "agents"],
  openings: ["shared", "positions", "agents"],
  course: ["shared", "positions", "agents", "export"],
  puzzles: ["shared", "positions", "agents"],
  tournaments: ["shared", "positions", "agents"],
  training: ["shared", "positions", "agents"],
  exercises: ["shared", "positions", "lessons"],
  start: ["shared", "positions"],
  login: ["shared"],
  embed: ["shared", "positions"],
};

test.each(Object.entries(MAY_USE))("%s uses only what it may", (folder, others) => {
  for (const [path, text] of Object.entries(SOURCES)) {
    const place = path.startsWith("./") ? "shared" : path.split("/")[1];
    if (place !== folder) continue;
    for (const [, used = ""] of text.matchAll(/from "(?:\.\.\/)+(\w+)\//g))
      if (used in MAY_USE) expect([folder, ...others], path).toContain(used);
  }
});
