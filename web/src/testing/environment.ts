/**
 * What the unit tests run in: Node, with the code compiled as for a browser, so that runes work, and
 * the little that the state of the pages asks a browser for.
 */

import type { Environment } from "vitest/runtime";

/** What the browser saves, in memory. */
function newStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

export default {
  name: "runes",
  viteEnvironment: "client",
  setup(global: typeof globalThis) {
    const added = { matchMedia: () => ({ matches: false }), localStorage: newStorage() };
    for (const [name, value] of Object.entries(added))
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    return { teardown: () => undefined };
  },
} satisfies Environment;
