import { expect, onTestFinished, test, vi } from "vitest";
import { messageTable } from "../messages/table.ts";
import { log } from "../platform/log.ts";
import { Tenants } from "../platform/tenants.ts";
import { aBackedUp } from "../testing/backed_up.ts";
import { aBackedUpDesk } from "../testing/backed_up_desk.ts";
import { breakSpool } from "../testing/broken_spool.ts";
import { aContact, aTicket, until } from "../testing/fixtures.ts";
import { passTime } from "../testing/pass_time.ts";
import { Backups } from "./backups.ts";
import { Ledger } from "./ledger.ts";
import { chainsBroken, companyBackups } from "./status.ts";
import { untakenIn } from "./untaken.ts";

const WHY = expect.stringMatching(/backup-spool: it is no folder$/);

function linesOf(level: "error" | "info", text: RegExp): () => number {
  const lines = vi.spyOn(log, level).mockImplementation(() => {});
  onTestFinished(() => lines.mockRestore());
  return () => lines.mock.calls.filter(([said, given]) => text.test(said) && given?.company === 2).length;
}

interface Stands {
  places: { backlog: { since: number | null; untaken: number } }[];
  companies: { id: number; since: number | null; untaken: string | null }[];
}

test("of a folder that nobody serves it is told what its logs and its media have that no place has", async () => {
  const place = await Deno.makeTempDir(), backed = await aBackedUp({ kind: "folder", path: place });
  onTestFinished(() => Deno.remove(place, { recursive: true }));
  const { ledger } = backed.backups, left = () => untakenIn(ledger, [0, 2, 3]);
  await backed.later();
  expect(left()).toEqual([]);
  backed.write("sem servidor");
  await Deno.writeTextFile(`${backed.data}/2/media/foto`, "foto");
  expect(left()).toEqual([{
    companyId: 2,
    objects: 2,
    bytes: expect.any(Number),
    since: expect.any(Number),
    why: null,
  }]);
  expect(left()[0]!.bytes).toBeGreaterThan(4096);
  await Deno.utime(`${backed.data}/2/media/foto`, 1, 1);
  // What is only half brought back belongs to nobody.
  await Deno.writeTextFile(`${backed.data}/2/media/outra.part`, "ou");
  await Deno.utime(`${backed.data}/2/media/outra.part`, 1, 1);
  await backed.later(30_000);
  expect(left()).toEqual([]);
  expect([...ledger.mediaOf(2, 0).keys()]).toEqual(["foto"]);
  // What was stopped in order has brought all of it into the file.
  backed.write("mais");
  await backed.stop();
  const after = new Ledger(backed.data);
  onTestFinished(() => after.close());
  expect(untakenIn(after, [0, 2, 3])).toEqual([]);
});

test("what cannot be taken is told by whoever is asked, stands in the way of a restoration to now, and is over by itself", async () => {
  const { tenants, aurora, backups, have, as, folder } = await aBackedUpDesk(), current = backups.current!;
  const errors = vi.spyOn(log, "error"), infos = vi.spyOn(log, "info");
  const write = (body: string) =>
    aurora.write((db) => {
      const { id: ticketId, contactId } = aTicket(db);
      const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
      db.insert(messageTable).values({ ...who, wid: crypto.randomUUID(), body, createdAt: Date.now() }).run();
    });
  await have("backup now");
  const giveBack = breakSpool(folder), before = Date.now();
  write("não entra");
  for (let nth = 0; nth < 3; nth++) current.tick();
  expect(current.untaken()).toMatchObject([{ companyId: 2, objects: 1, since: expect.any(Number), why: WHY }]);
  expect(current.untaken()[0]!.since).toBeGreaterThanOrEqual(before);
  await expect(have("backup now")).rejects.toThrow(/^Company 2 cannot be taken since .+backup-spool: it is no folder$/);
  const stands = await have("backup status") as Stands;
  expect(stands.places[0]!.backlog).toMatchObject({ since: expect.any(Number), untaken: 1 });
  expect(stands.companies.find(({ id }) => id === 2)).toMatchObject({
    ...{ since: expect.any(Number), untaken: WHY },
  });
  expect(stands.companies.find(({ id }) => id === 3)).toMatchObject({ since: null, untaken: null });
  expect(await have("backup list")).toMatchObject([{ since: expect.any(Number), untaken: 1 }]);
  await expect(have("restore here")).rejects.toThrow(
    /could not be taken for the backup: .+backup-spool: it is no folder.+Nothing was changed.+--at 20\S+Z$/,
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
  expect(infos.mock.calls.filter(([said]) => /is taken again for the backup/.test(String(said)))).toHaveLength(1);
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
    { backups, tenants, company, key, write, later, data } = await aBackedUp({
      ...{ kind: "folder", path: place },
    });
  await later();
  await later();
  const giveBack = breakSpool(data);
  write("não entra");
  company.checkpoint();
  expect(backups.untaken()).toMatchObject([{ companyId: 2, why: WHY }]);
  expect(chainsBroken(backups.ledger)).toMatchObject([{ companyId: 2, isStill: true, why: WHY }]);
  // Nothing of it is stored as long as there is no new copy, which cannot be made either.
  await later();
  expect(backups.untaken()).toMatchObject([{ companyId: 2 }]);
  giveBack();
  const again = new Backups(tenants, key);
  expect(chainsBroken(again.ledger)).toMatchObject([{ companyId: 2, why: WHY }]);
  await again.bringAll();
  await again.bringAll();
  expect(again.untaken()).toEqual([]);
  expect(chainsBroken(again.ledger)).toMatchObject([{ companyId: 2, isStill: false, why: WHY }]);
  tenants.watchFiles(() => ({ beforeCheckpoint() {}, afterCheckpoint() {} }));
  await again.close();
  await Deno.remove(place, { recursive: true });
});

test("whoever says so by --at goes back to what is stored while nothing more can be taken", async () => {
  const { tenants, have, folder, home } = await aBackedUpDesk(), at = Date.now();
  passTime(1500);
  const mend = breakSpool(folder);
  tenants.company(2).write((db) => void aContact(db, { name: "Depois" }));
  for (const [command, more] of [["to", { to: `${home}/out` }], ["as", { as: "Outra" }]] as const) {
    await expect(have(`restore ${command}`, more)).rejects.toThrow(/could not be taken .+Nothing was changed.+--at/);
  }
  expect(await have("restore here", { at })).toMatchObject({ name: "Padaria Aurora" });
  mend();
});

test("a first copy that cannot be taken is told of with its reason, and once", async () => {
  const path = await Deno.makeTempDir(), begun = linesOf("error", /cannot be taken/);
  const { backups, data } = await aBackedUp({ kind: "folder", path }), mend = breakSpool(data);
  for (let second = 0; second < 3; second++) await backups.bringAll();
  expect(backups.untaken()).toMatchObject([0, 1, 2, 3].map((companyId) => ({ companyId, why: WHY })));
  expect(begun()).toBe(1);
  mend();
  await backups.bringAll();
  expect(backups.untaken()).toEqual([]);
});

test("why nothing could be taken is kept over a stop of the server, and the next one starts all the same", async () => {
  const path = await Deno.makeTempDir(), backed = await aBackedUp({ kind: "folder", path });
  await backed.later();
  backed.write("antes");
  await backed.later();
  const mend = breakSpool(backed.data), since = Date.now() + 1000;
  backed.write("depois");
  await backed.later();
  vi.advanceTimersByTime(60_000);
  await backed.stop();
  const tenants = new Tenants(backed.data), backups = new Backups(tenants, backed.key);
  onTestFinished(async () => {
    tenants.close();
    await backups.close(0);
  });
  tenants.checkAll();
  const broken = () => chainsBroken(backups.ledger).filter(({ companyId }) => companyId === 2);
  expect(broken()).toEqual([{ companyId: 2, brokenAt: since, isStill: true, why: WHY }]);
  const of = () => companyBackups(backups.ledger, backups.status(), backups.untaken())(2)!;
  expect(of()).toMatchObject({ since, untaken: WHY });
  mend();
  for (let nth = 0; nth < 2; nth++) await backups.bringAll();
  expect(broken()).toMatchObject([{ isStill: false, why: WHY }]);
  expect(of()).toMatchObject({ since: null, untaken: null });
});

test("a photo counts as what a place lacks from when it is there until it is at the place", async () => {
  const path = await Deno.makeTempDir(), { data, backups, later } = await aBackedUp({ kind: "folder", path });
  await Deno.mkdir(`${data}/2/media`, { recursive: true });
  await later();
  const of = () => companyBackups(backups.ledger, backups.status(), backups.untaken())(2)!.since;
  const lacks = () => backups.status()[0]!.backlog;
  expect([lacks().objects, of()]).toEqual([0, null]);
  const photo = `${data}/2/media/photo`, at = Date.now() / 1000;
  await Deno.writeTextFile(photo, "a photo");
  await Deno.utime(photo, at, at);
  expect([lacks().objects, of()]).toEqual([1, Date.now()]);
  // It was looked at, and may still be written to.
  await later();
  expect([lacks(), of()]).toEqual([{ objects: 1, bytes: 7, since: Date.now() - 1000, untaken: 0 }, Date.now() - 1000]);
  await later(20_000);
  expect([lacks(), of()]).toEqual([{ objects: 0, bytes: 0, since: null, untaken: 0 }, null]);
});

test("what was written a moment ago and waits for its second is not said to be stored", async () => {
  const path = await Deno.makeTempDir(), { backups, later, write } = await aBackedUp({ kind: "folder", path });
  await later();
  write("agora mesmo");
  expect(backups.status()[0]!.backlog).toMatchObject({ objects: 1, since: Date.now() });
  await later();
  expect(backups.status()[0]!.backlog).toEqual({ objects: 0, bytes: 0, since: null, untaken: 0 });
});

test("files that cannot be taken are told of like all else", async () => {
  const { backups, have, folder } = await aBackedUpDesk(), photo = `${folder}/2/media/photo`;
  const begun = linesOf("error", /cannot be taken/);
  await Deno.mkdir(`${folder}/2/media`, { recursive: true });
  await Deno.writeTextFile(photo, "a photo");
  await Deno.utime(photo, 1, 1);
  const mend = breakSpool(folder);
  for (let nth = 0; nth < 2; nth++) await backups.current!.bringAll();
  const untaken = async () => (await have("backup status") as Stands).companies.find(({ id }) => id === 2)!.untaken;
  expect(await untaken()).toEqual(WHY);
  await expect(have("backup now")).rejects.toThrow(/^Company 2 cannot be taken since .+: it is no folder$/);
  expect(begun()).toBe(1);
  mend();
  await have("backup now");
  expect(await untaken()).toBe(null);
});

test("what has vanished from the spool before a place had it is taken anew, and why is said", async () => {
  const path = await Deno.makeTempDir(), { backups, later, write, data } = await aBackedUp({ kind: "folder", path });
  await later();
  await Deno.rename(path, `${path}-away`);
  write("antes");
  await later();
  for (const { name } of Deno.readDirSync(backups.ledger.spool)) Deno.removeSync(`${backups.ledger.spool}/${name}`);
  await Deno.rename(`${path}-away`, path);
  await later();
  const why = `a piece has vanished from ${data}/backup-spool`;
  expect(chainsBroken(backups.ledger)).toMatchObject([{ companyId: 2, isStill: true, why }]);
  await later();
  expect(chainsBroken(backups.ledger)).toMatchObject([{ companyId: 2, isStill: false, why }]);
});
