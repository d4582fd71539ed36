/**
 * What the first load of /tickets weighs, gzipped: the entry's static imports, the shell's and the tickets page's chunk.
 * Reads web/dist; fails above the limit of interface.md.
 */
import { gzipSync } from "node:zlib";

const LIMIT = 180_000;
const assets = new URL("dist/assets/", import.meta.url);
const names = [...Deno.readDirSync(assets)].map(({ name }) => name);
const html = Deno.readTextFileSync(new URL("dist/index.html", import.meta.url));

const scripts = new Set<string>();
for (const [, name] of html.matchAll(/\/assets\/([^"]+\.js)"/g)) follow(name!);
follow(names.find((name) => /^TicketsPage-.*\.js$/.test(name)));

function follow(name: string | undefined): void {
  if (!name || scripts.has(name)) return;
  scripts.add(name);
  const code = Deno.readTextFileSync(new URL(name, assets));
  for (const [, next] of code.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) follow(next!);
}

const rows = [...scripts].map((name) => ({ name, bytes: weigh(name) })).sort((one, other) => other.bytes - one.bytes);
const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { name, bytes } of rows) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
console.log(
  `${(total / 1000).toFixed(1).padStart(7)} kB  first load of /tickets, gzipped; the limit is ${LIMIT / 1000} kB`,
);
if (total > LIMIT) Deno.exit(1);

function weigh(name: string): number {
  return gzipSync(Deno.readFileSync(new URL(name, assets)), { level: 9 }).length;
}
