import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { contactTable } from "../contacts/table.ts";
import { readExport } from "../exports/read_export.ts";
import { writeExport } from "../exports/write_export.ts";
import type { Company } from "../platform/company.ts";
import { Tenants } from "../platform/tenants.ts";
import { eraseContact } from "../privacy/erase.ts";
import { listErasures, noteExport } from "../privacy/reports.ts";
import { aShell } from "../testing/command.ts";
import { aContact, aDataFolder } from "../testing/fixtures.ts";
import { passTime } from "../testing/pass_time.ts";
import { anotherFolder } from "../testing/two_servers.ts";
import { moveIn } from "./move_in.ts";
import { moveOut } from "./move_out.ts";

const NUMBERS = { Mariana: "5511977776666", Otto: "5511966665555", Rita: "5511955554444", Rui: "5511944443333" };
type Name = keyof typeof NUMBERS;

/** Two servers; Padaria Aurora is on the first, with four customers. */
async function twoPlaces() {
  const folders = [await aDataFolder(), await anotherFolder(), await Deno.makeTempDir()];
  const [here, there] = folders.map((folder) => new Tenants(folder)) as [Tenants, Tenants], home = folders[2]!;
  onTestFinished(async () => {
    for (const tenants of [here, there]) tenants.close();
    for (const folder of folders) await Deno.remove(folder, { recursive: true });
  });
  here.company(2).write((db) => {
    for (const [name, phone] of Object.entries(NUMBERS)) aContact(db, { name, phone });
  });
  return { here, there, home };
}

async function move(from: Tenants, companyId: number, to: Tenants): Promise<Company> {
  const forth = new TransformStream<Uint8Array, Uint8Array>(), back = new TransformStream<Uint8Array, Uint8Array>();
  const rest = { product: "1.0", say: () => {}, signal: AbortSignal.timeout(60_000) };
  const ways = [
    { readable: back.readable, writable: forth.writable },
    { readable: forth.readable, writable: back.writable },
  ];
  const [left] = await Promise.all([
    moveOut({ tenants: from, companyId, way: ways[0]!, address: "https://desk2.example", ...rest }),
    moveIn({ tenants: to, way: ways[1]!, ...rest }),
  ]);
  return to.company(left.id);
}

async function exported(tenants: Tenants, companyId: number, path: string): Promise<void> {
  const { signal } = new AbortController();
  await writeExport({ ...{ tenants, companyId, path, product: "test", isAnonymised: false }, say() {}, signal });
  noteExport(tenants, { companyId, path, isAnonymised: false }, Date.now());
}

async function imported(tenants: Tenants, path: string, name: string): Promise<Company> {
  const { signal } = new AbortController();
  const { id } = await readExport({ tenants, path, name, say() {}, signal, now: Date.now() });
  return tenants.company(id);
}

async function erase(tenants: Tenants, company: Company, name: Name): Promise<void> {
  const [row] = company.read.select().from(contactTable).where(eq(contactTable.number, NUMBERS[name])).all();
  await eraseContact(tenants, company, row!.id, { by: { id: 1, name: "Ana" }, now: Date.now() });
}

function namesIn(company: Company): string[] {
  return company.read.select({ name: contactTable.name }).from(contactTable).all().map(({ name }) => name).sort();
}

test("whoever a company has erased on its way over two servers is in no file of an earlier time that is imported", async () => {
  const { here, there, home } = await twoPlaces();
  await exported(here, 2, `${home}/first.tar`);
  await erase(here, here.company(2), "Mariana");
  const away = await move(here, 2, there);
  await exported(there, away.id, `${home}/second.tar`);
  await erase(there, away, "Otto");
  const home2 = await move(there, away.id, here);
  expect(home2.id).not.toBe(2);
  await erase(here, home2, "Rita");
  expect(namesIn(await imported(here, `${home}/first.tar`, "Primeira"))).toEqual(["Rui"]);
  expect(namesIn(await imported(here, `${home}/second.tar`, "Segunda"))).toEqual(["Rui"]);
  // The other server knows what was erased as long as the company was there.
  expect(namesIn(await imported(there, `${home}/first.tar`, "Primeira"))).toEqual(["Rita", "Rui"]);
  // Also where a command takes it in while nobody serves the folder.
  there.close();
  const { answer, said } = await aShell(() => there.folder)(
    "company",
    "import",
    `${home}/first.tar`,
    "--name",
    "Outra",
  );
  expect(answer, said).toBeDefined();
  const again = new Tenants(there.folder);
  onTestFinished(() => again.close());
  expect(namesIn(again.company(answer.id))).toEqual(["Rita", "Rui"]);
  // The reports travel too, each with the files that were written before it; nobody knows of those that lie elsewhere.
  const reports = await listErasures({ tenants: here, companyId: home2.id, backupDays: 28 });
  expect(reports.map(({ by, exports }) => [by, exports.length])).toEqual([["Ana", 2], ["Ana", 2], ["Ana", 1]]);
  await Deno.remove(`${home}/first.tar`);
  const [newest] = await listErasures({ tenants: here, companyId: home2.id, backupDays: 28 });
  expect(newest!.exports).toHaveLength(1);
  // A copy is one, under however many numbers the company was served.
  await exported(here, home2.id, `${home}/third.tar`);
  await imported(here, `${home}/third.tar`, "Terceira");
  await erase(here, home2, "Rui");
  const [last] = await listErasures({ tenants: here, companyId: home2.id, backupDays: 28 });
  expect(last!.copies).toHaveLength(3);
});

test("a report names the companies that were made of this one before, as long as the contact is still in them", async () => {
  const { here, home } = await twoPlaces(), aurora = here.company(2);
  const reports = () => listErasures({ tenants: here, companyId: 2, backupDays: 28 });
  await exported(here, 2, `${home}/first.tar`);
  const copy = await imported(here, `${home}/first.tar`, "Uma cópia");
  await erase(here, aurora, "Mariana");
  await erase(here, aurora, "Otto");
  const later = await imported(here, `${home}/first.tar`, "Outra cópia");
  expect(namesIn(later)).toEqual(["Rita", "Rui"]);
  expect((await reports()).map(({ copies }) => copies.length)).toEqual([1, 1]);
  await erase(here, copy, "Otto");
  expect((await reports()).map(({ copies }) => copies.length)).toEqual([0, 1]);
  // Otto writes to the copy himself: that is no business of the other company's.
  passTime(1);
  copy.write((db) => void aContact(db, { name: "Otto", phone: NUMBERS.Otto }));
  expect((await reports()).map(({ copies }) => copies.length)).toEqual([0, 1]);
  here.provider.write((db) => void db.run(`update companies set removed_at = 1 where id = ${copy.id}`));
  expect((await reports()).map(({ copies }) => copies.length)).toEqual([0, 0]);
});
