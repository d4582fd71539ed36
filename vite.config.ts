import { getConfig } from "@lingui/conf";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { closing } from "./src/testing/closing.ts";
import { arrival } from "./web/bundling/arrival.ts";
import { ahead, compiledAhead, isOfLater, isOfLogin, isOfTickets, noCircles } from "./web/bundling/first_view.ts";
import { leanEmojis, ourLanguages } from "./web/bundling/lean.ts";
import { apiReference, widget } from "./web/bundling/own_builds.ts";
import { packed } from "./web/bundling/packed.ts";
import { serviceWorker } from "./web/bundling/service_worker.ts";
import { noSuspenseThrottle } from "./web/bundling/suspense_throttle.ts";

const here = import.meta.dirname!;
const configPath = here + "/web/lingui.config.ts";

/** Tests that take so much of a process, or look so closely at it, that each has one of its own. */
const APART = [
  "src/**/*{crash,faults,fuzz,road,shell}_test.ts",
  "src/app/{open_all,power_cut}_test.ts",
  "src/{invoices/bank,pix/{chosen_gateway,efi,pix_settings}}_test.ts",
  "src/platform/beside_test.ts",
  "src/supervisor/linking_test.ts",
];

export default defineConfig({
  root: here + "/web",
  cacheDir: here + "/node_modules/.vite",
  plugins: [
    leanEmojis,
    ourLanguages,
    noCircles,
    apiReference,
    widget,
    serviceWorker,
    arrival,
    ahead,
    compiledAhead,
    noSuspenseThrottle,
    packed,
    react(),
    lingui({ configPath }),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ configPath }) }, { configPath })] }),
  ],
  // The maintained builds, by the names that everybody knows; deno.json says the same.
  resolve: { alias: { lamejs: "@breezystack/lamejs", xlsx: "@e965/xlsx", "#trans": `${here}/web/i18n/Trans.tsx` } },
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:3000", ws: true },
      // Of the last build: what other people's pages load is no part of what is served as it is written.
      "^/widget(\\.js|/)": { target: "http://127.0.0.1:3000", ws: true },
    },
  },
  worker: { format: "es" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      output: {
        // What pages share is called after all of them; every file that asks for it would carry that name.
        chunkFileNames: ({ name }) => `assets/${/^shared[~-]/.test(name) ? "" : `${name}-`}[hash].js`,
        assetFileNames: ({ names: [name = ""] }) =>
          `assets/${/^shared[~-]/.test(name) ? "" : "[name]-"}[hash][extname]`,
        // Left alone, every part that two pages share becomes a file of its own: thirty requests for one page.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            { name: (id, graph) => isOfTickets(id, graph) ? "TicketsPage" : null, priority: 1 },
            // What only one of them needs stays apart: it runs when that one is asked for.
            { name: (id, graph) => isOfLater(id, graph) ? "later" : null, minShareCount: 2, priority: 0.5 },
            // What most pages are made of, in two files instead of twenty for each page.
            { name: (id, graph) => isOfLogin(id, graph) ? "forms" : null, minShareCount: 4, priority: 0.4 },
            { name: "lists", minShareCount: 5, priority: 0.3 },
            {
              name: "shared",
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1000,
            },
          ],
        },
      },
    },
  },
  test: {
    root: here,
    pool: "forks",
    // One more than the smallest machine has cores: a test in the browser waits for a third of its time.
    maxWorkers: 3,
    reporters: ["dot", closing],
    // Machines that do other things, too, take long for what is waited for.
    expect: { poll: { timeout: 60_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/**/*_test.ts"],
          exclude: APART,
          // A process of its own costs each file a second, most of it for the same modules once more.
          isolate: false,
          setupFiles: here + "/src/testing/leaving.ts",
          globalSetup: here + "/src/testing/setup.ts",
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "server-apart",
          include: APART,
          globalSetup: here + "/src/testing/setup.ts",
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // A test that touches the page asks for one in its first line: @vitest-environment happy-dom
        test: {
          name: "web",
          include: ["web/**/*_test.{ts,tsx}"],
          exclude: ["web/e2e/**"],
          environment: "node",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          setupFiles: here + "/web/testing_node.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["web/e2e/**/*_test.ts"],
          isolate: false,
          setupFiles: here + "/src/testing/leaving.ts",
          globalSetup: here + "/src/testing/setup.ts",
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // What the screens' speed is: `make bench` tells, no test asks.
        test: {
          name: "measure",
          include: ["web/e2e/**/*_bench.ts"],
          globalSetup: here + "/src/testing/setup.ts",
          testTimeout: 300_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
