import { expect, test } from "vitest";
import { checkedEvent, checkedMessage, checkedPeople } from "./border.ts";
import type { Incoming } from "./channel.ts";

const CHAT = { jid: "5511988887777@s.whatsapp.net", phone: "5511988887777" };
const TEXT: Incoming = {
  chat: CHAT,
  wid: "A1",
  fromMe: false,
  when: "live",
  pushName: "Joana",
  participant: "",
  author: "",
  at: 1_770_000_000_000,
  kind: "text",
  kindName: "",
  body: "Olá",
  raw: new Uint8Array([1]),
};

test("an ordinary message passes as it is", () => {
  expect(checkedMessage(TEXT)).toEqual(TEXT);
  const place = { latitude: -23.5, longitude: -46.6, name: "Loja" };
  expect(checkedMessage({ ...TEXT, kind: "location", body: "", place })).toMatchObject({ kind: "location", place });
});

test.each([Infinity, -Infinity, NaN, 180.5, "12" as never, null as never])(
  "a place at the longitude %s is a message that cannot be shown, with the place's name",
  (longitude) => {
    const place = { latitude: 1, longitude, name: "Loja" };
    const message = checkedMessage({ ...TEXT, kind: "location", body: "", place });
    expect(message).toMatchObject({ kind: "other", kindName: "locationMessage", body: "Loja", wid: "A1" });
    expect(message?.place).toBeUndefined();
  },
);

test.each<[string, Partial<Incoming>, object]>([
  ["a time to come", { at: 9e15 }, { at: expect.closeTo(Date.now(), -4) }],
  ["no time", { at: NaN }, { at: expect.closeTo(Date.now(), -4) }],
  ["a body of a megabyte", { body: "x".repeat(1e6) }, { body: "x".repeat(65_536) }],
  ["half a character", { body: "a\ud800b" }, { body: "a\ufffdb" }],
  ["a name of a megabyte", { pushName: "n".repeat(1e6) }, { pushName: "n".repeat(200) }],
  ["a kind of tomorrow", { kind: "hologram" as never, kindName: "hologramMessage" }, {
    kind: "other",
    kindName: "hologramMessage",
  }],
  [
    "a file larger than any",
    { media: { name: "a", mimetype: "image/png", size: 2 ** 63, width: -1, height: 0.5, seconds: NaN, waveform: "?" } },
    { media: { name: "a", mimetype: "image/png", size: 0, width: 0, height: 0, seconds: 0, waveform: "" } },
  ],
  ["an answer to an endless id", { quoted: { wid: "q".repeat(1e4), body: "", kind: "text", fromMe: false } }, {
    quoted: undefined,
  }],
])("%s is mended", (_, odd, looks) => expect(checkedMessage({ ...TEXT, ...odd })).toMatchObject(looks));

test.each<[string, Partial<Incoming>]>([
  ["no id", { wid: "" }],
  ["an endless id", { wid: "x".repeat(201) }],
  ["no chat", { chat: { jid: "" } }],
  ["a phone number of letters", { chat: { jid: "abc@s.whatsapp.net", phone: "abc" } }],
])("a message with %s is nothing", (_, odd) => expect(checkedMessage({ ...TEXT, ...odd })).toBeUndefined());

test("what happens to messages is mended or passed over in the same way", () => {
  const edit = { what: "edit", chat: CHAT, wid: "A1", fromMe: false, author: "", body: "x", at: 1.8e22 } as const;
  expect(checkedEvent(edit)).toMatchObject({ at: expect.closeTo(Date.now(), -4) });
  expect(checkedEvent({ what: "receipt", wid: "A1", ack: 3 })).toEqual({ what: "receipt", wid: "A1", ack: 3 });
  expect(checkedEvent({ what: "receipt", wid: "A1", ack: NaN })).toBeUndefined();
  expect(checkedEvent({ what: "pair", phone: "", lid: "1" })).toBeUndefined();
  expect(checkedEvent({ what: "levitation" } as never)).toBeUndefined();
});

test("of an address book those are kept who can be reached and have a name", () => {
  const people = [{ address: CHAT, name: "Rui" }, { address: { jid: "" }, name: "B" }, { address: CHAT, name: " " }];
  expect(checkedPeople(people)).toEqual([{ address: CHAT, name: "Rui" }]);
});
