import { join } from "node:path";
import type { Plugin } from "vite";
import { ROOT } from "./where.ts";

/** What comes in the place of what Vite puts around each `import()` of a build. */
const OURS = join(ROOT, "web/arrival.ts");

/** Lets parts of the app arrive by `whole` (web/arrival.ts) instead of by what Vite brings along for that. */
export const arrival: Plugin = {
  name: "arrival",
  apply: "build",
  enforce: "pre",
  config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: allOf } } }),
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { whole as __vitePreload } from ${JSON.stringify(OURS)};`,
  },
  generateBundle(_, bundle) {
    const hasIt = Object.values(bundle).some((file) => file.type === "chunk" && file.moduleIds.includes(OURS));
    if (!hasIt) this.error("Vite puts something else around what is imported later");
  },
};

/** Vite names no file of a part that consists of one alone. */
function allOf(file: string, others: string[], { hostType }: { hostType: "html" | "js" }): string[] {
  return hostType === "js" && others.length === 0 ? [file] : others;
}
