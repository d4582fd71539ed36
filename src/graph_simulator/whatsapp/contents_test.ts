import { expect, test } from "vitest";
import { scene } from "../client_for_tests.ts";

const it = scene((simulator) => simulator.addNumber({ number: "551134567800" }));
const sending = (type: string, content: unknown, rest: object = {}) => ({
  messaging_product: "whatsapp",
  to: "+55 11 98765-4321",
  type,
  [type]: content,
  ...rest,
});
const rows = (count: number) => Array.from({ length: count }, (_, nth) => ({ id: `${nth}`, title: `Fila ${nth}` }));
const list = (count: number) => ({
  type: "list",
  body: { text: "Com quem quer falar?" },
  action: { button: "Ver", sections: [{ rows: rows(count) }] },
});
const buttons = (...titles: string[]) => ({
  type: "button",
  body: { text: "Quer?" },
  action: { buttons: titles.map((title) => ({ type: "reply", reply: { id: title, title } })) },
});

test("she chooses a row of a list and presses a button, and the app hears which", async () => {
  it.joana.writesTo(it.line, { text: "Oi" });
  const listed = await it.send(sending("interactive", list(3)));
  const pressed = await it.send(sending("interactive", buttons("Sim", "Não")));
  it.app.heard.length = 0;
  const [row, button] = [listed, pressed].map(({ body }) => body.messages[0].id);
  it.joana.presses(row, "Fila 1");
  it.joana.presses(button, "Não");
  await it.settled();
  expect(it.app.told.flatMap(({ messages }) => messages)).toMatchObject([
    { context: { id: row }, interactive: { type: "list_reply", list_reply: { id: "1", title: "Fila 1" } } },
    { context: { id: button }, interactive: { type: "button_reply", button_reply: { id: "Não", title: "Não" } } },
  ]);
});

test("a place, contacts, a quote and a reaction arrive as they were sent", async () => {
  const asked = it.joana.writesTo(it.line, { text: "Onde fica?" });
  const context = { message_id: asked };
  await it.send(sending("location", { latitude: -23.5, longitude: -46.6, name: "Padaria" }, { context }));
  await it.send(
    sending("contacts", [{ name: { formatted_name: "Ana", first_name: "Ana" }, phones: [{ phone: "+55" }] }]),
  );
  await it.send(sending("reaction", { message_id: asked, emoji: "👍" }));
  const [place, card] = it.joana.received(it.line).slice(-2);
  expect(place).toMatchObject({ replyTo: asked, location: { latitude: -23.5, name: "Padaria" } });
  expect(card?.contacts).toMatchObject([{ name: { formatted_name: "Ana" } }]);
  expect(it.simulator.world.message(asked)?.reactions).toEqual({ business: "👍" });
  await it.send(sending("reaction", { message_id: asked, emoji: "" }));
  expect(it.simulator.world.message(asked)?.reactions.business).toBeUndefined();
});

test.each([
  ["four buttons", sending("interactive", buttons("a", "b", "c", "d")), 131009],
  ["two buttons alike", sending("interactive", buttons("a", "a")), 131009],
  ["eleven rows", sending("interactive", list(11)), 131009],
  ["a button's title of 21 letters", sending("interactive", buttons("a".repeat(21))), 100],
  ["neither id nor link", sending("image", { caption: "a" }), 131009],
  ["the id of no upload", sending("image", { id: "1" }), 131009],
  ["a caption of 1025 letters", sending("image", { link: "https://a.test/a", caption: "a".repeat(1025) }), 100],
  ["a caption below a voice note", sending("audio", { link: "https://a.test/a", caption: "a" }), 100],
  ["a place beyond the pole", sending("location", { latitude: 91, longitude: 0 }), 131009],
  ["contacts without names", sending("contacts", [{ phones: [] }]), 131008],
  ["a reaction to nothing", sending("reaction", { message_id: "wamid.none", emoji: "👍" }), 131009],
])("a message with %s is refused", async (_, body, code) => {
  it.joana.writesTo(it.line, { text: "Oi" });
  expect((await it.send(body)).body.error).toMatchObject({ code });
});

test("she reacts, edits, takes back, passes on and comes from an ad", async () => {
  it.joana.writesTo(it.line, { text: "Oi", referral: { source_type: "ad", source_id: "7", ctwa_clid: "x" } });
  const { body } = await it.send(sending("text", { body: "Olá" }));
  const answer = body.messages[0].id;
  await it.settled();
  it.app.heard.length = 0;
  it.joana.reacts(answer, "❤️");
  it.joana.reacts(answer, "");
  const wrong = it.joana.writesTo(it.line, { text: "Dois bolus", replyTo: answer });
  it.joana.edits(wrong, "Dois bolos");
  it.joana.deletes(wrong);
  it.joana.writesTo(it.line, { location: { latitude: 1, longitude: 2 } });
  it.joana.writesTo(it.line, { contacts: [{ name: { formatted_name: "Rui" } }] });
  it.joana.writesTo(it.line, { unsupported: true });
  it.joana.writesTo(it.line, { text: "Veja isto", forwarded: true });
  await it.settled();
  const said = it.app.told.flatMap(({ messages }) => messages);
  expect(said).toMatchObject([
    { type: "reaction", reaction: { message_id: answer, emoji: "❤️" } },
    { type: "reaction", reaction: { message_id: answer } },
    { type: "text", context: { id: answer, from: "551134567800" } },
    { type: "edit", edit: { original_message_id: wrong, message: { type: "text", text: { body: "Dois bolos" } } } },
    { type: "revoke", revoke: { original_message_id: wrong } },
    { type: "location", location: { latitude: 1, longitude: 2 } },
    { type: "contacts", contacts: [{ name: { formatted_name: "Rui" } }] },
    { type: "unsupported", errors: [{ code: 131051 }] },
    { type: "text", context: { forwarded: true } },
  ]);
  expect(said[1].reaction).not.toHaveProperty("emoji");
});

test("a message that was read is marked, and a sign says that an answer is being written", async () => {
  const id = it.joana.writesTo(it.line, { text: "Oi" });
  const seen = { messaging_product: "whatsapp", status: "read", message_id: id };
  const answered = await it.send({ ...seen, typing_indicator: { type: "text" } });
  expect(answered.body).toEqual({ success: true });
  expect(it.simulator.world.message(id)?.status).toBe("read");
  expect((await it.send({ ...seen, message_id: "wamid.none" })).body.error).toMatchObject({ code: 131009 });
});

test("while her telephone is off a message is sent only, and delivered when it is on again", async () => {
  it.joana.writesTo(it.line, { text: "Oi" });
  it.joana.goesOffline();
  await it.settled();
  it.app.heard.length = 0;
  const { body } = await it.send(sending("text", { body: "Olá" }));
  expect(it.joana.received(it.line).some(({ id }) => id === body.messages[0].id)).toBe(false);
  it.joana.comesOnline();
  await it.settled();
  expect(it.app.told.map(({ statuses }) => statuses[0].status)).toEqual(["sent", "delivered"]);
});

test("somebody who gets another number gets another id, and the app hears of both", async () => {
  const rui = it.simulator.person({ name: "Rui", phone: "5511911110000" });
  rui.writesTo(it.line, { text: "Oi" });
  const before = rui.at(it.line).id;
  rui.changesNumber(it.line, "5511922220000");
  await it.settled();
  expect(rui.at(it.line).id).not.toBe(before);
  expect(it.app.told.at(-1).messages).toMatchObject([{
    from: "5511911110000",
    from_user_id: before,
    type: "system",
    system: { type: "user_changed_number", wa_id: "5511922220000", user_id: rui.at(it.line).id },
  }]);
});
