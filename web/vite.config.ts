import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the sources and passes what the API answers on to `fourscore serve`, under
// the page's own host name: the server refuses questions from pages of other sites.
const server = { target: "http://127.0.0.1:8000", changeOrigin: false };

// The server answers other addresses than these with 404, and with the page that says so.
let paths: (string | undefined)[] = [];
const listPages: Plugin = {
  name: "list-pages",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/pages.ts")) return;
    paths = [...code.matchAll(/(?:path: |const \w+ = )"(\/[\w-]+)"/g)].map(([, path]) => path);
  },
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(paths) });
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), listPages],
  // Vitest runs in Node, where it would take Svelte as made for servers, without effects.
  ...(mode === "test" && { resolve: { conditions: ["browser"] } }),
  build: {
    outDir: "../src/fourscore/web/static",
    emptyOutDir: true,
    license: { fileName: "THIRD-PARTY-LICENSES.txt" },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
    target: ["chrome123", "firefox121", "safari17.5"],
  },
  server: { proxy: { "/api": server, "/healthz": server } },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "./src/testing/environment.ts",
    isolate: false,
  },
}));
