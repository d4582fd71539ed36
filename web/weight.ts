import { gzipSync } from "node:zlib";

const assets = new URL("dist/assets/", import.meta.url);

export interface Weighed {
  name: string;
  /** Gzipped. */
  bytes: number;
}

/** Scripts by their names, with all that they import statically. Reads web/dist. */
export function withImports(names: Iterable<string>): Set<string> {
  const scripts = new Set(names);
  for (const name of scripts) {
    const code = Deno.readTextFileSync(new URL(name, assets));
    for (const [, next] of code.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) scripts.add(next!);
  }
  return scripts;
}

/** The names of the scripts that are called so before their sum. Reads web/dist; throws where there is none. */
export function scriptsCalled(parts: readonly string[]): string[] {
  const names = [...Deno.readDirSync(assets)].map(({ name }) => name);
  return parts.map((part) => {
    const found = names.find((name) => new RegExp(`^${part}-[^.]*\\.js$`).test(name));
    if (!found) throw new Error(`There is no script called ${part}`);
    return found;
  });
}

/** What the first load of /tickets brings: the entry with its static imports, and the tickets page's chunk. Reads web/dist. */
export function firstLoad(): Weighed[] {
  const html = Deno.readTextFileSync(new URL("dist/index.html", import.meta.url));
  const named = [...html.matchAll(/\/assets\/([^"]+\.js)"/g)].map(([, name]) => name!);
  return [...withImports([...named, ...scriptsCalled(["TicketsPage"])])]
    .map((name) => ({ name, bytes: gzipSync(Deno.readFileSync(new URL(name, assets))).length }))
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
