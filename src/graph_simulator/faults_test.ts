import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { ask, scene } from "./client_for_tests.ts";

const it = scene((simulator) => simulator.addNumber({ number: "551134567800" }));

const text = (body: string) => ({ messaging_product: "whatsapp", to: "5511987654321", text: { body } });
const textsTold = () => it.app.told.map(({ messages }) => messages?.[0].text.body);

test("a notice that is not answered with 200 comes again, and others overtake it", async () => {
  it.app.answers.push(500, 404);
  for (const each of ["um", "dois", "três"]) it.joana.writesTo(it.line, { text: each });
  await it.settled();
  expect(textsTold()).toEqual(["três", "um", "dois"]);
  const attempts = it.simulator.posted.map(({ attempt, status }) => [attempt, status]);
  expect(attempts).toEqual([[1, 500], [1, 404], [1, 200], [2, 200], [2, 200]]);
});

test("a notice is given up after its last try", async () => {
  it.app.answers.push(...Array(5).fill(500));
  const before = it.simulator.posted.length;
  it.joana.writesTo(it.line, { text: "um" });
  await it.settled();
  expect(it.simulator.posted.slice(before).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  expect(it.app.heard).toEqual([]);
});

test("notices repeat, come the last first, or several in one call", async () => {
  it.simulator.faults.notices.repeats = 1;
  it.joana.writesTo(it.line, { text: "um" });
  await it.settled();
  expect(textsTold()).toEqual(["um", "um"]);

  it.app.heard.length = 0;
  Object.assign(it.simulator.faults.notices, { repeats: 0, isHeld: true, isReversed: true, isBatched: true });
  for (const each of ["um", "dois", "três"]) it.joana.writesTo(it.line, { text: each });
  await it.settled();
  expect(it.app.heard).toEqual([]);
  it.simulator.world.notices.release();
  await it.settled();
  expect(it.app.heard.map(({ entry }) => entry.length)).toEqual([1]);
  expect(textsTold()).toEqual(["três", "dois", "um"]);
});

test("a false signature, a number that nobody has and another app's account come when they are asked for", async () => {
  it.simulator.faults.notices.forged = 1;
  it.joana.writesTo(it.line, { text: "um" });
  it.joana.writesTo(it.line, { text: "dois" });
  const value = { messaging_product: "whatsapp", metadata: { phone_number_id: "1" }, messages: [] };
  const entry = { id: "99", changes: [{ field: "messages", value }] };
  it.simulator.postNotice(it.app.app, "whatsapp_business_account", entry);
  await it.settled();
  expect(it.app.heard.map(({ isSigned }) => isSigned)).toEqual([false, true, true]);
  expect(it.app.told.at(-1)).toMatchObject({ metadata: { phone_number_id: "1" } });
});

test("an answer that is cut off was accepted all the same", async () => {
  it.joana.writesTo(it.line, { text: "Oi" });
  it.simulator.faults.meet({ kind: "cut", on: "messages" });
  await expect(it.send(text("Chegou?"))).rejects.toThrow();
  await it.joana.waitFor((message) => message.text === "Chegou?");
  expect((await it.send(text("E agora?"))).status).toBe(200);
});

test("calls are refused, broken or slow as often as asked", async () => {
  it.joana.writesTo(it.line, { text: "Oi" });
  it.simulator.faults.meet({ kind: "refuse", code: 130429 });
  it.simulator.faults.meet({ kind: "status", status: 502 });
  expect((await it.send(text("a"))).body.error.code).toBe(130429);
  const path = `${it.simulator.address}/v25.0/${it.line.id}/messages`;
  expect((await fetch(path, { method: "POST" })).status).toBe(502);
  it.simulator.faults.meet({ kind: "slow", ms: 120 });
  const start = performance.now();
  expect((await it.send(text("a"))).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(115);
});

test("an accepted message fails with the code that was asked for", async () => {
  it.joana.writesTo(it.line, { text: "Oi" });
  await it.settled();
  it.app.heard.length = 0;
  it.simulator.faults.failNext(131049);
  await it.send(text("a"));
  expect(it.app.told).toMatchObject([{ statuses: [{ status: "failed", errors: [{ code: 131049 }] }] }]);
});

test("a person without a telephone number in sight is known and reached by the id", async () => {
  const rui = it.simulator.person({ name: "Rui", phone: "5521977776666", username: "rui", hidesNumber: true });
  rui.writesTo(it.line, { text: "Oi" });
  await it.settled();
  const { id } = rui.at(it.line);
  const [{ contacts, messages }] = it.app.told;
  expect(contacts).toEqual([{ profile: { name: "Rui", username: "rui" }, user_id: id }]);
  expect(messages[0]).not.toHaveProperty("from");
  const answer = { messaging_product: "whatsapp", recipient_type: "individual", type: "text", text: { body: "Olá" } };
  const sent = await it.send({ ...answer, recipient: id });
  expect(sent.body.contacts).toEqual([{ input: id, user_id: id }]);
  expect(it.app.told.at(-1).statuses[0]).toMatchObject({ status: "delivered", recipient_user_id: id });
  expect(it.app.told.at(-1).statuses[0]).not.toHaveProperty("recipient_id");
  expect((await it.send({ ...answer, to: id })).body.error.code).toBe(131009);
  it.simulator.faults.userIdIn = "to";
  expect((await it.send({ ...answer, to: id })).status).toBe(200);
  expect((await it.send({ ...answer, recipient: id })).body.error.code).toBe(131008);
  it.simulator.faults.userIdIn = "recipient";
});

test("a token that was withdrawn, has ended, or is none is refused with 190; a wrong proof with 100", async () => {
  const { simulator, app } = it;
  const path = `${it.line.id}?fields=display_phone_number,verified_name,quality_rating`;
  const token = simulator.tokenFor(app.app, it.line).value;
  const proofOf = (key: string) => createHmac("sha256", key).update(token).digest("hex");
  expect((await ask(simulator, `${path}&appsecret_proof=${proofOf(app.app.secret)}`, { token })).body).toEqual({
    id: it.line.id,
    display_phone_number: "+551134567800",
    verified_name: "Padaria Aurora",
    quality_rating: "GREEN",
  });
  const forged = await ask(simulator, `${path}&appsecret_proof=${proofOf("another")}`, { token });
  expect(forged.body.error).toMatchObject({ code: 100 });
  expect((await ask(simulator, path, { token: "EAAnone" })).body.error).toMatchObject({ code: 190 });
  simulator.revokeToken(token);
  expect((await ask(simulator, path, { token })).body.error).toMatchObject({ code: 190, error_subcode: 458 });
  const scopes = ["whatsapp_business_messaging"];
  const short = simulator.issueToken({ kind: "system", app: app.app, ownerId: "1", scopes, livesMs: -1 }).value;
  expect((await ask(simulator, path, { token: short })).body.error).toMatchObject({ code: 190, error_subcode: 463 });
});

test("a version that is not there yet is no path, one that has ended is answered by the oldest", async () => {
  const at = (version: string) =>
    fetch(`${it.simulator.address}/${version}/${it.line.id}`, { headers: { authorization: `Bearer ${it.token}` } });
  const future = await at("v99.0");
  expect((await future.json()).error).toMatchObject({ code: 2500 });
  const old = await at("v15.0");
  expect([old.status, old.headers.get("facebook-api-version")]).toEqual([200, "v22.0"]);
  await old.body?.cancel();
});
