import { basename, dirname } from "node:path";
import { ROOT } from "../root.ts";
import { PROGRAM } from "./fixtures.ts";

/** What is started as a process of its own: the product, its parts (`platform/own_process.ts`), and programs of tests. */
const ENTRIES = [
  "main",
  "contact_lists/sheet_reader",
  "backups/check_file",
  "exports/work_apart",
  "upgrades/upgrade_copies",
  "testing/backing_up",
  "testing/restoring",
  "testing/upgrading",
];

/** What the program looks for beside its scripts, as in the executable. */
const BESIDE = ["migrations", "web", "src/simulator/page", "src/graph_simulator/page"];

/**
 * The folder of the product as an executable has it, put together from these very sources by the first test of a run that
 * starts a process: from then on a start takes a tenth of what the modules take one by one.
 */
async function putTogether(): Promise<string> {
  const folder = Deno.env.get(PROGRAM) ?? `${await Deno.makeTempDir({ prefix: "balcao-program-" })}/program`;
  const lock = `${folder}.lock`;
  while (!isThere(folder)) {
    if (await isTaken(lock)) await new Promise((resolve) => setTimeout(resolve, 50));
    else await make(folder).finally(() => Deno.remove(lock));
  }
  return folder;
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Whether somebody else is at it; if not, it is us from now on. */
async function isTaken(lock: string): Promise<boolean> {
  return await Deno.mkdir(lock).then(() => false, (error) => {
    if (error instanceof Deno.errors.AlreadyExists) return true;
    throw error;
  });
}

async function make(folder: string): Promise<void> {
  // Somebody may have been done between the look and the lock.
  if (isThere(folder)) return;
  const half = `${folder}.half`;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["bundle", "--quiet", "--platform", "deno", "--code-splitting", "--outdir", `${half}/src`],
      ...ENTRIES.map((name) => `src/${name}.ts`),
    ],
    cwd: ROOT,
    stdout: "null",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  for (const path of BESIDE) {
    await Deno.mkdir(dirname(`${half}/${path}`), { recursive: true });
    await Deno.symlink(Deno.realPathSync(`${ROOT}/${path}`), `${half}/${path}`);
  }
  // SQLite's library is no JavaScript.
  await Deno.mkdir(`${half}/src/node_modules/@libsql`, { recursive: true });
  for (const library of libraries()) {
    await Deno.symlink(library, `${half}/src/node_modules/@libsql/${basename(library)}`);
  }
  await Deno.rename(half, folder);
}

function libraries(): string[] {
  const store = `${Deno.realPathSync(ROOT)}/node_modules/.deno`;
  return [...Deno.readDirSync(store)].flatMap(({ name }) => {
    const found = /^@libsql\+(linux-[\w-]+-gnu)@/.exec(name);
    return found ? [`${store}/${name}/node_modules/@libsql/${found[1]}`] : [];
  });
}

/** Where it lies. */
export const PROGRAM_FOLDER = await putTogether();

/** How a program in such a folder is run; its name as in `ENTRIES`. */
export function howToRun(name: string, folder = PROGRAM_FOLDER): string[] {
  const apart = ["--no-config", "--no-lock", "--cached-only"];
  return ["run", "-A", "--quiet", "--unstable-net", ...apart, `${folder}/src/${name}.js`];
}
