import { Backups } from "../backups/backups.ts";
import { readKey } from "../backups/recovery_key.ts";
import { aTicket } from "./fixtures.ts";
import { messageTable } from "../messages/table.ts";
import { ticketTable } from "../tickets/table.ts";
import { Tenants } from "../platform/tenants.ts";

/**
 * A process that backs up a data folder while Aurora's customers write as fast as they can: a program for the tests that kill
 * it. It says, a line each, the id of the newest message of which the target has answered that it keeps it.
 */
async function main([data, keyPath]: string[]): Promise<void> {
  const tenants = new Tenants(data!), backups = new Backups(tenants, readKey(keyPath!)!);
  tenants.checkAll();
  const company = tenants.company(2);
  const [ticket] = company.read.select({ id: ticketTable.id, contactId: ticketTable.contactId }).from(ticketTable)
    .limit(1).all();
  const { id: ticketId, contactId } = ticket ?? company.write((db) => aTicket(db));
  const write = (): number =>
    company.write((db) => {
      const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
      const body = "texto ".repeat(1 + Math.random() * 500);
      const message = { ...who, wid: crypto.randomUUID(), body, createdAt: Date.now() };
      return db.insert(messageTable).values(message).returning({ id: messageTable.id }).all()[0]!.id;
    });
  let newest = 0;
  setInterval(() => newest = write(), 3);
  // As the server's own clock does, but without waiting for its second.
  setInterval(() => backups.tick(), 40);
  setInterval(() => void backups.nightly.tend(), 500);
  for (;;) {
    const until = newest;
    await backups.bringAll();
    if (backups.targets.every(({ uploader }) => uploader.fault === undefined)) console.log(until);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

if (import.meta.main) await main(Deno.args);
