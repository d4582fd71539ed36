import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  await ana("POST", "/holidays", { date: "2031-01-01", name: "Ano novo" });
});
afterAll(async () => await balcao.close());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);

/** Everything at the desk that an administrator types, by the call that takes it and the rest that the call needs. */
const FIELDS: [string, method: string, path: string, field: string, rest: object][] = [
  ["a queue's name", "POST", "/queue", "name", { color: "#0a0a0a" }],
  ["a queue's greeting", "PUT", "/queue/1", "greetingMessage", { name: "Encomendas", color: "#0b0b0b" }],
  ["a queue's words out of hours", "PUT", "/queue/1", "outOfHoursMessage", { name: "Encomendas", color: "#0b0b0b" }],
  ["an option's title", "POST", "/queue-options", "title", { queueId: 1 }],
  ["an option's words", "POST", "/queue-options", "message", { queueId: 1, title: "Bolos" }],
  ["a connection's name", "PUT", "/whatsapp/1", "name", {}],
  ["a connection's greeting", "PUT", "/whatsapp/1", "greetingMessage", { name: "Loja 7" }],
  ["a connection's last words", "PUT", "/whatsapp/1", "complationMessage", { name: "Loja 7" }],
  ["a connection's words out of hours", "PUT", "/whatsapp/1", "outOfHoursMessage", { name: "Loja 7" }],
  ["a connection's question", "PUT", "/whatsapp/1", "ratingMessage", { name: "Loja 7" }],
  ["a person's name", "PUT", "/users/2", "name", { email: "bruno@aurora.test" }],
  ["a holiday's name", "PUT", "/holidays/1", "name", { date: "2031-01-01" }],
  ["a setting", "PUT", "/settings/ipixc", "value", {}],
];

describe.each(FIELDS)("%s", (_, method, path, field, rest) => {
  test("of ten thousand characters is refused at its field", async () => {
    for (const letter of ["x", "🙂", "م"]) {
      const { status, body } = await ana(method, path, { ...rest, [field]: letter.repeat(10_000) });
      expect([status, body.error, body.fields]).toEqual([400, "ERR_INVALID_INPUT", { [field]: "too_long" }]);
    }
  });

  test("is kept as it is, whatever is in it", async () => {
    for (const text of ["<script>alert(1)</script>", "مرحبا بالعالم", "👩‍👩‍👧‍👦 e família", "'; drop table users; --"]) {
      const { status, body } = await ana(method, path, { ...rest, [field]: text });
      if (path === "/queue" && status === 200) await ana("DELETE", `/queue/${body.id}`);
      expect([status, body.error]).toEqual([200, undefined]);
      const shown = path.startsWith("/whatsapp") ? (await ana("GET", path)).body : body;
      expect(shown[field]).toBe(text);
    }
  });
});
