import { expect, onTestFinished, test } from "vitest";
import { compared, sumOf } from "../moving/pieces.ts";
import { contactTable } from "../contacts/table.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { keptBeside, letGoOfDeleted, openBeside } from "./beside.ts";
import { copyStill } from "./copy_still.ts";
import { schemaOf } from "./file_header.ts";
import { shortageOf } from "./whole_file.ts";

/** The bytes by whose lock SQLite says that it has a file open (sqlite.org/src, os.h, SHARED_FIRST). */
const SHARED = 0x4000_0002;

/** Whether this process tells others that it has a file open. */
function isLocked(path: string): boolean {
  const { ino } = Deno.statSync(path);
  return Deno.readTextFileSync("/proc/locks").split("\n").some((line) => {
    const [, , , , pid, file, from] = line.split(/\s+/);
    return Number(pid) === Deno.pid && file?.endsWith(`:${ino}`) && Number(from) === SHARED;
  });
}

async function theCompany() {
  const balcao = await aBalcao(), { aurora, tenants } = balcao;
  onTestFinished(() => balcao.close());
  const named = (name: string) => aurora.write((db) => void db.update(contactTable).set({ name }).run());
  aurora.write((db) => void aTicket(db, { name: "Antes" }));
  return { path: tenants.fileOf(aurora.id).path, tenants, aurora, named };
}

test("whatever reads a company's file as bytes leaves SQLite's locks on it", async () => {
  const { path, tenants, named } = await theCompany(), copy = `${path}.copy`;
  const readings: Record<string, () => unknown> = {
    shortageOf: () => shortageOf(path),
    schemaOf: () => schemaOf(path),
    copyStill: () => copyStill(path, copy),
    compared: async () => {
      for await (const _ of (await compared(path, copy)).pieces);
    },
    sumOf: () => sumOf(path),
    "closed and opened again": () => {
      tenants.closeBeyond(0);
      named("Depois");
    },
  };
  expect(isLocked(path)).toBe(true);
  for (const [name, read] of Object.entries(readings)) {
    await read();
    expect([name, isLocked(path)]).toEqual([name, true]);
  }
});

test("another program that looks into a company's file, and leaves it, takes nothing away", async () => {
  const { path, named, tenants, aurora } = await theCompany();
  await copyStill(path, `${path}.copy`);
  const program = `import Database from "libsql";
    const file = new Database(Deno.args[0]);
    console.log(file.prepare("select count(*) as count from contacts where name = 'Antes'").all()[0].count > 0);
    file.close();`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--config",
      new URL("../../deno.json", import.meta.url).pathname,
      `data:text/javascript,${encodeURIComponent(program)}`,
      path,
    ],
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  expect([text(stdout), text(stderr)]).toEqual(["true", ""]);
  expect(Deno.statSync(`${path}-wal`).size).toBeGreaterThan(0);
  named("Depois");
  expect(tenants.company(aurora.id).read.select().from(contactTable).limit(1).all()[0]!.name).toBe("Depois");
});

test("what was read is kept open for the next, and closed once the file is deleted", () => {
  const path = Deno.makeTempFileSync();
  Deno.writeTextFileSync(path, "abc");
  const read = () => {
    const beside = openBeside(path), bytes = new Uint8Array(2);
    beside.read(bytes);
    beside.giveBack();
    return new TextDecoder().decode(bytes);
  };
  letGoOfDeleted();
  const before = keptBeside();
  expect([read(), read(), keptBeside()]).toEqual(["ab", "ab", before + 1]);
  letGoOfDeleted();
  expect(keptBeside()).toBe(before + 1);
  Deno.removeSync(path);
  letGoOfDeleted();
  expect(keptBeside()).toBe(before);
  expect(() => openBeside(path)).toThrow(Deno.errors.NotFound);
});
