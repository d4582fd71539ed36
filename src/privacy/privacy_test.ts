import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeEntry } from "../audit/audit.ts";
import { auditTable } from "../audit/table.ts";
import { contactTable, identityTable, phoneBookTable } from "../contacts/table.ts";
import { rememberContact } from "../contacts/remember.ts";
import { contactListTable, listItemTable } from "../contact_lists/table.ts";
import { mediaTable, messageTable } from "../messages/table.ts";
import { noteTable } from "../notes/table.ts";
import { unpacked } from "../platform/tar.ts";
import { scheduleTable } from "../schedules/table.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { webhookEventTable } from "../webhooks/table.ts";
import { eraseAfterRecovery, noteRecovery } from "./after_recovery.ts";
import { eraseAgain } from "./erase_again.ts";
import { erasedAddressTable, erasureTable } from "./table.ts";

const PHONE = "5511977776666";
const SECRET = "catapimbalhas";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => void (balcao = await aBalcao()));
afterEach(() => balcao.close());

/** Mariana, of whom the bakery knows all that can be known of somebody; and Rui, of whom nothing is to be lost. */
async function aMariana() {
  const { aurora } = balcao, now = Date.now();
  await Deno.writeTextFile(`${aurora.folder}/media/hers`, SECRET);
  await Deno.writeTextFile(`${aurora.folder}/media/his`, "do Rui");
  return aurora.write((db) => {
    const someone = (phone: string, name: string) =>
      rememberContact(db, { jid: `${phone}@s.whatsapp.net`, phone }, name, now).contact.id;
    const known = (phone: string, name: string, words: string, file: string) => {
      const contactId = someone(phone, name), number = phone;
      const ticketId = db.insert(ticketTable).values({
        ...{ uuid: crypto.randomUUID(), status: "closed", queueId: 1, connectionId: 1, contactId },
        ...{ lastMessage: words, createdAt: now, updatedAt: now, closedAt: now },
      }).returning().get().id;
      const message = {
        ticketId,
        contactId,
        connectionId: 1,
        chat: `${phone}@s.whatsapp.net`,
        fromMe: false,
        createdAt: now,
      };
      const messageId =
        db.insert(messageTable).values({ ...message, wid: crypto.randomUUID(), kind: "image", body: words })
          .returning().get().id;
      const media = { messageId, state: "ready", file, name: `${words}.jpg`, mimetype: "image/jpeg", size: 9 } as const;
      db.insert(mediaTable).values(media).run();
      db.insert(noteTable).values({ note: words, contactId, ticketId, userId: 1, createdAt: now }).run();
      db.insert(scheduleTable).values({
        body: words,
        contactId,
        connectionId: 1,
        userId: 1,
        sendAt: now + 1e9,
        createdAt: now,
      })
        .run();
      const { id: listId } = db.insert(contactListTable).values({ name: `Lista de ${phone.slice(-2)}`, createdAt: now })
        .returning()
        .get();
      db.insert(listItemTable).values({ listId, name: words, number, search: words, createdAt: now }).run();
      const event = { messageId: crypto.randomUUID(), event: "message.received", chat: `contact ${contactId}` };
      db.insert(webhookEventTable).values({ ...event, payload: JSON.stringify({ words }), at: now }).run();
      db.insert(phoneBookTable).values({ connectionId: 1, jid: `${phone}@s.whatsapp.net`, phone, name: words }).run();
      const entry = { at: now, userId: 1, who: "Ana", actedBy: null, address: "", what: "contacts.remove" };
      writeEntry(db, { ...entry, target: String(contactId), name: words, changes: [] });
      return { contactId, ticketId, messageId };
    };
    return {
      mariana: known(PHONE, `Mariana ${SECRET}`, SECRET, "hers"),
      rui: known("5511966665555", "Rui", "bolinho", "his"),
    };
  });
}

/** Everything that is stored of the company, as bytes: the file, its log, its media. */
async function bytesOfAurora(): Promise<string> {
  const { folder } = balcao.aurora, texts: string[] = [];
  for (const path of ["company.db", "company.db-wal"]) {
    texts.push(new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${path}`)));
  }
  for await (const { name } of Deno.readDir(`${folder}/media`)) {
    texts.push(name, await Deno.readTextFile(`${folder}/media/${name}`));
  }
  return texts.join("\n");
}

describe("a contact is erased because they asked for it", () => {
  test("nothing of them is left anywhere in the company's file, log, searches and files; others lose nothing", async () => {
    const { mariana } = await aMariana(), ana = balcao.as("ana@aurora.test");
    expect(await bytesOfAurora()).toContain(SECRET);
    const { status, body } = await ana("POST", `/contacts/${mariana.contactId}/erase`);
    expect(status).toBe(200);
    const left = await bytesOfAurora();
    // A comparison of the whole would show nothing of use when it fails.
    const found = [SECRET, PHONE, "bolinho", "do Rui"].filter((words) => left.includes(words));
    expect(found).toEqual(["bolinho", "do Rui"]);
    expect(body.counts).toEqual({
      ...{ tickets: 1, messages: 1, files: 1, notes: 1, schedules: 1, listItems: 1, recipients: 0, requests: 0 },
      ...{ events: 1, audits: 1 },
    });
    expect(body.by).toBe("Ana Ribeiro");
    const { body: hits } = await ana("GET", "/search?searchParam=bolinho");
    expect(JSON.stringify(hits)).toContain("bolinho");
  });

  test("what had been moved, shortened or freed in the file before is written over, too, and the file is whole", async () => {
    const { aurora } = balcao, ana = balcao.as("ana@aurora.test"), { mariana, rui } = await aMariana();
    const stanza = (who: string, name: string) => JSON.stringify({ from: `${who}@s.whatsapp.net`, notify: name });
    aurora.write((db) => {
      // As earlier versions have left it.
      db.all(sql.raw("pragma secure_delete = off"));
      for (let nth = 0; nth < 3000; nth++) {
        const isHers = nth % 3 === 0, attrs = isHers ? stanza(PHONE, SECRET) : stanza("5511966665555", "Rui");
        const plain = new TextEncoder().encode((isHers ? SECRET : "bolinho ").repeat(1 + nth * 7 % 60));
        db.run(sql`insert into whatsapp_journal (connection_id, wid, hash, attrs, plain, received_at)
          values (1, ${crypto.randomUUID()}, ${crypto.randomUUID()}, ${attrs}, ${plain}, ${nth})`);
      }
      const about = { connectionId: 1, chat: "", fromMe: false, createdAt: 1, kind: "text" } as const;
      for (let nth = 0; nth < 600; nth++) {
        const { ticketId, contactId } = nth % 2 ? mariana : rui, long = (nth % 2 ? SECRET : "bolinho").repeat(900);
        db.insert(messageTable).values({ ...about, ticketId, contactId, wid: crypto.randomUUID(), body: long }).run();
      }
      db.run(sql`update whatsapp_journal set attrs = '{}' where id % 7 = 0`);
      db.run(sql`delete from whatsapp_journal where id % 5 < 2`);
      db.run(sql`update messages set body = substr(body, 1, 5000) where id % 3 = 0`);
      db.run(sql`delete from messages where body like ${`${SECRET}%`} and kind = 'text' and id % 4 < 2`);
      db.all(sql.raw("pragma secure_delete = fast"));
    });
    const counts = () =>
      aurora.read.all(sql`select (select count(*) from messages where body like 'bolinho%') as said,
      (select sum(length(plain)) from whatsapp_journal where attrs like '%Rui%') as journal`);
    const before = counts();
    // Nobody could tell any more whose these are.
    aurora.write((db) => void db.run(sql`delete from whatsapp_journal where attrs = '{}'`));
    expect((await ana("POST", `/contacts/${mariana.contactId}/erase`)).status).toBe(200);
    const left = await bytesOfAurora();
    expect([SECRET, PHONE, "bolinho"].filter((words) => left.includes(words))).toEqual(["bolinho"]);
    expect(counts()).toEqual(before);
    expect(aurora.read.all(sql`pragma integrity_check`)).toEqual([{ integrity_check: "ok" }]);
  });

  test("the report says what, how many, when and by whom, and not who it was", async () => {
    const { mariana } = await aMariana(), ana = balcao.as("ana@aurora.test");
    await ana("POST", `/contacts/${mariana.contactId}/erase`);
    const { body } = await ana("GET", "/privacy");
    expect(body.erasures).toMatchObject([{ by: "Ana Ribeiro", counts: { messages: 1 }, exports: [] }]);
    expect(Date.parse(body.erasures[0].backupsUntil)).toBeGreaterThan(Date.now() + 27 * 86_400_000);
    const stored = JSON.stringify([
      balcao.tenants.provider.read.all(sql`select * from erasures`),
      balcao.tenants.provider.read.all(sql`select * from erased_addresses`),
      balcao.aurora.read.select().from(auditTable).all(),
    ]);
    expect(stored).not.toContain(PHONE);
    expect(stored).not.toContain(SECRET);
    expect(stored).toContain("privacy.erase");
    const norte = await balcao.as("nina@norte.test")("GET", "/privacy");
    expect(norte.body.erasures).toEqual([]);
  });

  test("not while somebody serves them, not by an attendant, not by another company", async () => {
    const { mariana } = await aMariana(), path = `/contacts/${mariana.contactId}/erase`;
    expect((await balcao.as("bruno@aurora.test")("POST", path)).body.error).toBe("ERR_NO_PERMISSION");
    balcao.aurora.write((db) =>
      void db.update(ticketTable).set({ status: "open", userId: 1 }).where(eq(ticketTable.id, mariana.ticketId)).run()
    );
    expect((await balcao.as("ana@aurora.test")("POST", path)).body.error).toBe("ERR_CONTACT_IN_USE");
    expect((await balcao.as("ana@aurora.test")("POST", "/contacts/999999/erase")).body.error).toBe(
      "ERR_NO_CONTACT_FOUND",
    );
    expect(balcao.aurora.read.select().from(contactTable).where(eq(contactTable.id, mariana.contactId)).all())
      .toHaveLength(1);
  });

  test("who is back by a file of an earlier time is erased again; who has written anew since stays", async () => {
    const { mariana } = await aMariana(), { aurora, tenants } = balcao;
    await balcao.as("ana@aurora.test")("POST", `/contacts/${mariana.contactId}/erase`);
    const now = Date.now(), since = now - 3_600_000;
    const back = (createdAt: number) =>
      aurora.write((db) => {
        // Written without its ninth digit, as networks do.
        const { contact } = rememberContact(
          db,
          { jid: "551177776666@s.whatsapp.net", phone: PHONE },
          "Mariana",
          createdAt,
        );
        db.insert(ticketTable).values({
          ...{
            uuid: crypto.randomUUID(),
            status: "open",
            userId: 1,
            queueId: 1,
            connectionId: 1,
            contactId: contact.id,
          },
          ...{ createdAt, updatedAt: createdAt },
        }).run();
        return contact.id;
      });
    const old = back(now - 86_400_000);
    // A file of after the erasure knows of it.
    expect(await eraseAgain(tenants, aurora, { now, since: now + 1 })).toBe(0);
    expect(await eraseAgain(tenants, aurora, { now, since })).toBe(1);
    expect(aurora.read.select().from(contactTable).where(eq(contactTable.id, old)).all()).toEqual([]);
    expect(aurora.read.select().from(identityTable).where(eq(identityTable.value, PHONE)).all()).toEqual([]);
    const third = back(now - 86_400_000);
    // One has gone since, and one cannot be opened: it keeps nobody else back, and is looked at with the next start.
    tenants.provider.write((db) => {
      const { id: _, ...hers } = db.select().from(erasureTable).get()!;
      const { id } = db.insert(erasureTable).values({ ...hers, companyId: balcao.norte.id }).returning().get();
      db.insert(erasedAddressTable).values({ erasureId: id, addressHash: "an address of somebody there" }).run();
    });
    tenants.closeBeyond(0);
    tenants.quarantine.set(balcao.norte.id, "damaged");
    await noteRecovery(
      tenants.folder,
      [77, balcao.norte.id, aurora.id].map((companyId) => ({ companyId, newest: since })),
    );
    await eraseAfterRecovery(tenants, now);
    const left = JSON.parse(await Deno.readTextFile(`${tenants.folder}/recovered.json`));
    expect(left).toEqual([{ companyId: balcao.norte.id, newest: since }]);
    tenants.quarantine.delete(balcao.norte.id);
    expect(aurora.read.select().from(contactTable).where(eq(contactTable.id, third)).all()).toEqual([]);
    const fourth = back(now - 86_400_000);
    await eraseAfterRecovery(tenants, now);
    // Once for each recovery.
    expect(aurora.read.select().from(contactTable).where(eq(contactTable.id, fourth)).all()).toHaveLength(1);
    expect(await eraseAgain(tenants, aurora, { now, since })).toBe(1);
    const anew = back(now + 60_000);
    expect(await eraseAgain(tenants, aurora, { now, since })).toBe(0);
    expect(aurora.read.select().from(contactTable).where(eq(contactTable.id, anew)).all()).toHaveLength(1);
    expect(await eraseAgain(tenants, balcao.norte, { now, since })).toBe(0);
  });
});

describe("a contact's data as one file", () => {
  async function fileOf(contactId: number) {
    const ana = balcao.as("ana@aurora.test");
    const { status, body } = await ana("GET", `/contacts/${contactId}/data`);
    expect(status).toBe(200);
    const answer = await balcao.app.request(body.address);
    const parts = new Map<string, string>();
    for await (const { name, bytes } of unpacked(answer.body!)) {
      let text = "";
      for await (const chunk of bytes) text += new TextDecoder().decode(chunk);
      parts.set(name, text);
    }
    return { answer, parts, address: body.address as string };
  }

  test("has their messages, notes, schedules, lists and files in it, and nothing of anybody else", async () => {
    const { mariana } = await aMariana();
    const { parts, answer } = await fileOf(mariana.contactId);
    expect(answer.headers.get("content-disposition")).toContain(`contato-${mariana.contactId}.tar`);
    expect([...parts.keys()]).toEqual([
      "dados.json",
      "mensagens-0001.json",
      `arquivos/${mariana.messageId}-${SECRET}.jpg`,
    ]);
    const known = JSON.parse(parts.get("dados.json")!);
    expect(known.contact.number).toBe(PHONE);
    for (const part of ["tickets", "notes", "schedules", "lists", "toldToPrograms", "audits"]) {
      expect([part, known[part].length]).toEqual([part, 1]);
    }
    expect(JSON.parse(parts.get("mensagens-0001.json")!)).toMatchObject([{ body: SECRET, media: { file: "hers" } }]);
    expect([...parts.values()].join("\n")).not.toMatch(/bolinho|do Rui|5511966665555/);
  });

  test("is for administrators, by an address that opens nothing else and ends with their login", async () => {
    const { mariana, rui } = await aMariana();
    const bruno = await balcao.as("bruno@aurora.test")("GET", `/contacts/${mariana.contactId}/data`);
    expect(bruno.body.error).toBe("ERR_NO_PERMISSION");
    const { address } = await fileOf(rui.contactId), token = address.split("/").at(-1);
    expect((await balcao.app.request(`/api/media/signed/${token}`)).status).toBe(401);
    await balcao.as("ana@aurora.test")("DELETE", "/auth/logout");
    expect((await balcao.app.request(address)).status).toBe(401);
  });
});
