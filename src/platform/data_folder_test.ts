import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ROOT, VERSION } from "../root.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { BadCommand } from "./config.ts";
import { openFolder, openToServe } from "./data_folder.ts";
import { holderOf } from "./folder_lock.ts";
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
  expect(() => openFolder(folder)).toThrow(
    `${folder} is served already, by process ${Deno.pid} (Balcão ${VERSION} since 20`,
  );
  first.close();
  openFolder(folder).close();
});

test("a command is named, too, and a server that starts waits until it is done", async () => {
  const command = openFolder(folder, "company add");
  expect(() => openFolder(folder)).toThrow(`is held, by process ${Deno.pid} (balcao company add): wait`);
  const served = openToServe(folder);
  setTimeout(() => command.close(), 300);
  (await served).close();
});

test("a lock of an earlier version, of nobody, or half written says as much as it can", () => {
  const held = openFolder(folder);
  const said = (text: string) => {
    Deno.writeTextFileSync(`${folder}/serve.lock`, text);
    return holderOf(folder);
  };
  expect(holderOf(folder)).toMatchObject({ pid: Deno.pid, command: "serve", version: VERSION });
  expect(said("123\n")).toMatchObject({ pid: 123, command: "serve", version: "" });
  expect(() => openFolder(folder)).toThrow(`${folder} is served already, by process 123: stop that one first`);
  for (const text of ["", '{"pid":1', "[]", "null"]) expect(said(text)).toBeUndefined();
  expect(() => openFolder(folder)).toThrow(`${folder} is served already: stop that one first`);
  held.close();
  expect(holderOf(folder)).toBeUndefined();
});

test.skipIf(Deno.uid() !== 0)("a socket of another user is not the server's", () => {
  const held = openFolder(folder),
    socket = `${folder}/serve.sock`,
    listener = Deno.listen({ transport: "unix", path: socket });
  held.lock.say({ socket });
  expect(holderOf(folder)).toMatchObject({ socket });
  Deno.chownSync(socket, 4321, 4321);
  expect(holderOf(folder)?.socket).toBeUndefined();
  listener.close();
  held.close();
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
});

test("a folder that has lost its key, or the provider's file, is not begun anew", () => {
  const away = Deno.makeTempDirSync();
  for (const name of ["server.key", "provider.db"]) {
    Deno.renameSync(`${folder}/${name}`, `${away}/${name}`);
    for (const command of ["serve", "company add"]) {
      expect(() => openFolder(folder, command)).toThrow(`${folder}/${name} is missing`);
    }
    expect(() => Deno.statSync(`${folder}/${name}`)).toThrow(Deno.errors.NotFound);
    Deno.renameSync(`${away}/${name}`, `${folder}/${name}`);
  }
  openFolder(folder).close();
  Deno.removeSync(away, { recursive: true });
});

test("that a server died is known to the next that serves, also where somebody has looked in between", () => {
  const died = { pid: 4_000_000, command: "serve", version: VERSION, since: new Date(0).toISOString() };
  Deno.writeTextFileSync(`${folder}/serve.lock`, JSON.stringify(died));
  for (const command of ["company list", "doctor"]) openFolder(folder, command).close();
  const opened = openFolder(folder);
  expect(opened.lock.before).toMatchObject(died);
  opened.close();
  expect(holderOf(folder)).toBeUndefined();
});
