import { describe, expect, test } from "vitest";
import { checkedMessage } from "../border.ts";
import type { Incoming } from "../channel.ts";
import { CloudMessage } from "./cloud_shapes.ts";
import { Messaging } from "./page_shapes.ts";
import { partsOf } from "./parts.ts";
import { readCloudMessage } from "./read_cloud.ts";
import { readMessaging } from "./read_page.ts";

const value = (more: object) => ({ messaging_product: "whatsapp", metadata: { phone_number_id: "111" }, ...more });
const notice = (...values: object[]) => ({
  object: "whatsapp_business_account",
  entry: [{ id: "9", changes: values.map((value) => ({ field: "messages", value })) }],
});
const text = (id: string, from = "5511999990000") => ({
  id,
  from,
  timestamp: "1700000000",
  type: "text",
  text: { body: id },
});
const kept = (body: unknown) => partsOf(body).map(({ accountId, notice }) => ({ accountId, ...JSON.parse(notice) }));

describe("a notice in single events", () => {
  test("keeps their order, and gives each message its sender's name", () => {
    const contacts = [{ wa_id: "5511999990000", profile: { name: "Joana" } }, {
      wa_id: "5511988880000",
      profile: { name: "Rui" },
    }];
    const body = notice(
      value({ contacts, messages: [text("um"), text("dois", "5511988880000")] }),
      value({ statuses: [{ id: "wamid.1", status: "sent", recipient_id: "5511999990000" }] }),
    );
    expect(kept(body)).toMatchObject([
      { accountId: "111", message: { id: "um" }, contact: { profile: { name: "Joana" } } },
      { accountId: "111", message: { id: "dois" }, contact: { profile: { name: "Rui" } } },
      { accountId: "111", status: { id: "wamid.1", status: "sent" } },
    ]);
  });

  test.each([
    ["nothing", undefined],
    ["a text", "oi"],
    ["no entries", { object: "page" }],
    ["entries that are none", {
      object: "page",
      entry: [null, 7, {}, { id: "1", messaging: [null, {}, { sender: {} }] }],
    }],
    ["changes that are none", {
      object: "whatsapp_business_account",
      entry: [{ id: "1", changes: [{}, null, { field: "messages" }] }],
    }],
    ["another field", {
      object: "whatsapp_business_account",
      entry: [{ id: "1", changes: [{ field: "flows", value: value({}) }] }],
    }],
  ])("of %s there is none", (_, body) => {
    expect(partsOf(body)).toEqual([]);
  });

  test("one that cannot be read takes away nobody else's", () => {
    const odd = [null, 7, {}, { id: "" }, { id: "x".repeat(500) }, { id: 5, from: 5 }];
    const messages = odd.flatMap((each, nth) => [each, text(`bom ${nth}`)]);
    expect(kept(notice(value({ messages, statuses: [null, {}, { id: "s", status: "read" }] }))).length).toBe(
      odd.length + 1,
    );
  });

  test("a notice of a page has each event under the page's id; Instagram's own login tells them as changes", () => {
    const event = { sender: { id: "1" }, recipient: { id: "2" }, timestamp: 1, message: { mid: "m", text: "oi" } };
    expect(kept({ object: "page", entry: [{ id: "22", messaging: [event] }] })).toMatchObject([
      { accountId: "22", messaging: { message: { mid: "m" } } },
    ]);
    const changes = [{ field: "messages", value: event }];
    expect(kept({ object: "instagram", entry: [{ id: "33", changes }] })).toMatchObject([
      { accountId: "33", messaging: { message: { text: "oi" } } },
    ]);
  });
});

const own = (id: string) => id === "wamid.nossa" ? "3EB0NOSSA" : id;
const cloud = (more: object) => {
  const told = readCloudMessage(CloudMessage.parse({ ...text("wamid.x"), ...more }), "Joana", own);
  return told && ("message" in told ? checkedMessage(told.message)! : told.event);
};

describe("what somebody sends to the Cloud API", () => {
  test.each<[string, object, Partial<Incoming>]>([
    ["a text", {}, { kind: "text", body: "wamid.x" }],
    ["a place", { type: "location", location: { latitude: -23.5, longitude: -46.6, name: "Loja" } }, {
      kind: "location",
      place: { latitude: -23.5, longitude: -46.6, name: "Loja" },
    }],
    ["a card", {
      type: "contacts",
      contacts: [{ name: { formatted_name: "Rui" }, phones: [{ phone: "+55 11 98888-0000", wa_id: "5511988880000" }] }],
    }, { kind: "contact", cards: [{ name: "Rui", number: "5511988880000" }] }],
    ["a template's button", { type: "button", button: { text: "Sim", payload: "1" } }, { kind: "text", body: "Sim" }],
    ["a button", {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "1", title: "Vendas" } },
    }, {
      kind: "text",
      body: "Vendas",
    }],
    ["a row of a list", { type: "interactive", interactive: { list_reply: { id: "2", title: "Entregas" } } }, {
      kind: "text",
      body: "Entregas",
    }],
    ["a voice note", { type: "audio", audio: { id: "m1", mime_type: "audio/ogg; codecs=opus", voice: true } }, {
      kind: "voice",
    }],
    ["a sound", { type: "audio", audio: { id: "m1", mime_type: "audio/mpeg" } }, { kind: "audio" }],
    ["a sticker", { type: "sticker", sticker: { id: "m1", mime_type: "image/webp" } }, { kind: "sticker" }],
    ["a picture with words", { type: "image", image: { id: "m1", mime_type: "image/jpeg", caption: "Olha" } }, {
      kind: "image",
      body: "Olha",
    }],
    ["a document", { type: "document", document: { id: "m1", mime_type: "application/pdf", filename: "nota.pdf" } }, {
      kind: "document",
    }],
    ["what the API does not hand on", { type: "unsupported" }, { kind: "other", kindName: "unsupported" }],
    ["a place that lies nowhere", { type: "location", location: { latitude: 500, longitude: 0, name: "Lua" } }, {
      kind: "other",
    }],
    ["something passed on", { context: { forwarded: true } }, { forwarded: true }],
    ["an answer to ours", { context: { id: "wamid.nossa" } }, {
      quoted: { wid: "3EB0NOSSA", body: "", kind: "text", fromMe: true },
    }],
  ])("%s", (_, more, expected) => {
    expect(cloud(more)).toMatchObject(expected);
  });

  test("what becomes of a message is no message", () => {
    expect(cloud({ type: "reaction", reaction: { message_id: "wamid.nossa", emoji: "👍" } })).toMatchObject({
      what: "reaction",
      wid: "3EB0NOSSA",
      emoji: "👍",
    });
    expect(cloud({ type: "revoke", revoke: { original_message_id: "wamid.a" } })).toMatchObject({
      what: "revoke",
      wid: "wamid.a",
    });
    const edit = { original_message_id: "wamid.a", message: { type: "text", text: { body: "certo" } } };
    expect(cloud({ type: "edit", edit })).toMatchObject({ what: "edit", wid: "wamid.a", body: "certo" });
  });

  test("whoever hides their number is known by the id that stands for it; who has neither is nobody", () => {
    expect(cloud({ from: undefined, from_user_id: "BR.134" })).toMatchObject({
      chat: { jid: "BR.134@wa.user", user: { kind: "wa_user", value: "BR.134" } },
    });
    expect(cloud({ from_user_id: "BR.134" })).toMatchObject({
      chat: { jid: "5511999990000@s.whatsapp.net", phone: "5511999990000", user: { value: "BR.134" } },
    });
    expect(cloud({ from: undefined })).toBeUndefined();
  });
});

const page = (message: object, more: object = {}) =>
  readMessaging(
    Messaging.parse({ sender: { id: "7" }, recipient: { id: "2" }, timestamp: 1_700_000_000_000, message, ...more }),
    "instagram",
    own,
  ).map((told) => "message" in told ? checkedMessage(told.message)! : told.event);

describe("what somebody sends to a page", () => {
  const file = (type: string, payload: object) => page({ mid: "m", attachments: [{ type, payload }] });

  test("several files are a message each, the words with the first", () => {
    const attachments = ["a", "b"].map((name) => ({ type: "image", payload: { url: `https://cdn.test/${name}.jpg` } }));
    expect(page({ mid: "m", text: "Olha", attachments })).toMatchObject([
      { wid: "m", kind: "image", body: "Olha" },
      { wid: "m.1", kind: "image", body: "" },
    ]);
  });

  test("a sticker, a place, a shared post, a story", () => {
    expect(file("image", { url: "https://cdn.test/s.png", sticker_id: 369 })).toMatchObject([{ kind: "sticker" }]);
    expect(file("location", { title: "Loja", coordinates: { lat: -23.5, long: -46.6 } })).toMatchObject([
      { kind: "location", place: { latitude: -23.5, name: "Loja" } },
    ]);
    expect(file("share", { url: "https://www.instagram.com/p/1" })).toMatchObject([
      { kind: "text", body: "https://www.instagram.com/p/1" },
    ]);
    expect(page({ mid: "m", text: "Lindo", reply_to: { story: { url: "https://cdn.test/story" } } })).toMatchObject([
      { kind: "text", body: "https://cdn.test/story\nLindo" },
    ]);
  });

  test("what was taken back, a heart, and what cannot be shown", () => {
    const revoked = page({ mid: "m", is_deleted: true });
    expect(revoked.slice(0, 2)).toMatchObject([{ what: "revoke", wid: "m", fromMe: false }, { wid: "m.1" }]);
    expect(page({ mid: "wamid.nossa", is_deleted: true, is_echo: true })).toMatchObject([
      { what: "revoke", wid: "3EB0NOSSA", fromMe: true },
    ]);
    expect(page({ mid: "m", is_unsupported: true })).toMatchObject([{ kind: "other", kindName: "unsupported" }]);
    const reaction = { mid: "wamid.nossa", action: "react", reaction: "love" };
    expect(page(undefined as never, { message: undefined, reaction })).toMatchObject([
      { what: "reaction", wid: "3EB0NOSSA", emoji: "❤️" },
    ]);
  });

  test("what the company wrote in Meta's own app belongs to the customer's chat", () => {
    expect(page({ mid: "m", text: "Do celular", is_echo: true })).toMatchObject([{
      fromMe: true,
      chat: { jid: "2@instagram" },
    }]);
  });
});
