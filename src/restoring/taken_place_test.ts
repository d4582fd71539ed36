import { expect, test } from "vitest";
import { readdirSync } from "node:fs";
import { chainsBroken, companyBackups } from "../backups/status.ts";
import { contactTable } from "../contacts/table.ts";
import { messageTable } from "../messages/table.ts";
import { eraseContact } from "../privacy/erase.ts";
import { listErasures } from "../privacy/reports.ts";
import { aBackedUpDesk } from "../testing/backed_up_desk.ts";
import { aContact, aTicket } from "../testing/fixtures.ts";
import { passTime } from "../testing/pass_time.ts";
import { countMessages } from "./newer.ts";

/** The same, with whom Aurora knows. */
async function aBackedUpBalcao() {
  const desk = await aBackedUpDesk();
  return {
    ...desk,
    names: () => desk.tenants.company(2).read.select().from(contactTable).all().map(({ name }) => name),
  };
}

test("where a place takes nothing any more, no sound company goes back to what it has without being told so", async () => {
  const { tenants, home, have, names, backups } = await aBackedUpBalcao();
  const claim = `${Date.now() + 1000}.aaaaaaaa.00000000.0000000000000`;
  const [claims] = readdirSync(`${home}/place`, { recursive: true, encoding: "utf8" }).filter((one) =>
    /claims$/.test(one)
  );
  await Deno.writeTextFile(`${home}/place/${claims}/${claim}`, "another installation's");
  tenants.company(2).write((db) => void aContact(db, { name: "Depois" }));
  const refusal = await have("restore here").catch((error) => error) as Error;
  expect(refusal.message).toMatch(/does not take what the company has by now: this place belongs to another/);
  expect(refusal.message).toMatch(/Nothing was changed: its newest moment at \S+ is 20\S+Z; .*--at 20\S+Z$/);
  expect(names()).toContain("Depois");
  // Nobody knows whether it has anything of any company since then.
  const { ledger } = backups.current!;
  expect(companyBackups(ledger, backups.current!.status(), [])(2)!.since).toBeGreaterThan(0);
});

test("a state that is written into a folder is told of and reported, where somebody was erased after it", async () => {
  const { tenants, home, have, said } = await aBackedUpBalcao(), company = tenants.company(2);
  const mariana = company.write((db) => aContact(db, { name: "Mariana" }));
  await have("restore to", { to: `${home}/clean` });
  expect(said.join()).not.toContain("were erased");
  const at = Date.now();
  passTime(1500);
  await eraseContact(tenants, company, mariana.id, { by: { id: 1, name: "Ana" }, now: Date.now() });
  await have("restore to", { to: `${home}/there`, at });
  expect(said.at(-1)).toBe(
    `Contacts that were erased after that moment are in ${home}/there: remove it when it has served`,
  );
  const reports = () => listErasures({ tenants, companyId: 2, backupDays: 28 });
  expect((await reports())[0]!.exports).toHaveLength(2);
  await Deno.remove(`${home}/there`, { recursive: true });
  expect((await reports())[0]!.exports).toHaveLength(1);
});

test("a restoration that had nothing to set aside is not undone to what was before an earlier one", async () => {
  const { tenants, have } = await aBackedUpBalcao();
  await have("restore here");
  await Deno.remove(`${tenants.folder}/2`, { recursive: true });
  tenants.checkAll();
  await have("restore here");
  const refusal = await have("restore undo").catch((error) => error) as Error;
  expect(refusal.message).toMatch(/^When the company was restored at 20\S+Z, nothing of it was there to be set aside/);
});

test("that a company was restored is not told as another program's doing", async () => {
  const { tenants, have, backups } = await aBackedUpBalcao();
  await have("restore here");
  tenants.checkAll();
  await backups.current!.bringAll();
  expect(chainsBroken(backups.current!.ledger)).toEqual([]);
});

test("the messages are counted that are there in the end: not those of whoever was erased since that moment", async () => {
  const { tenants, have, backups } = await aBackedUpBalcao();
  const contactId = tenants.company(2).write((db) => {
    const { id: ticketId, contactId } = aTicket(db, { status: "closed", closedAt: Date.now() });
    const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
    for (const body of ["um", "dois"]) {
      db.insert(messageTable).values({ ...who, wid: body, body, createdAt: Date.now() }).run();
    }
    return contactId;
  });
  await backups.current!.bringAll();
  const at = Date.now(), by = { id: 1, name: "Ana" };
  passTime(1500);
  const before = countMessages(tenants.company(2).read);
  await eraseContact(tenants, tenants.company(2), contactId, { by, now: Date.now() });
  expect(await have("restore here", { at })).toMatchObject({ messages: before - 2 });
  expect(await have("restore as", { at, as: "De antes" })).toMatchObject({ messages: before - 2 });
  expect(countMessages(tenants.company(2).read)).toBe(before - 2);
});
