import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkedEvent, checkedMessage } from "../channels/border.ts";
import type { ChannelEvent, Incoming } from "../channels/channel.ts";
import { messageFrom } from "../channels/whatsapp/decode.ts";
import { AT_WORK } from "../testing/bot_desk.ts";
import { oddMessage } from "../testing/odd_messages.ts";
import { readMessage, unreadable } from "../channels/whatsapp/read_message.ts";
import { rememberContact } from "../contacts/remember.ts";
import { messages as calls } from "../contract/messages.ts";
import { tickets } from "../contract/tickets.ts";
import { listMessages } from "../messages/show.ts";
import { messageTable } from "../messages/table.ts";
import { setSetting } from "../settings/settings.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { type Chance, fuzz, oddBytes, oddNumber, oddText } from "../testing/fuzz.ts";
import { shownTicket } from "../tickets/show.ts";
import { ticketTable } from "../tickets/table.ts";
import { applyEvent, applyReceipt } from "./channel_events.ts";
import { receiveMessage } from "./receive.ts";

const ME = { id: "551134567800:1@s.whatsapp.net", lid: "77@lid" };
const PHONE = "5511988887777";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  balcao.aurora.write((db) => setSetting(db, "CheckMsgIsGroup", "disabled"));
});
afterAll(async () => await balcao.close());

/** As the message comes out of its encryption: with one to sixteen bytes of padding. */
function read(chance: Chance, wid: string): Incoming | ChannelEvent | undefined {
  const padding = 1 + chance.below(16);
  const plain = Buffer.concat([oddMessage(chance), Buffer.alloc(padding, chance.once(30) ? 0 : padding)]);
  const from: Record<string, string> = chance.once(10)
    ? { from: "123-456@g.us", participant: "99@lid" }
    : { from: `${PHONE}@s.whatsapp.net` };
  const attrs = { ...from, id: wid, t: chance.once(5) ? oddText(chance).slice(0, 30) : "1770000000" };
  const { raw, unknown } = messageFrom({ ...attrs, notify: oddText(chance) }, plain, ME);
  return unknown ? unreadable(raw, "live", unknown) : readMessage(raw, chance.once(5) ? "history" : "live");
}

test("whatever a customer's program sends is stored, shown, and keeps nobody from the rest of the thread", async () => {
  const { aurora } = balcao;
  let nth = 0;
  const seen = new Set<string>();
  await fuzz(15, (chance) => {
    const found = read(chance, `F${++nth}`);
    if (!found) return;
    if ("what" in found) {
      seen.add(found.what);
      const last = aurora.read.select().from(messageTable).all().at(-1);
      const event = checkedEvent({ ...found, ...(last && chance.once(2) && { wid: last.wid }) } as ChannelEvent);
      if (event && event.what !== "receipt") applyEvent(aurora, 1, event);
    } else {
      seen.add(found.kind);
      const message = checkedMessage(found);
      expect(message).toBeDefined();
      expect(receiveMessage(aurora, 1, message!, AT_WORK)).toBeTypeOf("number");
    }
    for (const ticket of aurora.read.select().from(ticketTable).all()) {
      const page = { ...listMessages(aurora.read, ticket.id, { pageNumber: 1 }), earlier: null };
      expect(calls.list.answer.parse(JSON.parse(JSON.stringify(page)))).toMatchObject({ messages: page.messages });
      expect(tickets.show.answer.parse(JSON.parse(JSON.stringify(shownTicket(aurora.read, ticket.id))))).toBeTruthy();
    }
    // A thread of thousands is another test's matter.
    if (nth % 30 === 0) aurora.write((db) => void db.delete(ticketTable).run());
  });
  if (nth > 500) expect([...seen]).toEqual(expect.arrayContaining(["text", "location", "other", "reaction", "image"]));
});

test("whatever a channel claims in our own shape is mended or passed over", async () => {
  const { aurora } = balcao;
  aurora.write((db) => void rememberContact(db, { jid: `${PHONE}@s.whatsapp.net`, phone: PHONE }, "Joana", 1));
  let nth = 0;
  await fuzz(15, (chance) => {
    const text = () => chance.once(8) ? undefined as never : oddText(chance);
    const number = () => chance.once(8) ? null as never : oddNumber(chance);
    const chat = chance.once(6)
      ? { jid: text(), phone: text(), lid: text(), group: chance.once(2) ? text() : undefined }
      : { jid: `${PHONE}@s.whatsapp.net`, phone: PHONE };
    const wid = chance.once(6) ? text() : `S${++nth}`;
    const message = checkedMessage({
      chat,
      wid,
      fromMe: chance.once(5),
      when: chance.once(4) ? "history" : "live",
      pushName: text(),
      participant: text(),
      author: text(),
      at: number(),
      kind: chance.one(["text", "image", "location", "nonsense"] as never[]),
      kindName: text(),
      body: text(),
      media: chance.once(2) ? undefined : {
        name: text(),
        mimetype: text(),
        size: number(),
        width: number(),
        height: number(),
        seconds: number(),
        waveform: text(),
      },
      quoted: chance.once(2) ? undefined : { wid: text(), body: text(), kind: text(), fromMe: number() } as never,
      place: chance.once(2) ? undefined : { latitude: number(), longitude: number(), name: text() },
      cards: chance.once(2) ? undefined : Array.from({ length: chance.below(80) }, () => ({
        name: text(),
        number: text(),
      })),
      raw: oddBytes(chance),
    });
    if (message) receiveMessage(aurora, 1, message, AT_WORK);
    const event = checkedEvent(
      {
        what: chance.one(["edit", "revoke", "reaction", "receipt", "subject", "pair", "call", "typing", "nonsense"]),
        chat,
        wid: chance.once(2) ? `S${nth}` : text(),
        fromMe: false,
        author: text(),
        body: text(),
        who: text(),
        emoji: text(),
        subject: text(),
        phone: text(),
        lid: text(),
        ack: number(),
        at: number(),
        typing: true,
      } as unknown as ChannelEvent,
    );
    if (event?.what === "receipt") aurora.write((db, emit) => applyReceipt(db, emit, 1, event, undefined));
    else if (event) applyEvent(aurora, 1, event);
    for (const ticket of aurora.read.select().from(ticketTable).all()) {
      const page = { ...listMessages(aurora.read, ticket.id, { pageNumber: 1 }), earlier: null };
      calls.list.answer.parse(JSON.parse(JSON.stringify(page)));
      tickets.show.answer.parse(JSON.parse(JSON.stringify(shownTicket(aurora.read, ticket.id))));
    }
    if (nth % 30 === 0) aurora.write((db) => void db.delete(ticketTable).run());
  });
});
