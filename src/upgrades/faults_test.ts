import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { putOldFile } from "../testing/old_files.ts";
import { FROM_SOURCES } from "../testing/process.ts";
import { howToRun } from "../testing/program.ts";
import { beginKeeping, forgetOldKept, keptFile, keptOf } from "./kept.ts";
import { fileOf, knownSchemas, PROVIDER } from "./schemas.ts";
import { schemaOf } from "../platform/file_header.ts";
import { upgradeFolder } from "./upgrade.ts";
import { upgradeCopy } from "./upgrade_copy.ts";

const COMPANIES = [1, 2, 3], HOUR = 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = await aDataFolder();
  for (const id of COMPANIES) await putOldFile("company", 42, fileOf(folder, id));
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
});

/** Runs a shell in a world of its own, in which it may mount things. */
async function apart(script: string) {
  const { code, stdout, stderr } = await new Deno.Command("unshare", {
    args: ["--map-root-user", "--mount", "sh", "-ec", script],
    env: { BALCAO_LOG: "error" },
  }).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  return { code, out: out!, error: error! };
}

const UPGRADING = [Deno.execPath(), ...howToRun("testing/upgrading")].join(" ");

describe("walls that an upgrade runs into", () => {
  // There is room for one more company, not for three; or for a copy, and not for its log or the log's index.
  test.each([4750, 4800, 5050, 6000, 6650, 9000])(
    "a disk without room for all copies, of %i KiB: what has none stays on its old file and says so, the others are new",
    async (size) => {
      const disk = `${folder}/disk`, out = `${folder}/out`;
      await Deno.mkdir(disk);
      await Deno.mkdir(out);
      const files = "1 2 3 provider.db server.key";
      const { code, out: said, error } = await apart(`
      mount -t tmpfs -o size=${size}k tmpfs ${disk}
      cd ${folder} && cp -r ${files} ${disk}/
      ${UPGRADING} ${disk}
      cp -r ${disk}/. ${out}/`);
      expect([code, error]).toEqual([0, ""]);
      const failed = new Map<number, string>(JSON.parse(said.split("\n").at(-1)!));
      expect(failed.size > 0).toBe(size < 9000);
      for (const [id, why] of failed) {
        expect(why).toBe(`There is no room on the disk for a copy of ${fileOf(disk, id)}`);
      }
      for (const id of COMPANIES) {
        expect(schemaOf(fileOf(out, id))).toBe(failed.has(id) ? 42 : knownSchemas().company);
        const file = openDbFile(fileOf(out, id), { readonly: true });
        expect(file.one("select count(*) as n from messages")).toEqual({ n: 5 });
        file.close();
        expect([...Deno.readDirSync(`${out}/${id}`)].filter(({ name }) => name.includes("upgrading"))).toEqual([]);
      }
    },
  );

  test("a device that takes nothing at all is named, and no copy is left", () => {
    const copy = `${folder}/2/company.db.upgrading-0`;
    Deno.symlinkSync("/dev/full", copy);
    const path = fileOf(folder, 2), copying = { path, copy, kind: "company", migrations: [] } as const;
    expect(() => upgradeCopy({ ...copying, migrations: [] })).toThrow(
      `There is no room on the disk for a copy of ${path}`,
    );
    expect(() => Deno.lstatSync(copy)).toThrow(Deno.errors.NotFound);
    expect(Deno.statSync("/dev/full").isFile).toBe(false);
  });

  test("a data folder on a read-only disk: the start is refused with a sentence that names it", async () => {
    const serve = [Deno.execPath(), ...FROM_SOURCES, "serve", "--port", "0", "--data", folder].join(" ");
    const { code, error } = await apart(`
      mount --bind ${folder} ${folder}
      mount -o remount,ro,bind ${folder}
      ${serve}`);
    expect([code, error]).toEqual([1, expect.stringContaining("Read-only file system")]);
    expect(error).toContain(folder);
    expect(error.split("\n")).toHaveLength(1);
    expect(schemaOf(fileOf(folder, 2))).toBe(42);
  });

  test("a clock that was set back by an hour: nothing kept is lost, and what is kept goes a day later", async () => {
    const now = Date.now();
    await upgradeFolder(folder, { now });
    await putOldFile("company", 38, fileOf(folder, 3));
    forgetOldKept(folder, now - HOUR);
    expect(await upgradeFolder(folder, { now: now - HOUR })).toEqual(new Map());
    expect([2, 3].map((id) => schemaOf(keptFile(folder, id)))).toEqual([42, 38]);
    expect(keptOf(folder)!.at).toBe(now - HOUR);
    forgetOldKept(folder, now + 22 * HOUR);
    expect(schemaOf(keptFile(folder, 2))).toBe(42);
    forgetOldKept(folder, now + 24 * HOUR);
    expect(keptOf(folder)).toBeUndefined();
  });

  test("what a rehearsal has left that was killed goes within an hour, and one that is at work keeps its copies", () => {
    const now = Date.now(), left = `${folder}/rehearsal/2.db`, written = `${folder}/rehearsal/3.db`;
    Deno.mkdirSync(`${folder}/rehearsal`);
    for (const path of [left, written]) Deno.writeTextFileSync(path, "");
    Deno.utimeSync(left, new Date(now - 2 * HOUR), new Date(now - 2 * HOUR));
    forgetOldKept(folder, now);
    expect([...Deno.readDirSync(`${folder}/rehearsal`)].map(({ name }) => name)).toEqual(["3.db"]);
    forgetOldKept(folder, now + 2 * HOUR);
    forgetOldKept(folder, now + 4 * HOUR);
    expect(() => Deno.statSync(`${folder}/rehearsal`)).toThrow(Deno.errors.NotFound);
  });

  test("accounts of what is kept that cannot be read are as none, and are written anew", () => {
    beginKeeping(folder, { 2: 5 }, Date.now());
    Deno.writeTextFileSync(`${folder}/rollback/about.json`, "{");
    expect(keptOf(folder)).toBeUndefined();
    beginKeeping(folder, { 3: 5 }, Date.now());
    expect(keptOf(folder)!.newestMessages).toEqual({ 3: 5 });
    expect(schemaOf(keptFile(folder, PROVIDER))).toBeUndefined();
  });
});
