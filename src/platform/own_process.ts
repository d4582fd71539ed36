import { ROOT } from "../root.ts";

/** Where the runtime keeps what it has made of the sources; the rest of our environment is nobody else's. */
const CACHE = ["DENO_DIR", "XDG_CACHE_HOME", "HOME"];

interface OwnProcess {
  /** The module below `src`, without its ending. */
  module: string;
  /** The command of ours that does the same, for an executable that runs nothing but itself (the official packer's). */
  verb: string;
  /** The one file that it may read. */
  path: string;
  /** What else it is told. */
  asked: string;
  /** Megabytes of JavaScript objects. */
  heap: number;
}

/** A part of the product as a process of its own, which may read the file that is its first argument, and nothing else. */
export function startApart({ module, verb, path, asked, heap }: OwnProcess): Deno.ChildProcess {
  const named = CACHE.map((name) => [name, Deno.env.get(name)] as const);
  const env = Object.fromEntries(named.filter((one): one is readonly [string, string] => one[1] !== undefined));
  return new Deno.Command(Deno.execPath(), {
    args: Deno.build.standalone ? [verb, path, asked] : [...howToRun(module, path, heap), path, asked],
    clearEnv: true,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

function howToRun(module: string, path: string, heap: number): string[] {
  const isSource = import.meta.url.endsWith(".ts");
  const config = isSource ? ["--config", `${ROOT}/deno.json`, "--node-modules-dir=manual"] : ["--no-config"];
  const limits = [`--allow-read=${path}`, "--no-prompt", `--v8-flags=--max-old-space-size=${heap}`];
  return [
    "run",
    "--quiet",
    "--no-lock",
    "--cached-only",
    ...config,
    ...limits,
    `${ROOT}/src/${module}.${isSource ? "ts" : "js"}`,
  ];
}
