import { join } from "node:path";
import type { ChunkingContext } from "rolldown";
import type { Plugin } from "vite";
import { ROOT } from "./where.ts";

/**
 * The page of the tickets is on its way while the first script is; without this it would be asked for after that. Each script
 * of the first view is named by a link of its own, which the server turns into another (src/app/code_cache.ts).
 */
export const ahead: Plugin = {
  name: "ahead",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {}, chunk }) {
      const page = Object.values(bundle).find((file) => file.type === "chunk" && file.name === "TicketsPage");
      const style = page?.type === "chunk" ? [...page.viteMetadata?.importedCss ?? []] : [];
      const link = (attrs: Record<string, string>) => ({ tag: "link", attrs, injectTo: "head" as const });
      const first = `<link rel="modulepreload" crossorigin href="/${chunk!.fileName}">`;
      return {
        html: html.replace(/<script type="module"/, (script) => first + script),
        tags: [
          ...(page ? [link({ rel: "modulepreload", crossorigin: "", href: `/${page.fileName}` })] : []),
          ...style.map((name) => link({ rel: "preload", as: "style", crossorigin: "", href: `/${name}` })),
        ],
      };
    },
  },
};

/** What stops the app where it is only to be compiled comes first. */
const STOPS = ["not_run.ts", "only_in_pages.ts"].map((part) => join(ROOT, "web", part));

/**
 * What the first view runs is compiled whole, beside the page's own thread and while it still arrives; left alone, each
 * function is compiled when it is first called, and all the others wait (V8, Explicit JavaScript Compile Hints). The line
 * must be the first of its file.
 */
export const compiledAhead: Plugin = {
  name: "compiled-ahead",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !(file.isEntry || file.name === "TicketsPage")) continue;
        if (file.isEntry && !STOPS.every((id, nth) => file.moduleIds[nth] === id)) {
          this.error(`Something of the app would run before it is stopped: ${file.moduleIds[0]}`);
        }
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

const TICKETS_PAGE = join(ROOT, "web/tickets/TicketsPage.tsx");
let ofTickets: Set<string> | undefined;

/** What the page that everybody begins with needs to be drawn: one file, as each more is a way back and forth on a slow line. */
export function isOfTickets(id: string, graph: ChunkingContext): boolean {
  return (ofTickets ??= needed([TICKETS_PAGE], graph)).has(id);
}

/** What comes once the first screen is there, in every session. */
const LATER = [
  "installed/later.ts",
  "shell/AnnouncementsBell.tsx",
  "shell/ChatsBell.tsx",
  "shell/CalledUpDialogs.tsx",
  "ui/TabsSurface.tsx",
  "inbox/selection/Selecting.tsx",
].map((part) => join(ROOT, "web", part));
let ofLater: Set<string> | undefined;

/**
 * What those share among themselves and with the pages: one file. Parted by who needs what, as the rest is, these were fifty
 * files of a few hundred bytes, each with its way through the browser's processes.
 */
export function isOfLater(id: string, graph: ChunkingContext): boolean {
  return (ofLater ??= needed(LATER, graph)).has(id);
}

const LOGIN_PAGE = join(ROOT, "web/access/LoginPage.tsx");
let ofLogin: Set<string> | undefined;

/** What whoever is not logged in yet needs, too: it stays apart from what only those need who are. */
export function isOfLogin(id: string, graph: ChunkingContext): boolean {
  return (ofLogin ??= needed([LOGIN_PAGE], graph)).has(id);
}

/** These modules, and all of ours that they import statically; what those need of libraries comes along. */
function needed(from: string[], graph: ChunkingContext): Set<string> {
  const found = new Set(from);
  for (const each of found) {
    graph.getModuleInfo(each)?.importedIds.filter((next) => !next.includes("/node_modules/")).forEach((next) =>
      found.add(next)
    );
  }
  return found;
}

/** Two files of the build that need each other would run before what they need, and the page would stay empty. */
export const noCircles: Plugin = {
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
