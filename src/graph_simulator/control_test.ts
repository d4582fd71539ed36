import { expect, test } from "vitest";
import { type Answered, ask, scene } from "./client_for_tests.ts";

const it = scene((simulator) => simulator.addNumber({ number: "551134567800" }));

async function control(path: string, body?: unknown, type = "application/json"): Promise<Answered> {
  const init = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": type },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`${it.simulator.address}/control/${path}`, init);
  return { status: answer.status, body: await answer.json() };
}

test("another process adds a line, gets its token, and has a person write and press", async () => {
  const { body: page } = await control("lines", { channel: "messenger", name: "Oficina Norte" });
  const { body: instagram } = await control("lines", { channel: "instagram", username: "oficina", page: page.id });
  expect(instagram).toMatchObject({ address: "@oficina", page: page.id, followers: 0 });
  const { body: { token } } = await control(`lines/${page.id}/token`, {});
  const fields = "name,instagram_business_account{id}";
  expect((await ask(it.simulator, `me?fields=${fields}`, { token })).body).toMatchObject({
    id: page.id,
    name: "Oficina Norte",
    instagram_business_account: { id: instagram.id },
  });
  const { body: rui } = await control("people", { name: "Rui", phone: "5521977776666" });
  await control(`people/${rui.id}/write`, { line: page.id, text: "Oi" });
  const { body: { chats } } = await control(`people/${rui.id}/chats`);
  const chat = chats.find(({ line }: { line: string }) => line === page.id);
  expect(chat).toMatchObject({ openUntil: expect.any(Number), messages: [{ text: "Oi", isFromBusiness: false }] });
  const { body: known } = await control(`people/${rui.id}`);
  const recipient = { id: known.ids.find(({ line }: { line: string }) => line === page.id).id };
  const quick_replies = [{ content_type: "text", title: "Sim", payload: "yes" }];
  const sending = { recipient, message: { text: "Olá", quick_replies } };
  const { body: sent } = await ask(it.simulator, "me/messages", { token, body: sending });
  expect((await control(`people/${rui.id}/press`, { id: sent.message_id, choice: "yes" })).status).toBe(200);
});

test("faults, the clock and Meta's word about a template are set from outside, and calls are looked at", async () => {
  it.simulator.addTemplate(it.line.account, { name: "pronto", text: "Oi", status: "PENDING" });
  await control(`lines/${it.line.id}/templates/pronto`, { status: "APPROVED" });
  expect((await control("lines")).body[0].templates).toEqual([{
    name: "pronto",
    language: "pt_BR",
    status: "APPROVED",
  }]);
  await control("faults", { kind: "refuse", code: 80007, on: "messages" });
  expect((await it.send({})).body.error.code).toBe(80007);
  await control("faults", { kind: "notices", isHeld: true });
  it.joana.writesTo(it.line, { text: "Oi" });
  await it.settled();
  const heldBack = it.app.heard.length;
  await control("release", {});
  await it.settled();
  expect([heldBack, it.app.told.at(-1).messages[0].text.body]).toEqual([1, "Oi"]);
  const before = it.simulator.world.now();
  await control("advance", { ms: 1_000_000 });
  expect(it.simulator.world.now() - before).toBeGreaterThanOrEqual(1_000_000);
  const { body: calls } = await control("calls?last=1");
  expect(calls).toMatchObject([{ method: "POST", path: `${it.line.id}/messages`, status: 400 }]);
  const { body: posted } = await control("posted?last=1");
  expect(posted).toMatchObject([{ status: 200, attempt: 1, body: { object: "whatsapp_business_account" } }]);
});

test("what is wrong is said, and a page from elsewhere cannot post", async () => {
  expect(await control("people/99")).toEqual({ status: 404, body: { error: "There is nobody 99" } });
  expect(await control("people/1/fly", {})).toMatchObject({ status: 404 });
  expect(await control("people/1/write", { line: "1", text: "Oi" })).toMatchObject({ status: 400 });
  expect(await control("faults", { kind: "refuse", code: 7 })).toMatchObject({ status: 400 });
  expect(await control("people", { name: "Ana", phone: "5511987654321" })).toMatchObject({ status: 400 });
  expect(await control("people", { name: "Ana" }, "text/plain")).toMatchObject({ status: 400 });
});
