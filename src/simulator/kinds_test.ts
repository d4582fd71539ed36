import { downloadMediaMessage, type proto } from "@whiskeysockets/baileys";
import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { ReceivedMedia } from "./chats.ts";
import { TestClient } from "./client_for_tests.ts";
import { control, scene } from "./scene_for_tests.ts";

const it = scene();

const bytes = randomBytes(70_000);
const sha256 = createHash("sha256").update(bytes).digest("hex");

const KINDS: [ReceivedMedia["kind"], string, keyof proto.IMessage][] = [
  ["image", "image/jpeg", "imageMessage"],
  ["video", "video/mp4", "videoMessage"],
  ["audio", "audio/mpeg", "audioMessage"],
  ["voice", "audio/ogg; codecs=opus", "audioMessage"],
  ["document", "application/pdf", "documentMessage"],
  ["sticker", "image/webp", "stickerMessage"],
];

for (const [kind, mimetype, content] of KINDS) {
  test(`Ana sends a file of the kind ${kind}, and the client downloads it`, async () => {
    const id = await it.ana.sendMedia(it.company.number, { kind, bytes, mimetype, fileName: "nota.pdf" });
    const message = await it.client.message(id);
    expect(message.message?.[content]).toMatchObject({ mimetype });
    expect(message.message?.audioMessage?.ptt ?? false).toBe(kind === "voice");
    const file = await downloadMediaMessage(message, "buffer", {});
    expect(createHash("sha256").update(file).digest("hex")).toBe(sha256);
  });
}

test("the client sends a document, a picture and a voice message, and Ana's phone can open them", async () => {
  const { ana, client } = it;
  const buffer = Buffer.from(bytes);
  await client.socket.sendMessage(ana.jid, { document: buffer, mimetype: "application/pdf", fileName: "nota.pdf" });
  const picture = { image: buffer, caption: "O bolo", jpegThumbnail: "", width: 10, height: 10 };
  await client.socket.sendMessage(ana.jid, picture);
  const voice = { audio: buffer, ptt: true, seconds: 3, mimetype: "audio/ogg; codecs=opus" };
  await client.socket.sendMessage(ana.jid, voice);
  const got = await ana.waitUntil(() => ana.received.length === 3 && ana.received);
  expect(got.map(({ media }) => media)).toMatchObject([
    { kind: "document", sha256, size: bytes.length, mimetype: "application/pdf", fileName: "nota.pdf" },
    { kind: "image", sha256, size: bytes.length, caption: "O bolo" },
    { kind: "voice", sha256, size: bytes.length, seconds: 3 },
  ]);
  const file = await fetch(new URL(`/control/phones/${ana.number}/files/${got[0]?.id}`, it.simulator.page));
  expect(createHash("sha256").update(await file.bytes()).digest("hex")).toBe(sha256);
});

test("a file that is not on the media host is told as a fault", async () => {
  const { ana, client } = it;
  const sealed = await ana.sendMedia(it.company.number, { kind: "image", bytes, mimetype: "image/png" });
  const { imageMessage } = (await client.message(sealed)).message ?? {};
  const forged = { imageMessage: { ...imageMessage, directPath: "/v/nowhere" } };
  await client.socket.relayMessage(ana.jid, forged, {});
  expect((await ana.waitFor(() => true)).media?.fault).toBe("The file is not on the media host");
});

test("Ana quotes, reacts, edits and deletes, and the client hears of each", async () => {
  const { ana, company, client } = it;
  const sent = await client.socket.sendMessage(ana.jid, { text: "Quer o bolo?" });
  const asked = sent?.key.id ?? "";
  await ana.waitFor(({ id }) => id === asked);
  const { message } = await client.message(ana.write(company.number, "Sim", { quote: asked }));
  expect(message?.extendedTextMessage).toMatchObject({ text: "Sim", contextInfo: { stanzaId: asked } });
  expect(
    message?.extendedTextMessage?.contextInfo?.quotedMessage?.conversation ??
      message?.extendedTextMessage?.contextInfo?.quotedMessage?.extendedTextMessage?.text,
  ).toBe("Quer o bolo?");

  ana.react(company.number, asked, "❤️");
  await client.until(() => client.reactions.some(({ id, text }) => id === asked && text === "❤️"));
  ana.react(company.number, asked, "");
  await client.until(() => client.reactions.some(({ id, text }) => id === asked && text === ""));

  const wrong = ana.write(company.number, "Dois bolus");
  ana.edit(company.number, wrong, "Dois bolos");
  const edit = await client.until(() => client.edits.find(({ id }) => id === wrong));
  expect(edit.message?.editedMessage?.message?.conversation).toBe("Dois bolos");
  expect(ana.sent.find(({ id }) => id === wrong)).toMatchObject({ text: "Dois bolos", edits: ["Dois bolos"] });

  ana.revoke(company.number, wrong);
  await client.until(() => client.edits.some(({ id, message }) => id === wrong && message === null));
});

test("the client quotes, reacts, edits and deletes, and Ana sees each", async () => {
  const { ana, company, client } = it;
  const asked = await client.message(ana.write(company.number, "Que horas abre?"));
  const sent = await client.socket.sendMessage(ana.jid, { text: "As sete" }, { quoted: asked });
  const answer = await ana.waitFor(({ id }) => id === sent?.key.id);
  expect(answer).toMatchObject({ text: "As sete", quotedId: asked.key.id });
  await client.socket.sendMessage(ana.jid, { react: { text: "👍", key: asked.key } });
  await ana.waitUntil(() => ana.sent[0]?.reaction === "👍");
  if (!sent) throw new Error("nothing was sent");
  await client.socket.sendMessage(ana.jid, { edit: sent.key, text: "Às sete" });
  await ana.waitUntil(() => answer.text === "Às sete");
  expect(answer.edits).toEqual(["Às sete"]);
  await client.socket.sendMessage(ana.jid, { delete: sent.key });
  await ana.waitUntil(() => answer.revoked);
  expect(ana.received).toHaveLength(1);
});

test("places, cards and kinds nobody knows arrive", async () => {
  const { ana, company, client } = it;
  const place = ana.sendLocation(company.number, { latitude: -23.55, longitude: -46.63, name: "Praça" });
  expect((await client.message(place)).message?.locationMessage).toMatchObject({ name: "Praça" });
  const card = ana.sendContact(company.number, { name: "Bia", number: "5511933334444" });
  expect((await client.message(card)).message?.contactMessage?.vcard).toContain("waid=5511933334444");
  const options = [{ optionName: "sim" }, { optionName: "não" }];
  const poll = ana.sendRaw(company.number, { pollCreationMessage: { name: "Gostou?", options } });
  expect((await client.message(poll)).message?.pollCreationMessage?.name).toBe("Gostou?");
  await client.socket.sendMessage(ana.jid, { location: { degreesLatitude: 1, degreesLongitude: 2 } });
  expect(await ana.waitFor(() => true)).toMatchObject({ location: { latitude: 1, longitude: 2 } });
});

test("what the owner writes on the company's own phone reaches Ana and the client", async () => {
  const { ana, company, client } = it;
  const id = company.ownMessage(ana.number, "Aqui é o dono");
  const { key, message } = await client.message(id);
  expect(key).toMatchObject({ fromMe: true, remoteJid: ana.jid, remoteJidAlt: ana.lid });
  expect(message?.conversation).toBe("Aqui é o dono");
  await ana.waitFor(({ text }) => text === "Aqui é o dono");
});

test("Ana types, and the client sees it; the client types, and Ana sees it", async () => {
  const { ana, company, client } = it;
  await client.socket.sendPresenceUpdate("available");
  await client.socket.presenceSubscribe(ana.jid);
  await client.until(() => client.presences.includes("available"));
  ana.typing(company.number, true);
  ana.typing(company.number, false);
  await client.until(() => client.presences.includes("composing"));
  await client.socket.sendPresenceUpdate("composing", ana.jid);
  await ana.waitUntil(() => ana.typists.has(company.number));
});

test("a customer who writes under a LID is read, and answered either way", async () => {
  const { company, client, simulator } = it;
  const rui = simulator.network.addPhone({ name: "Rui", number: "5521999998888", lidOnly: true });
  const { key } = await client.message(rui.write(company.number, "Sou o Rui"));
  expect(key).toMatchObject({ remoteJid: rui.lid, remoteJidAlt: rui.jid });
  for (const jid of [rui.lid, rui.jid]) {
    const sent = await client.socket.sendMessage(jid, { text: `para ${jid}` });
    await rui.waitFor(({ id }) => id === sent?.key.id);
    await client.until(() => client.statusOf(sent?.key.id ?? "") === 3);
  }
  await client.socket.readMessages([key]);
  await rui.waitUntil(() => rui.sent[0]?.status === "read");
});

test("onWhatsApp knows numbers in either Brazilian form and nobody else", async () => {
  const { client, simulator, ana } = it;
  simulator.network.addPhone({ name: "Antigo", number: "556181112222" });
  const answers = await client.socket.onWhatsApp("5511987654321", "+551187654321", "5561981112222", "5511900009999");
  expect(answers).toEqual([
    { jid: ana.jid, exists: true },
    { jid: ana.jid, exists: true },
    { jid: "556181112222@s.whatsapp.net", exists: true },
  ].concat(answers?.filter(({ exists }) => !exists) ?? []));
  await expect(client.socket.profilePictureUrl(ana.jid)).rejects.toThrow("item-not-found");
});

test("the client archives a chat in the settings it shares with the phone", async () => {
  const { ana, company, client } = it;
  const last = await client.message(ana.write(company.number, "Tchau"));
  await client.socket.chatModify({ archive: true, lastMessages: [last] }, ana.jid);
  expect([...company.settings.patches.keys()]).toEqual(["regular_low"]);
});

test("the owner saves Ana in the phone's address book, and the client hears her name", async () => {
  const { ana, company, client } = it;
  await expect.poll(() => client.auth.creds.accountSyncCounter).toBe(1);
  await company.saveContact(ana.number, "Ana do bolo");
  await client.until(() => client.contacts.some(({ id, name }) => id === ana.jid && name === "Ana do bolo"));
  await company.saveContact(ana.number, "Ana Lima");
  await client.until(() => client.contacts.some(({ id, name }) => id === ana.jid && name === "Ana Lima"));
});

test("a customer who hides her number is read and answered under her LID alone", async () => {
  const { company, client, simulator } = it;
  const eva = simulator.network.addPhone({ name: "Eva", number: "5521977776666", hidesNumber: true });
  const { key } = await client.message(eva.write(company.number, "Quem sou eu?"));
  expect(key).toMatchObject({ remoteJid: eva.lid });
  expect(key.remoteJidAlt).toBeUndefined();
  await client.socket.sendMessage(eva.lid, { text: "Não sei" });
  await eva.waitFor(({ text }) => text === "Não sei");
});

test("what Ana writes without network is sent when she has it again", async () => {
  const { ana, company, client } = it;
  ana.goOffline();
  const id = ana.write(company.number, "No túnel");
  expect(ana.sent[0]?.status).toBe("pending");
  ana.goOnline();
  await client.message(id);
});

test("the client asks whether Ana is there", async () => {
  const { ana, client } = it;
  await client.socket.presenceSubscribe(ana.jid);
  await client.until(() => client.presences.includes("available"));
});

test("two companies write to each other with their own clients", async () => {
  const { company, client, simulator } = it;
  const garage = simulator.network.addPhone({ name: "Oficina Norte", number: "5511900000002" });
  const other = await new TestClient(simulator).pair(garage);
  const sent = await client.socket.sendMessage(garage.jid, { text: "O carro está pronto?" });
  const id = sent?.key.id ?? "";
  const { key, message } = await other.message(id);
  expect(message?.conversation ?? message?.extendedTextMessage?.text).toBe("O carro está pronto?");
  expect(key).toMatchObject({ remoteJid: company.jid, fromMe: false });
  await other.socket.readMessages([key]);
  await client.until(() => client.statusOf(id) === 4);
  simulator.network.corruptNext(garage.number, 1);
  const second = await client.socket.sendMessage(garage.jid, { text: "Alô?" });
  await other.message(second?.key.id ?? "");
  other.drop();
});

test("every verb of a phone can be asked over HTTP", async () => {
  const { ana, company, client } = it;
  const to = company.number;
  const ask = (verb: string, body: object) => control(it, `phones/${ana.number}/${verb}`, { to, ...body });
  const { id } = await ask("media", {
    kind: "image",
    mimetype: "image/png",
    base64: Buffer.from(bytes).toString("base64"),
  });
  await client.message(id);
  await client.message((await ask("location", { latitude: 1, longitude: 2 })).id);
  await client.message((await ask("contact", { name: "Bia", number: "5511933334444" })).id);
  await client.message((await ask("raw", { message: { conversation: "cru" } })).id);
  await ask("react", { id, emoji: "👍" });
  await client.until(() => client.reactions.length > 0);
  await ask("edit", { id, text: "outro" });
  await ask("revoke", { id });
  await ask("typing", { on: true });
  await ask("offline", {});
  expect(ana.isOnline).toBe(false);
  await ask("online", {});
  expect(await (await fetch(new URL("/control/ca", it.simulator.page))).text()).toBe(it.simulator.ca);
  expect((await ask("fly", {})).error).toBe("A phone cannot fly");
});
