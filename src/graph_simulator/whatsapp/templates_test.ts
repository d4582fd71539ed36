import { expect, test } from "vitest";
import { scene } from "../client_for_tests.ts";

const it = scene((simulator) => simulator.addNumber({ number: "551134567800" }));

const COMPONENTS = [
  { type: "HEADER", format: "TEXT", text: "Padaria Aurora" },
  { type: "BODY", text: "Olá {{1}}, seu pedido {{2}} está pronto.", example: { body_text: [["Ana", "42"]] } },
  { type: "FOOTER", text: "Responda SAIR para não receber" },
  {
    type: "BUTTONS",
    buttons: [{ type: "QUICK_REPLY", text: "Vou buscar" }, { type: "URL", text: "Ver", url: "https://a.test/{{1}}" }],
  },
];

function template(name: string, components?: unknown[], language = "pt_BR") {
  const rest = { messaging_product: "whatsapp", to: "5511987654321", type: "template" };
  return { ...rest, template: { name, language: { code: language }, ...(components ? { components } : {}) } };
}

const texts = (...all: string[]) => ({ type: "body", parameters: all.map((text) => ({ type: "text", text })) });
const address = { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "42" }] };

test("a template waits for approval, is told when it is approved, and then is sent to whoever has not written", async () => {
  const path = `${it.line.account.id}/message_templates`;
  const wanted = { name: "pronto", language: "pt_BR", category: "UTILITY", components: COMPONENTS };
  const { body: made } = await it.ask(path, wanted);
  expect(made).toMatchObject({ id: expect.any(String), status: "PENDING", category: "UTILITY" });
  expect((await it.ask(path, wanted)).body.error).toMatchObject({ error_subcode: 2388024 });
  expect((await it.send(template("pronto", [texts("Joana", "42"), address]))).body.error.code).toBe(132001);
  it.simulator.judgeTemplate(it.line.account, "pronto", "APPROVED");
  await it.settled();
  expect(it.app.told).toMatchObject([{ event: "APPROVED", message_template_name: "pronto" }]);
  const { body: listed } = await it.ask(`${path}?status=APPROVED`);
  expect(listed.data).toMatchObject([{ name: "pronto", language: "pt_BR", components: COMPONENTS }]);

  const { body } = await it.send(template("pronto", [texts("Joana", "42"), address]));
  expect(body.messages).toMatchObject([{ message_status: "accepted" }]);
  const message = await it.joana.waitFor(({ kind }) => kind === "template");
  expect(message.text).toBe(
    "Padaria Aurora\n\nOlá Joana, seu pedido 42 está pronto.\n\nResponda SAIR para não receber",
  );
  expect(message.choices?.at(1)?.url).toBe("https://a.test/42");
  it.joana.presses(message.id, "Vou buscar");
  await it.settled();
  expect(it.app.told.at(-1).messages).toMatchObject([{
    type: "button",
    button: { payload: "Vou buscar", text: "Vou buscar" },
    context: { id: message.id, from: "551134567800" },
  }]);
});

test.each([
  ["one parameter too few", "pronto", [texts("Joana"), address], 132000],
  ["a language that it has not got", "nada", undefined, 132001],
  ["no value for its address", "pronto", [texts("a", "b")], 131008],
  ["a line break in a parameter", "pronto", [texts("a\nb", "b"), address], 100],
  ["a currency without its text", "pronto", [{
    type: "body",
    parameters: [{ type: "currency" }, { type: "text", text: "b" }],
  }, address], 132012],
])("a template with %s is refused", async (_, name, components, code) => {
  expect((await it.send(template(name, components))).body.error.code).toBe(code);
});

test("a template that is paused or disabled, and one for which she wants nothing, say so", async () => {
  const { account } = it.line;
  it.simulator.addTemplate(account, { name: "pausado", text: "Oi", status: "PAUSED" });
  it.simulator.addTemplate(account, { name: "parado", text: "Oi", status: "DISABLED" });
  it.simulator.addTemplate(account, { name: "oferta", text: "Pão!", category: "MARKETING" });
  expect((await it.send(template("pausado"))).body.error.code).toBe(132015);
  expect((await it.send(template("parado"))).body.error.code).toBe(132016);
  it.joana.stopsMarketing(it.line);
  await it.send(template("oferta"));
  expect(it.app.told.at(0).user_preferences).toMatchObject([{ value: "stop" }]);
  expect(it.app.told.at(-1)).toMatchObject({ statuses: [{ status: "failed", errors: [{ code: 131050 }] }] });
  it.joana.stopsMarketing(it.line, false);
  await it.send(template("oferta"));
  expect(it.app.told.at(-1)).toMatchObject({ statuses: [{ status: "delivered", pricing: { category: "marketing" } }] });
});

test("named variables are filled by name, and a header that is a picture wants one", async () => {
  const { account } = it.line;
  it.simulator.addTemplate(account, {
    name: "nomes",
    text: "Olá {{nome}}, até {{dia}}!",
    parameterFormat: "NAMED",
    components: [{ type: "HEADER", format: "IMAGE" }, { type: "BODY", text: "Olá {{nome}}, até {{dia}}!" }],
  });
  const named = (parameter_name: string, text: string) => ({ type: "text", parameter_name, text });
  const body = { type: "body", parameters: [named("dia", "sexta"), named("nome", "Joana")] };
  const header = { type: "header", parameters: [{ type: "image", image: { link: "https://a.test/a.png" } }] };
  expect((await it.send(template("nomes", [body]))).body.error.code).toBe(132012);
  const wrong = { type: "body", parameters: [named("data", "sexta"), named("nome", "Joana")] };
  expect((await it.send(template("nomes", [header, wrong]))).body.error.code).toBe(132012);
  const sent = await it.send(template("nomes", [header, body]));
  const message = await it.joana.waitFor(({ id }) => id === sent.body.messages[0].id);
  expect(message.text).toBe("Olá Joana, até sexta!");
});

test("a template is deleted by its name", async () => {
  const path = `${it.line.account.id}/message_templates?name=pronto`;
  expect((await it.ask(path, undefined, "DELETE")).body).toEqual({ success: true });
  expect((await it.ask(path, undefined, "DELETE")).body.error).toMatchObject({ code: 100, error_subcode: 2593002 });
});
