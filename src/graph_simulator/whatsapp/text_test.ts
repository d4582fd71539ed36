import { expect, test } from "vitest";
import { scene } from "../client_for_tests.ts";

const it = scene((simulator) => simulator.addNumber({ number: "551134567800" }));
const HOUR = 3_600_000;

function text(body: string, rest: object = {}) {
  return { messaging_product: "whatsapp", to: "5511987654321", type: "text", text: { body }, ...rest };
}

test("Joana writes, and the app hears of it, signed and with both of her ids", async () => {
  const id = it.joana.writesTo(it.line, { text: "Bom dia ☕" });
  await it.settled();
  expect(it.app.heard).toMatchObject([{ object: "whatsapp_business_account", isSigned: true }]);
  const user_id = it.joana.at(it.line).id;
  expect(user_id).toMatch(/^BR\.\d{16}$/);
  expect(it.app.told).toMatchObject([{
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "551134567800", phone_number_id: it.line.id },
    contacts: [{ profile: { name: "Joana Prado", username: "joanap" }, wa_id: "5511987654321", user_id }],
    messages: [{ id, from: "5511987654321", from_user_id: user_id, type: "text", text: { body: "Bom dia ☕" } }],
  }]);
});

test("an answer within a day arrives, and the app hears sent, delivered and read with its own data", async () => {
  it.joana.writesTo(it.line, { text: "Tem pão?" });
  await it.settled();
  it.app.heard.length = 0;
  const { status, body } = await it.send(text("Tem sim", { biz_opaque_callback_data: "42" }));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    messaging_product: "whatsapp",
    contacts: [{ input: "5511987654321", wa_id: "5511987654321", user_id: it.joana.at(it.line).id }],
    messages: [{ id: expect.stringMatching(/^wamid\./) }],
  });
  const message = await it.joana.waitFor((each) => each.id === body.messages[0].id);
  expect(message.text).toBe("Tem sim");
  it.joana.reads(it.line);
  await it.settled();
  const statuses = it.app.told.flatMap((value) => value.statuses).filter((each) => each.id === message.id);
  expect(statuses).toMatchObject(["sent", "delivered", "read"].map((each) => ({
    status: each,
    recipient_id: "5511987654321",
    biz_opaque_callback_data: "42",
  })));
});

test("a day after her last message a text is accepted and fails with 131047", async () => {
  it.joana.writesTo(it.line, { text: "Até amanhã" });
  it.simulator.advance(24 * HOUR + 1000);
  await it.settled();
  it.app.heard.length = 0;
  const { status, body } = await it.send(text("Ainda está aí?"));
  expect(status).toBe(200);
  expect(it.app.told).toMatchObject([{
    statuses: [{
      id: body.messages[0].id,
      status: "failed",
      errors: [{ code: 131047, title: "Re-engagement message" }],
    }],
  }]);
  expect(it.joana.received(it.line).some(({ id }) => id === body.messages[0].id)).toBe(false);
});

test("a number that has no WhatsApp fails with 131026", async () => {
  await it.send(text("Olá", { to: "5511911112222" }));
  expect(it.app.told).toMatchObject([{ statuses: [{ status: "failed", errors: [{ code: 131026 }] }] }]);
});

test.each([
  ["no product", { ...text("a"), messaging_product: undefined }, 131008],
  ["no receiver", { ...text("a"), to: undefined }, 131008],
  ["letters for a number", text("a", { to: "joana" }), 131009],
  ["an unknown type", text("a", { type: "poem" }), 100],
  ["no body", text("a", { text: {} }), 131008],
  ["a body of 4097 letters", text("a".repeat(4097)), 100],
  ["an unknown field", text("a", { text: { body: "a", colour: "red" } }), 100],
  ["itself", text("a", { to: "551134567800" }), 131021],
  ["contents of another type", text("a", { image: { link: "https://a.test/a.png" } }), 100],
])("a message with %s is refused", async (_, body, code) => {
  const answered = await it.send(body);
  expect(answered.status).toBe(400);
  expect(answered.body.error).toMatchObject({ code, fbtrace_id: expect.any(String) });
  expect(it.app.heard).toEqual([]);
});
