import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { getConfig } from "@lingui/conf";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

const here = import.meta.dirname!;
const configPath = here + "/web/lingui.config.ts";

/** Ends a run in the line that CI reads: `N passed, N failed`. */
const closing: Reporter = {
  onTestRunEnd(modules, errors) {
    const count: Record<string, number> = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]!++;
      count.failed! += module.errors().length;
    }
    const skipped = count.skipped ? `, ${count.skipped} skipped` : "";
    setTimeout(() => console.log(`${count.passed} passed, ${count.failed! + errors.length} failed${skipped}`));
  },
};

/** Of emojibase's rows the picker needs the emoji, its name, further words and its group; the rest weighs three times that. */
const leanEmojis: Plugin = {
  name: "lean-emojis",
  enforce: "pre",
  load(id) {
    if (!/emojibase-data[^?]*compact\.json$/.test(id)) return;
    const rows: { unicode: string; label: string; tags?: string[]; group?: number }[] = JSON.parse(
      Deno.readTextFileSync(id),
    );
    const lean = rows.filter(({ group }) => group !== undefined)
      .map(({ unicode, label, tags = [], group }) => [unicode, label, tags.join(" "), group]);
    return JSON.stringify(lean);
  },
};

/** Of the words that react-aria says, those of our languages; it carries thirty others. */
const ourLanguages: Plugin = {
  name: "our-languages",
  enforce: "pre",
  load(id) {
    if (!/react-(?:aria|stately)[^?]*\/intlStrings\.mjs$/.test(id)) return;
    // Each language is imported in one line and named in another.
    return Deno.readTextFileSync(id).split("\n")
      .filter((line) => !/\b[a-z]{2}-[A-Z]{2}\b/.test(line) || /\b(?:pt-BR|en-US|es-ES)\b/.test(line)).join("\n");
  },
};

/** The viewer of the API's description, as its makers have built it: it comes from nowhere else. */
const apiReference: Plugin = {
  name: "api-reference",
  apply: "build",
  generateBundle() {
    const source = Deno.readFileSync(`${here}/node_modules/@scalar/api-reference/dist/browser/standalone.js`);
    this.emitFile({ type: "asset", fileName: "scalar.js", source });
  },
};

/** Larger than this (bytes), the best packing takes longer than it saves. */
const LARGE = 1_000_000;

/** What browsers load is packed once, here, and not for everybody who loads it; the server looks for `.br` beside a file. */
const packed: Plugin = {
  name: "packed",
  apply: "build",
  async writeBundle({ dir }, bundle) {
    const pack = promisify(brotliCompress);
    await Promise.all(
      Object.keys(bundle).filter((file) => /\.(?:js|css|html|svg|json)$/.test(file)).map(async (file) => {
        const body = await Deno.readFile(`${dir}/${file}`);
        const quality = body.length > LARGE ? 6 : 10;
        const brotli = await pack(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
        if (brotli.length < body.length) await Deno.writeFile(`${dir}/${file}.br`, brotli);
      }),
    );
  },
};

/** Two files of the build that need each other would run before what they need, and the page would stay empty. */
const noCircles: Plugin = {
  name: "no-circles",
  generateBundle(_, bundle) {
    const needs = (file: string) => (bundle[file]?.type === "chunk" ? bundle[file].imports : []);
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      needs(from).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
    const circles = Object.keys(bundle).filter((file) => reaches(file, file));
    if (circles.length > 0) {
      this.error(`These need each other; put less together (entriesAwareMergeThreshold): ${circles.join(", ")}`);
    }
  },
};

export default defineConfig({
  root: here + "/web",
  cacheDir: here + "/node_modules/.vite",
  plugins: [
    leanEmojis,
    ourLanguages,
    noCircles,
    apiReference,
    packed,
    react(),
    lingui({ configPath }),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ configPath }) }, { configPath })] }),
  ],
  // The maintained builds, by the names that everybody knows; deno.json says the same.
  resolve: { alias: { lamejs: "@breezystack/lamejs", xlsx: "@e965/xlsx" } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:3000", ws: true } } },
  worker: { format: "es" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What pages share is called after all of them; every file that asks for it would carry that name.
        chunkFileNames: ({ name }) => `assets/${/^shared[~-]/.test(name) ? "" : `${name}-`}[hash].js`,
        assetFileNames: ({ names: [name = ""] }) =>
          `assets/${/^shared[~-]/.test(name) ? "" : "[name]-"}[hash][extname]`,
        // Left alone, every part that two pages share becomes a file of its own: thirty requests for one page.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 1 },
            {
              name: "shared",
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 200,
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
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/**/*_test.ts"],
          globalSetup: here + "/src/testing/setup.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
          setupFiles: here + "/web/testing_node.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["web/e2e/**/*_test.ts"],
          globalSetup: here + "/src/testing/setup.ts",
          testTimeout: 90_000,
          hookTimeout: 90_000,
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
