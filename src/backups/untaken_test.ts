import { expect, test, vi } from "vitest";
import { messageTable } from "../messages/table.ts";
import { log } from "../platform/log.ts";
import { aBackedUp } from "../testing/backed_up.ts";
import { aBackedUpDesk } from "../testing/backed_up_desk.ts";
import { aTicket, until } from "../testing/fixtures.ts";
import { Backups } from "./backups.ts";
import { chainsBroken, companyBackups } from "./status.ts";

/** A spool that nothing can be written to, until it is given back. */
function blocked(spool: string): () => void {
  Deno.renameSync(spool, `${spool}.away`);
  Deno.writeTextFileSync(spool, "");
  return () => {
    Deno.removeSync(spool);
    Deno.renameSync(`${spool}.away`, spool);
  };
}

interface Stands {
  places: { backlog: { since: number | null; untaken: number } }[];
  companies: { id: number; since: number | null; untaken: string | null }[];
}

test("what cannot be taken is told by whoever is asked, stands in the way of a restoration to now, and is over by itself", async () => {
  const { tenants, aurora, backups, have, as } = await aBackedUpDesk(), current = backups.current!;
  const errors = vi.spyOn(log, "error"), infos = vi.spyOn(log, "info");
  const write = (body: string) =>
    aurora.write((db) => {
      const { id: ticketId, contactId } = aTicket(db);
      const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
      db.insert(messageTable).values({ ...who, wid: crypto.randomUUID(), body, createdAt: Date.now() }).run();
    });
  await have("backup now");
  const giveBack = blocked(current.ledger.spool), before = Date.now();
  write("não entra");
  for (let nth = 0; nth < 3; nth++) current.tick();
  expect(current.untaken()).toEqual([{ companyId: 2, since: expect.any(Number), why: "it is no folder" }]);
  expect(current.untaken()[0]!.since).toBeGreaterThanOrEqual(before);
  await expect(have("backup now")).rejects.toThrow(/^Company 2 cannot be taken since .+: it is no folder$/);
  const stands = await have("backup status") as Stands;
  expect(stands.places[0]!.backlog).toMatchObject({ since: expect.any(Number), untaken: 1 });
  expect(stands.companies.find(({ id }) => id === 2)).toMatchObject({
    ...{ since: expect.any(Number), untaken: "it is no folder" },
  });
  expect(stands.companies.find(({ id }) => id === 3)).toMatchObject({ since: null, untaken: null });
  expect(await have("backup list")).toMatchObject([{ since: expect.any(Number), untaken: 1 }]);
  await expect(have("restore here")).rejects.toThrow(
    /does not take what the company has by now: it is no folder.+--at/,
  );
  // The span that one can choose from ends with the last that was taken.
  const span = async () => (await as("super@balcao.test")("GET", "/companies/2/restores")).body;
  expect(Date.parse((await span()).newest)).toBeLessThanOrEqual(before);
  const newest = async () => {
    await as("super@balcao.test")("POST", "/companies/2/restores", { at: null });
    const ready = await until(async () => (await span()).ready);
    await as("super@balcao.test")("DELETE", "/companies/2/restores");
    return ready;
  };
  expect(await newest()).toMatchObject({ isBehind: true });
  expect(errors.mock.calls.filter(([said]) => /cannot be taken/.test(String(said)))).toHaveLength(1);

  giveBack();
  await have("backup now");
  expect(current.untaken()).toEqual([]);
  expect(infos.mock.calls.filter(([said]) => /is taken for the backup again/.test(String(said)))).toHaveLength(1);
  expect((await have("backup status") as Stands).companies.find(({ id }) => id === 2)).toMatchObject({
    ...{ since: null, untaken: null },
  });
  // And goes on until now where nothing was written since.
  const asked = Date.now();
  expect(Date.parse((await span()).newest)).toBeGreaterThanOrEqual(asked);
  expect(await newest()).toMatchObject({ isBehind: false });
  expect(await have("restore here")).toMatchObject({ newer: 0 });
  expect(tenants.company(2).read.select({ body: messageTable.body }).from(messageTable).all()).toContainEqual({
    body: "não entra",
  });
});

test("a backup that began anew because nothing could be taken says so, also after another start", async () => {
  const place = await Deno.makeTempDir(),
    { backups, tenants, company, key, write, later } = await aBackedUp({
      ...{ kind: "folder", path: place },
    });
  await later();
  await later();
  const giveBack = blocked(backups.ledger.spool);
  write("não entra");
  company.checkpoint();
  expect(backups.untaken()).toMatchObject([{ companyId: 2, why: "it is no folder" }]);
  expect(chainsBroken(backups.ledger)).toMatchObject([{ companyId: 2, isStill: true, why: "it is no folder" }]);
  // Nothing of it is stored as long as there is no new copy, which cannot be made either.
  await later();
  expect(backups.untaken()).toMatchObject([{ companyId: 2 }]);
  giveBack();
  const again = new Backups(tenants, key);
  expect(chainsBroken(again.ledger)).toMatchObject([{ companyId: 2, why: "it is no folder" }]);
  await again.bringAll();
  await again.bringAll();
  expect(again.untaken()).toEqual([]);
  expect(chainsBroken(again.ledger)).toMatchObject([{ companyId: 2, isStill: false, why: "it is no folder" }]);
  tenants.watchFiles(() => ({ beforeCheckpoint() {}, afterCheckpoint() {} }));
  await again.close();
  await Deno.remove(place, { recursive: true });
});

test("media that are not taken yet are not stored yet, whoever is asked", async () => {
  const place = await Deno.makeTempDir(), { backups, data, later } = await aBackedUp({ kind: "folder", path: place });
  const of = () => companyBackups(backups.ledger, backups.status(), backups.untaken())(2)!;
  await later();
  await later(30_000);
  expect(of().since).toBeNull();
  const path = `${data}/2/media/foto.jpg`;
  await Deno.mkdir(`${data}/2/media`, { recursive: true });
  await Deno.writeTextFile(path, "uma foto");
  const age = (ms: number) => Deno.utime(path, new Date(Date.now() - ms), new Date(Date.now() - ms));
  await age(0);
  expect(of()).toMatchObject({ since: expect.any(Number), untaken: null });
  expect(backups.status()[0]!.backlog).toMatchObject({ since: expect.any(Number), objects: 0, untaken: 0 });
  // Written to a moment ago: it is left for the next time, and goes on waiting.
  await later();
  expect(of().since).not.toBeNull();
  await age(30_000);
  await later(30_000);
  await until(() => of().since === null);
  await Deno.remove(place, { recursive: true });
});
