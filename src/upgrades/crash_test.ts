import { expect, onTestFinished, test } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { isThere } from "../platform/is_there.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { putOldFile } from "../testing/old_files.ts";
import { pause } from "../testing/process.ts";
import { howToRun } from "../testing/program.ts";
import { fileOf, knownSchemas, PROVIDER } from "./schemas.ts";
import { schemaOf } from "../platform/file_header.ts";
import { upgradeFolder } from "./upgrade.ts";

/** `make crash` kills a hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 10);
const OLD = { company: 42, provider: 22 }, COMPANIES = [1, 2, 3];

/** Lets a process upgrade the folder, and kills it while it makes copies, or while these take their places. */
async function dieUpgrading(folder: string, at: "copying" | "taking places"): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...howToRun("testing/upgrading"), folder],
    env: { BALCAO_LOG: "error" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let said = "";
  const begun = Promise.withResolvers<void>(), decoder = new TextDecoder();
  const reading = (async () => {
    for await (const part of child.stdout) {
      said += decoder.decode(part, { stream: true });
      if (said.includes("begins")) begun.resolve();
    }
    begun.resolve();
  })();
  await begun.promise;
  if (at === "copying") await pause(Math.random() * 2500);
  else {
    const isOver = child.status.then(() => true);
    while (!isThere(`${folder}/rollback/about.json`) && !await Promise.race([isOver, pause(1).then(() => false)]));
    await pause(Math.random() * 12);
  }
  try {
    child.kill("SIGKILL");
  } catch { /* It was done. */ }
  await Promise.all([child.status, reading]);
}

/** The schema of a file and what is in it, looked up in a copy: whoever closes the file itself empties its log. */
async function inside(folder: string, id: number) {
  const path = fileOf(folder, id), copy = `${folder}/looked`;
  for (const ending of ["", "-wal", "-shm"]) await Deno.remove(`${copy}${ending}`).catch(() => {});
  for (const ending of ["", "-wal"]) await Deno.copyFile(`${path}${ending}`, `${copy}${ending}`).catch(() => {});
  const file = openDbFile(copy, { readonly: true });
  try {
    const rows = id === PROVIDER ? "select count(*) as n from logins" : "select count(*) as n from messages";
    return [schemaOf(path), file.one("PRAGMA integrity_check")!.integrity_check, file.one(rows)!.n];
  } finally {
    file.close();
  }
}

test(
  `killed ${KILLS} times while it upgrades: each file is the old or the new one, whole, and the next start finishes it`,
  async () => {
    const folder = await aDataFolder(), known = knownSchemas(), ids = [PROVIDER, ...COMPANIES];
    onTestFinished(() => Deno.remove(folder, { recursive: true }));
    for (let kill = 0; kill < KILLS; kill++) {
      await putOldFile("provider", OLD.provider, fileOf(folder, PROVIDER));
      for (const id of COMPANIES) await putOldFile("company", OLD.company, fileOf(folder, id));
      await Deno.remove(`${folder}/rollback`, { recursive: true }).catch(() => {});
      await dieUpgrading(folder, kill % 2 ? "copying" : "taking places");
      for (const id of ids) {
        const kind = id === PROVIDER ? "provider" : "company", [schema, integrity, rows] = await inside(folder, id);
        expect([OLD[kind], known[kind]]).toContain(schema);
        expect([integrity, rows]).toEqual(["ok", id === PROVIDER ? 3 : 5]);
        // Whichever it is, the old one can still be had.
        if (schema === known[kind]) expect(schemaOf(`${folder}/rollback/${id || "provider"}.db`)).toBe(OLD[kind]);
      }
      expect(await upgradeFolder(folder, { now: Date.now() })).toEqual(new Map());
      for (const id of ids) {
        expect(await inside(folder, id)).toEqual([known[id === PROVIDER ? "provider" : "company"], "ok", id ? 5 : 3]);
        expect(schemaOf(`${folder}/rollback/${id || "provider"}.db`)).toBe(
          OLD[id === PROVIDER ? "provider" : "company"],
        );
      }
      const left = [folder, ...COMPANIES.map((id) => `${folder}/${id}`)].flatMap((path) => [...Deno.readDirSync(path)]);
      expect(left.filter(({ name }) => name.includes("upgrading"))).toEqual([]);
    }
  },
  120_000 + KILLS * 30_000,
);
