import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRoad, aTalk, AURORA_PHONE, type Road, type Talk } from "../testing/road.ts";

let road: Road, talk: Talk;
beforeAll(async () => {
  road = await aRoad();
  talk = await aTalk(road);
});
afterAll(async () => await road.stop());

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqGeoBwACgwGBnO4qYwAAAABJRU5ErkJggg==",
  "base64",
);
const WEBP = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");
const OGG = Buffer.concat([Buffer.from(`OggS\0\x02${"\0".repeat(20)}\x01\x13OpusHead\x01\x01`), Buffer.alloc(200)]);
const THUMBNAIL = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5]).toString("base64");
const LOUDNESS = Array.from({ length: 64 }, (_, nth) => nth);
const WAVEFORM = Buffer.from(LOUDNESS).toString("base64");

test("a place arrives as a place", async () => {
  const place = { latitude: -23.55052, longitude: -46.63331, name: "Praça da Sé" };
  expect(await talk.say("", { place })).toMatchObject({ kind: "location", places: place, body: "" });
  const got = await talk.joana.waitFor(({ location }) => location !== undefined);
  expect(got.location).toMatchObject({ name: "Praça da Sé", latitude: expect.closeTo(-23.55052, 4) });
  const ticket = (await talk.ana("GET", `/tickets/${talk.ticket.id}`)).body;
  expect(ticket).toMatchObject({ lastMessageKind: "location", lastMessage: "" });
});

test("one card arrives as a contact, several as several, whatever their names hold", async () => {
  const neide = { name: "Neide; Silva, \\dona", number: "5511955554444" };
  expect(await talk.say("", { cards: [neide] })).toMatchObject({ kind: "contact", cards: [neide] });
  const one = await talk.joana.waitFor(({ contact }) => contact !== undefined);
  expect(one.contact).toMatchObject({ name: neide.name });
  expect(one.contact!.vcard).toContain("TEL;type=CELL;waid=5511955554444:+5511955554444");
  expect(one.contact!.vcard).toContain("FN:Neide\\; Silva\\, \\\\dona\n");
  await talk.say("", { cards: [neide, { name: "Rui", number: "5511944443333" }] });
  const both = await talk.joana.waitFor(({ contacts }) => contacts !== undefined);
  expect(both.contacts!.map(({ name }) => name)).toEqual([neide.name, "Rui"]);
});

test("a picture arrives with its size and a small picture of itself", async () => {
  const about = { width: 640, height: 480, thumbnail: THUMBNAIL };
  const sent = await talk.sendFile(new File([PNG], "a.png", { type: "image/png" }), { about, body: "bolo" });
  expect(sent).toMatchObject({ kind: "image", body: "bolo", media: { width: 640, height: 480 } });
  const { media } = await talk.joana.waitFor((message) => message.media?.kind === "image");
  expect(media).toMatchObject({ width: 640, height: 480, thumbnail: 9, caption: "bolo" });
});

test("a picture meant as a sticker arrives as one", async () => {
  const about = { as: "sticker", width: 512, height: 512 };
  const sent = await talk.sendFile(new File([WEBP], "a.webp", { type: "image/webp" }), { about });
  expect(sent.kind).toBe("sticker");
  const { media } = await talk.joana.waitFor((message) => message.media?.kind === "sticker");
  expect(media).toMatchObject({ mimetype: "image/webp", width: 512, size: WEBP.length });
});

test("a recording arrives as a voice note with its length and loudness, and comes back with them", async () => {
  const about = { as: "voice", seconds: 7, waveform: WAVEFORM };
  const sent = await talk.sendFile(new File([OGG], "voz.ogg", { type: "audio/ogg" }), { about });
  expect(sent).toMatchObject({ kind: "voice", media: { seconds: 7, waveform: WAVEFORM } });
  const { media } = await talk.joana.waitFor((message) => message.media?.kind === "voice");
  expect(media).toMatchObject({ seconds: 7, waveform: LOUDNESS, mimetype: "audio/ogg; codecs=opus" });
});

test("a recording in another form arrives as a sound that can be played", async () => {
  const mp3 = new File([Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)])], "voz.mp3", {
    type: "audio/mpeg",
  });
  expect((await talk.sendFile(mp3, { about: { as: "voice", seconds: 3 } })).kind).toBe("audio");
  const { media } = await talk.joana.waitFor((message) => message.media?.kind === "audio");
  expect(media).toMatchObject({ mimetype: "audio/mpeg", seconds: 3 });
});

test.each([
  ["a place off the earth", { place: { latitude: 91, longitude: 0 } }],
  ["a card without a number", { cards: [{ name: "X", number: "" }] }],
  ["a card without a name", { cards: [{ name: " ", number: "5511955554444" }] }],
  ["no cards", { cards: [] }],
  ["a place with words", { body: "aqui", place: { latitude: 1, longitude: 2 } }],
  ["a place with a card", {
    place: { latitude: 1, longitude: 2 },
    cards: [{ name: "X", number: "5511955554444" }],
  }],
  ["eleven cards", { cards: Array(11).fill({ name: "X", number: "5511955554444" }) }],
])("%s is refused", async (_, draft) => {
  const answer = await talk.ana("POST", `/messages/${talk.ticket.id}`, { body: "", ...draft });
  expect(answer).toMatchObject({ status: 400, body: { error: "ERR_INVALID_INPUT" } });
});

test.each([
  ["no JPEG", { thumbnail: "PHNjcmlwdD4=" }],
  ["too large", { thumbnail: `/9j/${"A".repeat(16_000)}` }],
  ["too short a waveform", { waveform: "AAAA" }],
])("what a browser says of a file is held to its shape: %s", async (_, about) => {
  expect(await talk.sendFile(new File([PNG], "a.png", { type: "image/png" }), { about })).toBeUndefined();
});

test("what a customer passes on is marked, and a voice note of theirs has its loudness", async () => {
  const contextInfo = { isForwarded: true, forwardingScore: 2 };
  talk.joana.sendRaw(AURORA_PHONE, { extendedTextMessage: { text: "Repassando", contextInfo } });
  const id = await talk.joana.sendMedia(AURORA_PHONE, { kind: "voice", bytes: OGG, mimetype: "audio/ogg", seconds: 2 });
  const raw = talk.joana.chats.find(id)!.raw;
  talk.joana.sendRaw(AURORA_PHONE, { audioMessage: { ...raw.audioMessage, waveform: Uint8Array.from(LOUDNESS) } });
  const find = async (ask: (message: { body: string; media: { waveform: string } | null }) => boolean) =>
    (await talk.thread()).find(ask);
  await expect.poll(() => find(({ body }) => body === "Repassando")).toMatchObject({ isForwarded: true });
  await expect.poll(() => find(({ media }) => media?.waveform === WAVEFORM)).toMatchObject({ kind: "voice" });
});
