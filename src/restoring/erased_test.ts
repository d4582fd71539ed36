import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { newestPlan, targetsToRestoreFrom } from "../backups/newest_plan.ts";
import { keysOf } from "../backups/recovery_key.ts";
import { contactTable } from "../contacts/table.ts";
import type { ErasedCounts } from "../contract/privacy.ts";
import { heldItemTable } from "../holding/table.ts";
import { keysFrom } from "../platform/keys.ts";
import { hashOfMark, knownAs } from "../privacy/addresses.ts";
import { eraseContact } from "../privacy/erase.ts";
import { eraseAgain } from "../privacy/erase_again.ts";
import { listErasures } from "../privacy/reports.ts";
import { erasedAddressTable, erasureTable } from "../privacy/table.ts";
import { scheduleTable } from "../schedules/table.ts";
import { aBackedUp } from "../testing/backed_up.ts";
import { aBalcao, aContact } from "../testing/fixtures.ts";
import { restoreCompany } from "./restore_company.ts";

test("whoever was erased under the key of a former server is erased again", async () => {
  const balcao = await aBalcao();
  onTestFinished(() => balcao.close());
  const { tenants, aurora } = balcao, before = Date.now(), other = keysFrom(new Uint8Array(32).fill(7));
  const { rita } = aurora.write((db) => ({
    rita: aContact(db, { name: "Rita" }),
    other: aContact(db, { name: "Otto" }),
  }));
  const [mark] = knownAs(aurora.read, rita).marks;
  tenants.provider.write((db) => {
    const row = { companyId: 2, at: Date.now() + 1000, byName: "Ana", counts: {} as ErasedCounts };
    const { id } = db.insert(erasureTable).values(row).returning({ id: erasureTable.id }).get();
    db.insert(erasedAddressTable).values({ erasureId: id, addressHash: hashOfMark(other, 2, mark!) }).run();
  });
  const again = () => eraseAgain(tenants, aurora, { now: Date.now(), since: before });
  expect(await again()).toBe(0);
  tenants.keys.former.push(other.digesting);
  expect(await again()).toBe(1);
  const names = aurora.read.select({ name: contactTable.name }).from(contactTable).all().map(({ name }) => name);
  expect([names.includes("Rita"), names.includes("Otto")]).toEqual([false, true]);
});

test("whoever was erased since the moment that a company is brought back to is erased again", async () => {
  const place = await Deno.makeTempDir({ prefix: "balcao-target-" });
  onTestFinished(() => Deno.remove(place, { recursive: true }));
  const { tenants, company, key, later } = await aBackedUp({ kind: "folder", path: place });
  const { mariana, rui } = company.write((db) => {
    const mariana = aContact(db, { name: "Mariana" }), rui = aContact(db, { name: "Rui" });
    const due = { sendAt: Date.now(), createdAt: Date.now() };
    for (const { id: contactId } of [mariana, rui]) {
      db.insert(scheduleTable).values({ ...due, contactId, body: "Lembrete" }).run();
    }
    return { mariana, rui };
  });
  await later();
  const before = Date.now();
  await later(60_000);
  await eraseContact(tenants, company, mariana.id, { by: { id: 1, name: "Ana" }, now: Date.now() });
  company.write((db) =>
    void db.update(contactTable).set({ name: "Rui Dias" }).where(eq(contactTable.id, rui.id)).run()
  );
  await later(60_000);
  const way = await newestPlan(targetsToRestoreFrom(tenants, undefined), company.id, before);
  // Who was erased is nobody's to see for a moment, either.
  const seen = new Set<string>();
  const look = setInterval(() => {
    try {
      const { read } = tenants.company(company.id);
      for (const { name } of read.select({ name: contactTable.name }).from(contactTable).all()) seen.add(name);
    } catch { /* It is not served just now. */ }
  });
  try {
    // What was for her is held no more.
    expect(await restoreCompany({ tenants }, keysOf(key).data, way)).toMatchObject({ held: 1 });
  } finally {
    clearInterval(look);
  }
  expect([...seen]).not.toContain("Mariana");
  const { read } = tenants.company(company.id);
  const names = read.select({ name: contactTable.name }).from(contactTable).all().map(({ name }) => name);
  // It is the earlier state, but for her.
  expect(names).toContain("Rui");
  expect(names).not.toContain("Mariana");
  expect(read.select().from(heldItemTable).all()).toHaveLength(1);
  const reports = await listErasures({ tenants, companyId: company.id, backupDays: 28 });
  expect(reports.map(({ by }) => by)).toEqual(["", "Ana"]);
});
