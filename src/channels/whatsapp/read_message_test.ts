import { proto, type WAMessage } from "@whiskeysockets/baileys";
import { describe, expect, test } from "vitest";
import type { Incoming } from "../channel.ts";
import { rawMessage, readMessage } from "./read_message.ts";

const PERSON = { remoteJid: "5511988887777@s.whatsapp.net", id: "A1", fromMe: false };
const AT = 1_770_000_000;

/** A message as it comes out of the wire: encoded and decoded, so that only what the protocol knows is left. */
function read(message: proto.IMessage, key: WAMessage["key"] = PERSON, rest: Partial<WAMessage> = {}) {
  const decoded = proto.Message.decode(proto.Message.encode(proto.Message.fromObject(message)).finish());
  return readMessage({ key, message: decoded, messageTimestamp: AT, pushName: "Joana", ...rest } as WAMessage, "live");
}

const file = (mimetype: string, rest: object = {}) => ({ url: "https://x", mimetype, fileLength: 9, ...rest });
const vcard = "BEGIN:VCARD\nFN:Rui\nTEL;type=CELL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD";

describe("a message of each kind", () => {
  const kinds: [string, proto.IMessage, Partial<Incoming>][] = [
    ["a text", { conversation: "Olá" }, { kind: "text", body: "Olá" }],
    ["a text with a link", { extendedTextMessage: { text: "veja x.com", title: "X" } }, { body: "veja x.com" }],
    ["a text with a NUL in it", { conversation: "an\u0000tes" }, { body: "antes" }],
    ["a very long text", { conversation: "x".repeat(65_536) }, { body: "x".repeat(65_536) }],
    ["a text from right to left", { conversation: "שלום \u202Eabc" }, { body: "שלום \u202Eabc" }],
    ["fifty emoji", { conversation: "👩🏽‍🍳".repeat(50) }, { body: "👩🏽‍🍳".repeat(50) }],
    ["a picture", { imageMessage: file("image/jpeg", { width: 3, height: 4, caption: "Este" }) }, {
      kind: "image",
      body: "Este",
      media: { name: "image.jpg", mimetype: "image/jpeg", size: 9, width: 3, height: 4, seconds: 0, waveform: "" },
    }],
    ["a film", { videoMessage: file("video/mp4", { seconds: 7 }) }, {
      kind: "video",
      media: { name: "video.mp4", mimetype: "video/mp4", size: 9, width: 0, height: 0, seconds: 7, waveform: "" },
    }],
    ["a round film", { ptvMessage: file("video/mp4") }, { kind: "video" }],
    ["a sound", { audioMessage: file("audio/mpeg") }, { kind: "audio" }],
    ["a voice", { audioMessage: file("audio/ogg; codecs=opus", { ptt: true, seconds: 4 }) }, {
      kind: "voice",
      media: { name: "voice.ogg", mimetype: "audio/ogg", size: 9, width: 0, height: 0, seconds: 4, waveform: "" },
    }],
    ["a document", { documentMessage: file("application/pdf", { fileName: "Cardápio.pdf" }) }, {
      kind: "document",
      media: {
        name: "Cardápio.pdf",
        mimetype: "application/pdf",
        size: 9,
        width: 0,
        height: 0,
        seconds: 0,
        waveform: "",
      },
    }],
    [
      "a document with words",
      { documentWithCaptionMessage: { message: { documentMessage: file("application/pdf", { caption: "Veja" }) } } },
      { kind: "document", body: "Veja" },
    ],
    ["a sticker", { stickerMessage: file("image/webp") }, { kind: "sticker", body: "" }],
    ["a place", {
      locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: "Loja", address: "Rua 1" },
    }, {
      kind: "location",
      place: { latitude: -23.5, longitude: -46.6, name: "Loja, Rua 1" },
    }],
    ["a moving place", { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2 } }, {
      kind: "location",
      place: { latitude: 1, longitude: 2, name: "" },
    }],
    ["a contact", { contactMessage: { displayName: "Rui", vcard } }, {
      kind: "contact",
      cards: [{ name: "Rui", number: "5511977776666" }],
    }],
    ["some contacts", { contactsArrayMessage: { contacts: [{ displayName: "A" }, { displayName: "B", vcard }] } }, {
      cards: [{ name: "A", number: "" }, { name: "B", number: "5511977776666" }],
    }],
    ["a poll", { pollCreationMessageV3: { name: "Que dia?" } }, {
      kind: "other",
      kindName: "pollCreationMessageV3",
      body: "Que dia?",
    }],
    ["a kind nobody here knows", { eventMessage: { name: "Festa" } }, { kind: "other", kindName: "eventMessage" }],
    ["a picture to be seen once", { viewOnceMessageV2: { message: { imageMessage: file("image/png") } } }, {
      kind: "image",
    }],
    ["a text that will vanish", { ephemeralMessage: { message: { extendedTextMessage: { text: "psiu" } } } }, {
      kind: "text",
      body: "psiu",
    }],
    ["a pressed button", { buttonsResponseMessage: { selectedDisplayText: "Sim" } }, { kind: "text", body: "Sim" }],
  ];
  test.each(kinds)("%s", (_, message, looks) => {
    expect(read(message)).toMatchObject({
      chat: { jid: PERSON.remoteJid, phone: "5511988887777" },
      wid: "A1",
      fromMe: false,
      when: "live",
      pushName: "Joana",
      participant: "",
      at: AT * 1000,
      ...looks,
    });
  });

  test("is kept as the network carries it, so that it can be sent and fetched again", () => {
    const { raw } = read({ imageMessage: file("image/png", { caption: "Este" }) }) as Incoming;
    expect(rawMessage(raw).imageMessage).toMatchObject({ caption: "Este", mimetype: "image/png" });
  });

  test.each([
    ["../../etc/passwd", "image/png", "passwd", "image/png"],
    ["foto\u202Egnp.exe", "application/x-msdownload", "fotognp.exe", "application/x-msdownload"],
    ["a.png", "image/png\r\nset-cookie: a=b", "a.png", "image/png"],
    ["a.png", "IMAGE/PNG", "a.png", "image/png"],
    ["", "nonsense", "document.bin", "application/octet-stream"],
    ["", "", "document.bin", "application/octet-stream"],
  ])("a file called %j of type %j is kept as %j of type %j", (fileName, type, name, mimetype) => {
    expect(read({ documentMessage: file(type, { fileName }) })).toMatchObject({ media: { name, mimetype } });
  });
});

describe("an answer", () => {
  const quoting = (quotedMessage: proto.IMessage) => ({
    extendedTextMessage: { text: "Sim", contextInfo: { stanzaId: "Q1", quotedMessage } },
  });
  test.each([
    ["a text", { conversation: "Quer?" }, { body: "Quer?", kind: "text" }],
    ["a picture", { imageMessage: file("image/png", { caption: "Este?" }) }, { body: "Este?", kind: "image" }],
    ["nothing that can be read", {}, { body: "", kind: "text" }],
  ])("to %s", (_, quoted, looks) => expect(read(quoting(quoted))).toMatchObject({ quoted: { wid: "Q1", ...looks } }));

  test("by a picture", () => {
    const imageMessage = file("image/png", {
      contextInfo: { stanzaId: "Q1", quotedMessage: { conversation: "Qual?" } },
    });
    expect(read({ imageMessage })).toMatchObject({ kind: "image", quoted: { wid: "Q1", body: "Qual?" } });
  });
});

describe("what changes a message", () => {
  const { REVOKE, MESSAGE_EDIT, EPHEMERAL_SETTING, HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type;
  const key = { id: "B1" };
  const edit = { protocolMessage: { type: MESSAGE_EDIT, key, editedMessage: { conversation: "Ola!" } } };
  const group = { remoteJid: "123-456@g.us", participant: "99@lid", id: "A1", fromMe: false };
  test.each([
    ["an edit", edit, PERSON, { what: "edit", wid: "B1", body: "Ola!", fromMe: false, at: AT * 1000 }],
    ["an edit in its wrapping", { editedMessage: { message: edit } }, PERSON, { what: "edit", body: "Ola!" }],
    ["an edit of our own", edit, { ...PERSON, fromMe: true }, { what: "edit", fromMe: true }],
    ["a revoke", { protocolMessage: { type: REVOKE, key } }, PERSON, { what: "revoke", wid: "B1", fromMe: false }],
    ["a reaction", { reactionMessage: { key, text: "❤️" } }, PERSON, { what: "reaction", who: "them", emoji: "❤️" }],
    ["a reaction taken back", { reactionMessage: { key, text: "" } }, PERSON, { what: "reaction", emoji: "" }],
    ["a reaction of our own", { reactionMessage: { key, text: "👍" } }, { ...PERSON, fromMe: true }, { who: "me" }],
    ["a reaction in a group", { reactionMessage: { key, text: "👍" } }, group, { who: "99@lid" }],
  ])("%s", (_, message, from, looks) => expect(read(message, from)).toMatchObject(looks));

  const noise: [string, proto.IMessage][] = [
    ["a setting of the chat", { protocolMessage: { type: EPHEMERAL_SETTING } }],
    ["history on its way", { protocolMessage: { type: HISTORY_SYNC_NOTIFICATION, key } }],
    ["a revoke of nothing", { protocolMessage: { type: REVOKE } }],
    ["an edit to nothing", { protocolMessage: { type: MESSAGE_EDIT, key } }],
    ["keys of a group", { senderKeyDistributionMessage: { groupId: "1" } }],
    ["an album that is to come", { albumMessage: { expectedImageCount: 3 } }],
    ["an empty text", { conversation: "" }],
    ["an empty long text", { extendedTextMessage: {} }],
    ["nothing", {}],
  ];
  test.each(noise)("%s is nobody's words", (_, message) => expect(read(message)).toBeUndefined());
});

describe("who wrote", () => {
  const text = { conversation: "Olá" };
  const cases: [string, WAMessage["key"], Partial<Incoming>][] = [
    ["a phone", PERSON, { chat: { jid: "5511988887777@s.whatsapp.net", phone: "5511988887777" } }],
    ["another device of the phone", { ...PERSON, remoteJid: "5511988887777:3@s.whatsapp.net" }, {
      chat: { jid: "5511988887777@s.whatsapp.net", phone: "5511988887777" },
    }],
    ["a hidden number", { ...PERSON, remoteJid: "123@lid" }, { chat: { jid: "123@lid", lid: "123" } }],
    ["a hidden number that is told", { ...PERSON, remoteJid: "123@lid", remoteJidAlt: PERSON.remoteJid }, {
      chat: { jid: "123@lid", lid: "123", phone: "5511988887777" },
    }],
    ["a group", { ...PERSON, remoteJid: "1-2@g.us", participant: "123@lid" }, {
      chat: { jid: "1-2@g.us", group: "1-2" },
      participant: "Joana",
      author: "123@lid",
    }],
    ["the company's own phone", { ...PERSON, fromMe: true }, { fromMe: true, pushName: "" }],
  ];
  test.each(cases)("%s", (_, key, looks) => expect(read(text, key)).toMatchObject(looks));

  test.each(["status@broadcast", "1@newsletter", "1@broadcast", "", "nonsense"])(
    "nobody we serve: %s",
    (remoteJid) => expect(read(text, { ...PERSON, remoteJid })).toBeUndefined(),
  );

  test("without an id, or at no time at all", () => {
    expect(read(text, { ...PERSON, id: undefined })).toBeUndefined();
    expect(read(text, PERSON, { messageTimestamp: undefined })).toMatchObject({ at: 0 });
    expect(read(text, PERSON, { messageTimestamp: NaN })).toMatchObject({ at: 0 });
  });
});
