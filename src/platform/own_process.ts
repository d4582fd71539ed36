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
  /** It opens a file of SQLite, whose library is no JavaScript and sees the folder of the file, too. */
  hasLibrary?: boolean;
}

/** A part of the product as a process of its own, which may read the file that is its first argument, and nothing else. */
export function startApart({ module, verb, path, asked, heap, hasLibrary = false }: OwnProcess): Deno.ChildProcess {
  const may = hasLibrary ? LIBRARY : [`--allow-read=${path}`];
  const args = Deno.build.standalone ? [verb, path, asked] : [...howToRun(module, heap, may), path, asked];
  return new Deno.Command(Deno.execPath(), { ...alone(args), stdin: "null" }).spawn();
}

/** A part of the product as a process that works through what it is told on stdin, on the files of one folder. */
export function startWorker(
  { module, verb, folder, heap }: Pick<OwnProcess, "module" | "verb" | "heap"> & { folder: string },
): Deno.ChildProcess {
  const may = [...LIBRARY, `--allow-write=${folder}`];
  const args = Deno.build.standalone ? [verb, folder] : [...howToRun(module, heap, may), folder];
  return new Deno.Command(Deno.execPath(), { ...alone(args), stdin: "piped" }).spawn();
}

function alone(args: string[]) {
  const named = CACHE.map((name) => [name, Deno.env.get(name)] as const);
  const env = Object.fromEntries(named.filter((one): one is readonly [string, string] => one[1] !== undefined));
  return { args, clearEnv: true, env: { ...env, NO_COLOR: "1" }, stdout: "piped", stderr: "piped" } as const;
}

/** What SQLite's library needs. */
const LIBRARY = ["--allow-read", "--allow-env", "--allow-sys", "--allow-ffi"];

function howToRun(module: string, heap: number, may: string[]): string[] {
  const isSource = import.meta.url.endsWith(".ts");
  const config = isSource ? ["--config", `${ROOT}/deno.json`, "--node-modules-dir=manual"] : ["--no-config"];
  return [
    "run",
    "--quiet",
    "--no-lock",
    "--cached-only",
    ...config,
    ...may,
    "--no-prompt",
    `--v8-flags=--max-old-space-size=${heap}`,
    `${ROOT}/src/${module}.${isSource ? "ts" : "js"}`,
  ];
}
