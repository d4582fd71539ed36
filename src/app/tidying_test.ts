import { afterEach, beforeEach, expect, test } from "vitest";
import { contactTable } from "../contacts/table.ts";
import { eraseContact } from "../privacy/erase.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { messageTable } from "../messages/table.ts";
import { undoTable } from "../tickets/table.ts";
import type { Clock } from "./job.ts";
import { TIDYING } from "./tidying.ts";

const DAY = 86_400_000;
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => void (balcao = await aBalcao()));
afterEach(() => balcao.close());

async function bytes(): Promise<string> {
  const files = ["company.db", "company.db-wal"].map((name) => Deno.readFile(`${balcao.aurora.folder}/${name}`));
  return (await Promise.all(files)).map((each) => new TextDecoder("latin1").decode(each)).join("");
}

test("whoever was erased when a server stopped is without a trace after the next night, and nothing is done after three", async () => {
  const { tenants, aurora, norte } = balcao, secret = "catapimbalhas";
  const id = aurora.write((db) => {
    const contact = aContact(db, { name: "Mariana" }), { id: ticketId } = aTicket(db, { contactId: contact.id });
    const about = { ticketId, contactId: contact.id, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
    db.insert(messageTable).values({ ...about, wid: crypto.randomUUID(), body: secret, createdAt: Date.now() }).run();
    return contact.id;
  });
  await eraseContact(tenants, aurora, id, { by: { id: 1, name: "Ana" }, now: Date.now(), isForced: true });
  expect(aurora.read.select().from(contactTable).all().map((one) => one.id)).not.toContain(id);
  // The searches only mark a word as deleted, and the log has what the file had.
  expect(await bytes()).toContain(secret);
  const night = TIDYING.find(({ name }) => name.startsWith("delete what companies"))!;
  const clock = { tenants, companies: () => [aurora, norte] } as unknown as Clock;
  await night.run(clock, new Date(Date.now() + 4 * DAY));
  expect(await bytes()).toContain(secret);
  await night.run(clock, new Date(Date.now() + DAY));
  expect(await bytes()).not.toContain(secret);
});

test("what is seldom to be done is looked for every ten minutes without leaving hundreds of files open", async () => {
  const { tenants, aurora, norte } = balcao, past = Date.now() - DAY;
  norte.write((db) =>
    void db.insert(undoTable).values({ what: "move", ofId: 1, userId: 1, until: past, was: {} }).run()
  );
  await norte.settled();
  aurora.read;
  tenants.closeBeyond(0);
  expect(tenants.openCount).toBe(0);
  const clock = { tenants, companies: () => [aurora, norte] } as unknown as Clock;
  for (const name of ["give up what is too old to be sent", "forget what cannot be undone any more"]) {
    await TIDYING.find((job) => job.name === name)!.run(clock, new Date());
  }
  // Of the one in which there was something to do the file is open, as it was written to.
  expect(tenants.openCount).toBe(1);
  expect(norte.read.select().from(undoTable).all()).toEqual([]);
  // What somebody has open stays so.
  aurora.read.select().from(contactTable).limit(1).all();
  await TIDYING.find(({ name }) => name.startsWith("give up"))!.run(clock, new Date());
  expect(tenants.openCount).toBe(2);
});
