import { gzipSync } from "node:zlib";

const assets = new URL("dist/assets/", import.meta.url);

export interface Weighed {
  name: string;
  /** Gzipped. */
  bytes: number;
}

/** What the first load of /tickets brings: the entry with its static imports, and the tickets page's chunk. Reads web/dist. */
export function firstLoad(): Weighed[] {
  const scripts = new Set<string>();
  const follow = (name: string | undefined) => {
    if (!name || scripts.has(name)) return;
    scripts.add(name);
    const code = Deno.readTextFileSync(new URL(name, assets));
    for (const [, next] of code.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) follow(next);
  };
  const html = Deno.readTextFileSync(new URL("dist/index.html", import.meta.url));
  for (const [, name] of html.matchAll(/\/assets\/([^"]+\.js)"/g)) follow(name);
  follow([...Deno.readDirSync(assets)].map(({ name }) => name).find((name) => /^TicketsPage-.*\.js$/.test(name)));
  return [...scripts].map((name) => ({ name, bytes: gzipSync(Deno.readFileSync(new URL(name, assets))).length }))
    .sort((one, other) => other.bytes - one.bytes);
}

/** What the web chat brings to a company's page: the line's script, and the frame's with its styles. Reads web/dist. */
export function widgetLoad(): Weighed[] {
  const dist = new URL("dist/", import.meta.url);
  return ["widget.js", "widget/frame.js", "widget/frame.css"].map((name) => ({
    name,
    bytes: gzipSync(Deno.readFileSync(new URL(name, dist))).length,
  }));
}

export function weightOf(scripts: Weighed[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}

if (import.meta.main) {
  const scripts = firstLoad();
  for (const { name, bytes } of scripts) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
  console.log(`${(weightOf(scripts) / 1000).toFixed(1).padStart(7)} kB  first load of /tickets, gzipped`);
  console.log(`${(weightOf(widgetLoad()) / 1000).toFixed(1).padStart(7)} kB  the web chat, gzipped`);
}
