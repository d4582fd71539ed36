import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let bruno: ReturnType<typeof balcao.as>, nina: typeof bruno;
beforeAll(async () => {
  balcao = await aBalcao();
  bruno = balcao.as("bruno@aurora.test");
  nina = balcao.as("nina@norte.test");
});
afterAll(async () => await balcao.close());

test("a quick reply can be added, changed and deleted, and every open screen of the company hears of it", async () => {
  const emitted = balcao.listenAs(balcao.aurora, "Carla"), elsewhere = balcao.listenAs(balcao.norte, "Nina");
  const { body: reply } = await bruno("POST", "/quick-messages", { shortcode: " bom ", message: "Bom dia!" });
  expect(reply).toMatchObject({ shortcode: "bom", message: "Bom dia!", userId: 2 });
  const changed = await bruno("PUT", `/quick-messages/${reply.id}`, { shortcode: "bom", message: "Olá,\nbom dia!" });
  expect(changed.body).toEqual({ ...reply, message: "Olá,\nbom dia!", revision: 1 });
  expect((await bruno("GET", "/quick-messages/list?companyId=3&userId=9")).body).toEqual([changed.body]);
  expect((await bruno("DELETE", `/quick-messages/${reply.id}`)).body).toEqual({});
  expect(emitted.map(({ payload }) => (payload as { action: string }).action)).toEqual(["create", "update", "delete"]);
  expect(elsewhere).toEqual([]);
});

test.each([
  ["a shortcode of two letters", { shortcode: "ab", message: "Bom dia" }, { shortcode: "too_short" }],
  ["a shortcode of 51", { shortcode: "a".repeat(51), message: "Bom dia" }, { shortcode: "too_long" }],
  ["a message of two letters", { shortcode: "oi!", message: "oi" }, { message: "too_short" }],
  ["a message of 501", { shortcode: "oi!", message: "a".repeat(501) }, { message: "too_long" }],
  ["nothing", {}, { shortcode: "required", message: "required" }],
])("%s is refused", async (_, form, fields) => {
  expect(await bruno("POST", "/quick-messages", form)).toMatchObject({ status: 400, body: { fields } });
});

test("markup, script and emoji are kept as they were typed", async () => {
  const form = { shortcode: "🧁".repeat(25), message: "<script>alert('oi')</script> *a* \u202e {{name}}" };
  const { body } = await bruno("POST", "/quick-messages", form);
  expect(body).toMatchObject(form);
});

test("one shortcode stands for one reply, and another company's is not there", async () => {
  const { body: first } = await bruno("POST", "/quick-messages", { shortcode: "pix", message: "A chave é o CNPJ" });
  const taken = { status: 409, body: { error: "ERR_DUPLICATED_NAME", fields: { shortcode: "taken" } } };
  expect(await bruno("POST", "/quick-messages", { shortcode: "PIX", message: "Outra" })).toMatchObject(taken);
  expect((await nina("POST", "/quick-messages", { shortcode: "pix", message: "Nossa chave" })).status).toBe(200);
  const change = await nina("PUT", `/quick-messages/${first.id + 50}`, { shortcode: "abc", message: "abc" });
  expect([change.status, change.body.error]).toEqual([404, "ERR_NO_QUICK_REPLY_FOUND"]);
  expect((await nina("DELETE", `/quick-messages/${first.id}`)).status).toBe(404);
});
