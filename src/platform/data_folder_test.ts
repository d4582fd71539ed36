import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ROOT } from "../root.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { BadCommand } from "./config.ts";
import { openFolder } from "./data_folder.ts";
import { log } from "./log.ts";

let folder: string;
beforeEach(async () => void (folder = await aDataFolder()));
afterEach(async () => await Deno.remove(folder, { recursive: true }));

/** Everything in the folder with its rights, folders with a slash at their end. */
function* rights(path = folder, name = "/"): Generator<[string, string]> {
  const { mode, isDirectory } = Deno.lstatSync(path);
  yield [name, (mode! & 0o777).toString(8)];
  if (!isDirectory) return;
  for (const entry of Deno.readDirSync(path)) {
    yield* rights(`${path}/${entry.name}`, `${name}${entry.name}${entry.isDirectory ? "/" : ""}`);
  }
}

const open = (wanted: (name: string) => boolean) =>
  [...rights()].filter(([name, mode]) => wanted(name) && mode !== (name.endsWith("/") ? "700" : "600"));

test("nobody else of this machine can read any of it, also where an earlier version or a copy let them", () => {
  Deno.writeTextFileSync(`${folder}/2/media/recibo`, "x");
  Deno.writeTextFileSync(`${folder}/2/company.before-7.db`, "x");
  Deno.mkdirSync(`${folder}/2/media/old`);
  for (const [name] of [...rights()]) Deno.chmodSync(`${folder}${name}`, name.endsWith("/") ? 0o755 : 0o644);
  const elsewhere = Deno.makeTempFileSync();
  Deno.chmodSync(elsewhere, 0o644);
  Deno.symlinkSync(elsewhere, `${folder}/2/media/link`);
  const opened = openFolder(folder);
  // What is made from now on is made so: the files that SQLite puts beside its own, and copies of companies.
  opened.tenants.company(2).write((db) => void db.run("create table made (x)"));
  expect(open((name) => name !== "/2/media/link")).toEqual([]);
  expect([...rights()].map(([name]) => name)).toEqual(
    expect.arrayContaining(["/2/company.db-wal", "/2/company.db-shm"]),
  );
  expect((Deno.statSync(elsewhere).mode! & 0o777).toString(8)).toBe("644");
  opened.close();
  Deno.removeSync(elsewhere);
});

test("it is said when that fails, once, with the first of them", () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
  Deno.writeTextFileSync(`${folder}/2/media/recibo`, "x");
  Deno.chmodSync(`${folder}/2/media/recibo`, 0o644);
  const refused = vi.spyOn(Deno, "chmodSync").mockImplementation(() => {
    throw new Deno.errors.PermissionDenied();
  });
  openFolder(folder).close();
  refused.mockRestore();
  expect(warned.mock.calls.filter(([text]) => text.includes("can read"))).toHaveLength(1);
  warned.mockRestore();
});

test("a place that others share keeps its rights; ours in it are closed", () => {
  Deno.writeTextFileSync(`${folder}/theirs`, "x");
  Deno.chmodSync(`${folder}/theirs`, 0o644);
  Deno.chmodSync(`${folder}/provider.db`, 0o644);
  new Deno.Command("chmod", { args: ["1777", folder] }).outputSync();
  openFolder(folder).close();
  expect(Object.fromEntries(rights())).toMatchObject({ "/": "777", "/theirs": "644", "/provider.db": "600" });
});

test("a second that would serve the folder is refused, and told who serves it", () => {
  const first = openFolder(folder);
  expect(() => openFolder(folder)).toThrow(BadCommand);
  expect(() => openFolder(folder)).toThrow(`${folder} is served already, by process ${Deno.pid}: stop that one first`);
  first.close();
  openFolder(folder).close();
});

test("a server that was killed leaves no lock behind", async () => {
  const script = `import { openFolder } from "file://${ROOT}/src/platform/data_folder.ts";
    openFolder(${JSON.stringify(folder)}); console.log("open"); setInterval(() => {}, 1000);`;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, script);
  const args = ["run", "-A", "--quiet", "--config", `${ROOT}/deno.json`, file];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped" }).spawn();
  const reader = child.stdout.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("open");
  expect(() => openFolder(folder)).toThrow(`by process ${child.pid}`);
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  openFolder(folder).close();
  await Deno.remove(file);
}, 30_000);
