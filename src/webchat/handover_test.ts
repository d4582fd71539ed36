import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Incoming } from "../channels/channel.ts";
import { addConnection } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { receiveMessage } from "../inbox/receive.ts";
import { noteTable } from "../notes/table.ts";
import type { Company } from "../platform/company.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { aWidget, type Widget } from "../testing/webchat.ts";
import { ticketTable } from "../tickets/table.ts";
import { handoverCodeTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let site: Widget;
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => void db.update(connectionTable).set({ number: "551134567800" }).run());
  site = await aWidget(balcao);
  await balcao.as("ana@aurora.test")("PUT", `/webchat/${site.id}`, { handoverId: 1 });
});
afterAll(async () => await balcao.close());

let nth = 0;
/** Somebody writes to the company by phone; returns their ticket. */
function writeByPhone(company: Company, body: string) {
  const phone = `55119666${String(++nth).padStart(5, "0")}`;
  const message: Incoming = {
    chat: { jid: `${phone}@s.whatsapp.net`, phone },
    wid: `PHONE${nth}`,
    fromMe: false,
    when: "live",
    pushName: "Joana do celular",
    participant: "",
    author: "",
    at: Date.now(),
    kind: "text",
    kindName: "",
    body,
    raw: new Uint8Array([1]),
  };
  receiveMessage(company, 1, message, { timeZone: () => "America/Sao_Paulo", isPaused: () => true });
  return company.read.select().from(ticketTable).all().at(-1)!;
}

async function aCode(): Promise<{ text: string; ticketId: number }> {
  const visitor = await site.begin();
  await site.write(visitor, "Posso ir para o celular?");
  const ticketId = balcao.aurora.read.select().from(ticketTable).all().at(-1)!.id;
  const { url } = (await site.ask("POST", "/handover?lang=pt", {}, visitor)).body;
  const address = new URL(url);
  expect([address.origin, address.pathname]).toEqual(["https://wa.me", "/551134567800"]);
  return { text: address.searchParams.get("text")!, ticketId };
}

const notesOn = (ticketId: number) =>
  balcao.aurora.read.select().from(noteTable).where(eq(noteTable.ticketId, ticketId)).all().map(({ note }) => note);

test("the code is noted on both tickets, and the contacts stay two", async () => {
  const { text, ticketId } = await aCode();
  const ticket = writeByPhone(balcao.aurora, text);
  expect(notesOn(ticket.id)).toEqual([expect.stringContaining(`Veio do chat do site`)]);
  expect(notesOn(ticketId)).toEqual([expect.stringContaining(`Joana do celular (conversa ${ticket.id})`)]);
  const web = balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, ticketId)).all()[0]!;
  expect(web.contactId).not.toBe(ticket.contactId);
});

test("a code is good once", async () => {
  const { text } = await aCode();
  writeByPhone(balcao.aurora, text);
  expect(notesOn(writeByPhone(balcao.aurora, text).id)).toEqual([]);
});

test("a code is good for an hour", async () => {
  const { text } = await aCode();
  balcao.aurora.write((db) => void db.update(handoverCodeTable).set({ expiresAt: Date.now() - 1 }).run());
  expect(notesOn(writeByPhone(balcao.aurora, text).id)).toEqual([]);
});

test("only the visitor's newest code counts, and at their own company alone", async () => {
  const { text } = await aCode();
  const code = /#\S+/.exec(text)![0];
  balcao.norte.write((db) => void addConnection(db, { name: "Oficina" }, Date.now()));
  writeByPhone(balcao.norte, `Oi ${code}`);
  expect(balcao.norte.read.select().from(noteTable).all()).toEqual([]);
  expect(notesOn(writeByPhone(balcao.aurora, `Código ${code.toLowerCase()}`).id)).toEqual([]);
  expect(notesOn(writeByPhone(balcao.aurora, `${code}, por favor`).id)).toHaveLength(1);
});

test("without a number there is nowhere to go on", async () => {
  const other = await aWidget(balcao), visitor = await other.begin();
  await other.write(visitor, "Oi");
  expect((await other.ask("POST", "/handover", {}, visitor)).status).toBe(404);
});
