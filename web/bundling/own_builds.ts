import type { OutputAsset, OutputChunk } from "rolldown";
import { build, type Plugin } from "vite";
import { ROOT } from "./where.ts";

/** The viewer of the API's description, as its makers have built it: it comes from nowhere else. */
export const apiReference: Plugin = {
  name: "api-reference",
  apply: "build",
  generateBundle() {
    const source = Deno.readFileSync(`${ROOT}/node_modules/@scalar/api-reference/dist/browser/standalone.js`);
    this.emitFile({ type: "asset", fileName: "scalar.js", source });
  },
};

/** The web chat's scripts, each by itself: other people's pages load them, and share nothing with ours. */
const WIDGET = [["widget.js", "loader.ts"], ["widget/frame.js", "frame.ts"], ["widget/acts.js", "acts.ts"]] as const;

export const widget: Plugin = {
  name: "widget",
  apply: "build",
  async generateBundle() {
    for (const [fileName, entry] of WIDGET) {
      const built = await build({
        configFile: false,
        root: `${ROOT}/web/widget`,
        publicDir: false,
        logLevel: "warn",
        build: {
          write: false,
          target: "es2022",
          lib: {
            entry: `${ROOT}/web/widget/${entry}`,
            formats: ["iife"],
            name: "balcao",
            fileName: () => "out.js",
            cssFileName: "out",
          },
        },
      });
      for (const file of (built as { output: (OutputChunk | OutputAsset)[] }[]).flatMap(({ output }) => output)) {
        if (file.type === "chunk") this.emitFile({ type: "asset", fileName, source: file.code });
        else this.emitFile({ type: "asset", fileName: "widget/frame.css", source: file.source });
      }
    }
  },
};
