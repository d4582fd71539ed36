import { createHash } from "node:crypto";
import type { OutputAsset, OutputChunk } from "rolldown";
import { build, type Plugin } from "vite";
import { ROOT } from "./where.ts";

/** Of what is served beside the build, that which the first screen needs. */
const BESIDE = ["theme.js", "favicon.svg", "icons/192.png"];

/** The service worker, by itself, with the list of what the first screen is made of. */
export const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  async generateBundle(_, bundle) {
    const built = firstScreen(bundle).map((name) => `/${name}`), sum = createHash("sha256");
    for (const path of built) sum.update(path);
    for (const name of BESIDE) sum.update(Deno.readFileSync(`${ROOT}/web/public/${name}`));
    const files = [...built, ...BESIDE.map((name) => `/${name}`)], version = sum.digest("hex").slice(0, 16);
    const { output } = await build({
      configFile: false,
      root: `${ROOT}/web/worker`,
      publicDir: false,
      logLevel: "warn",
      define: {
        FILES: JSON.stringify(files),
        LATER: JSON.stringify(laterFiles(bundle, new Set(built))),
        VERSION: JSON.stringify(version),
      },
      build: {
        write: false,
        target: "es2022",
        lib: { entry: `${ROOT}/web/worker/main.ts`, formats: ["iife"], name: "worker", fileName: () => "worker.js" },
      },
    }).then((outputs) => (outputs as { output: (OutputChunk | OutputAsset)[] }[])[0]!);
    const script = output.find((file) => file.type === "chunk")!;
    this.emitFile({ type: "asset", fileName: "worker.js", source: script.code });
  },
};

/** The pages that are there without a network though nobody has opened them in this browser yet. */
const KEPT_PAGES = ["index", "TicketsPage", "LoginPage", "OtherPages", "SharePage", "later"];

/** What the shortcuts of the installed app and the system's "share" open, with their texts; by the ends of its files' paths. */
const LATER = {
  all: [
    "web/installed/NewTicket.tsx",
    "web/tickets/dialogs/NewTicketDialog.tsx",
    // A tablet that is turned has room for it.
    "web/tickets/contact/ContactDrawer.tsx",
    "web/search/SearchPage.tsx",
    "web/composer/AttachmentTray.tsx",
    "web/composer/sending/upload.ts",
    "web/answering/fitting.ts",
    "web/answering/AnswerBar.tsx",
    "web/ui/page_errors/texts.ts",
  ],
  pt: ["web/i18n/pages/pt.po", "date-fns/locale/pt-BR.js"],
  en: ["web/i18n/pages/en.po", "date-fns/locale/en-GB.js"],
  es: ["web/i18n/pages/es.po", "date-fns/locale/es.js"],
};

type Bundle = Record<string, OutputAsset | OutputChunk>;

/** The files of the first screen: scripts with what they import, styles, and the font as it stands upright. */
function firstScreen(bundle: Bundle): string[] {
  const found = filesOf(bundle, ({ name }) => KEPT_PAGES.includes(name));
  for (const name of Object.keys(bundle)) if (/\/inter-latin-[^/]*normal[^/]*\.woff2$/.test(name)) found.add(name);
  return [...found].sort();
}

/** What is kept after the first screen, for every language and for each. */
function laterFiles(bundle: Bundle, known: ReadonlySet<string>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(LATER).map(([name, ends]) => {
      const missing = ends.filter((end) => !Object.values(bundle).some((file) => isOf(file, end)));
      if (missing.length > 0) throw new Error(`There is no part for ${missing.join(", ")}`);
      const files = filesOf(bundle, (chunk) => ends.some((end) => isOf(chunk, end)));
      return [name, [...files].map((file) => `/${file}`).filter((file) => !known.has(file)).sort()];
    }),
  );
}

function isOf(file: OutputAsset | OutputChunk, end: string): boolean {
  return file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(end));
}

/** Scripts with all that they import, and their styles. */
function filesOf(bundle: Bundle, isWanted: (chunk: OutputChunk) => boolean): Set<string> {
  const found = new Set<string>();
  const follow = (name: string) => {
    const file = bundle[name];
    if (!file || found.has(name)) return;
    found.add(name);
    if (file.type !== "chunk") return;
    file.viteMetadata?.importedCss.forEach((style) => found.add(style));
    file.imports.forEach(follow);
  };
  for (const file of Object.values(bundle)) if (file.type === "chunk" && isWanted(file)) follow(file.fileName);
  return found;
}
