import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mediaTable, messageTable } from "../messages/table.ts";
import { setSetting } from "../settings/settings.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { listRetention } from "./reports.ts";
import { forgetOldMessages } from "./retention.ts";
import { forgetOldCopies } from "./old_copies.ts";

const NOW = Date.parse("2026-11-23T06:21:00Z"),
  OLD = Date.parse("2026-05-22T12:00:00Z"),
  YOUNG = Date.parse("2026-05-24T12:00:00Z");

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => void (balcao = await aBalcao()));
afterEach(() => balcao.close());

/** A ticket with so many messages of each moment, every one with a file. */
async function aConversation(status: "open" | "closed", moments: number[]) {
  const { aurora } = balcao;
  const made = aurora.write((db) => {
    const { id: ticketId, contactId } = aTicket(db, { status, userId: 1, createdAt: OLD, lastMessage: "última" });
    const about = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "image" } as const;
    const ids = moments.map((createdAt) => {
      const { id } = db.insert(messageTable).values({ ...about, wid: crypto.randomUUID(), body: "Oi", createdAt })
        .returning().get();
      const media = {
        messageId: id,
        state: "ready",
        file: `f${id}`,
        name: "",
        mimetype: "image/jpeg",
        size: 2,
      } as const;
      db.insert(mediaTable).values(media).run();
      return id;
    });
    db.update(ticketTable).set({ lastMessageId: ids.at(-1) }).where(eq(ticketTable.id, ticketId)).run();
    return { ticketId, ids };
  });
  for (const id of made.ids) await Deno.writeTextFile(`${aurora.folder}/media/f${id}`, "oi");
  return made;
}

const messagesOf = (ticketId: number) =>
  balcao.aurora.read.select().from(messageTable).where(eq(messageTable.ticketId, ticketId)).all().map(({ id }) => id);
const ticketOf = (id: number) => balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, id)).all()[0]!;
const files = () => [...Deno.readDirSync(`${balcao.aurora.folder}/media`)].map(({ name }) => name).sort();

test("what was said in closed tickets longer ago than the company keeps it goes with its files, and is reported", async () => {
  const { aurora, norte } = balcao;
  const whole = await aConversation("closed", Array(450).fill(OLD)), part = await aConversation("closed", [OLD, YOUNG]);
  const open = await aConversation("open", [OLD]);
  aurora.write((db) => setSetting(db, "keepMonths", "6"));
  await forgetOldMessages(aurora, NOW);
  expect(messagesOf(whole.ticketId)).toEqual([]);
  expect(ticketOf(whole.ticketId)).toMatchObject({ status: "closed", lastMessage: "" });
  expect(messagesOf(part.ticketId)).toEqual([part.ids[1]]);
  expect(ticketOf(part.ticketId).lastMessage).toBe("última");
  expect(messagesOf(open.ticketId)).toEqual(open.ids);
  expect(files()).toEqual([`f${part.ids[1]}`, `f${open.ids[0]}`].sort());
  expect(listRetention(aurora.read)).toEqual([
    { id: 1, at: new Date(NOW).toISOString(), months: 6, messages: 451, files: 451 },
  ]);
  // A night without anything to delete says nothing.
  await forgetOldMessages(aurora, NOW);
  await forgetOldMessages(norte, NOW);
  expect([listRetention(aurora.read).length, listRetention(norte.read).length]).toEqual([1, 0]);
});

test("a company that has chosen nothing keeps everything", async () => {
  const { ticketId, ids } = await aConversation("closed", [OLD]);
  await forgetOldMessages(balcao.aurora, NOW);
  expect(messagesOf(ticketId)).toEqual(ids);
});

test("the copy that an upgrade has made of the file goes after a week, and nothing else does", async () => {
  const { folder } = balcao.aurora, week = 7 * 86_400_000, young = "company.before-44.db", old = "company.before-43.db";
  for (const name of [young, old, "mine.db"]) await Deno.writeTextFile(`${folder}/${name}`, "x");
  for (const name of [old, "mine.db"]) {
    await Deno.utime(`${folder}/${name}`, new Date(NOW), new Date(NOW - week - 1000));
  }
  await Deno.utime(`${folder}/${young}`, new Date(NOW), new Date(NOW - week + 1000));
  await forgetOldCopies(balcao.aurora, NOW);
  const left = [...Deno.readDirSync(folder)].map(({ name }) => name);
  expect([young, old, "mine.db", "company.db"].filter((name) => left.includes(name))).toEqual([
    young,
    "mine.db",
    "company.db",
  ]);
});

test("others have their turn while a long night's work is done", async () => {
  const { aurora } = balcao;
  await aConversation("closed", Array(1000).fill(OLD));
  aurora.write((db) => setSetting(db, "keepMonths", "6"));
  let longest = 0, last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await forgetOldMessages(aurora, NOW);
  clearInterval(beat);
  expect(longest).toBeLessThan(400);
});
