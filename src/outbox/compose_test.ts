import { afterAll, beforeAll, expect, test } from "vitest";
import { messageTable } from "../messages/table.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { outboxTable } from "./table.ts";

const ENCOMENDAS = 1, ATACADO = 3, BRUNO = 2;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const as = (name: string) => balcao.as(`${name}@aurora.test`);

test("an answer quotes only what its writer may see", async () => {
  const { aurora } = balcao;
  const hidden = aurora.write((db) => aTicket(db, { queueId: ATACADO, status: "open", userId: 3 }));
  const { body: [secret] } = await as("carla")("POST", `/messages/${hidden.id}`, { body: "a senha é 1234" });
  await as("carla")("PUT", `/tickets/${hidden.id}`, { status: "closed", userId: 3 });
  const { contactId } = hidden;
  const { id } = aurora.write((db) => aTicket(db, { contactId, queueId: ENCOMENDAS, status: "open", userId: BRUNO }));
  const other = aurora.write((db) => aTicket(db, { queueId: ENCOMENDAS, status: "open", userId: BRUNO }));
  const { body: [elsewhere] } = await as("bruno")("POST", `/messages/${other.id}`, { body: "para outra pessoa" });

  for (const [what, quoted] of [["of a queue that is not theirs", secret], ["of another chat", elsewhere]] as const) {
    const draft = { body: "Como combinado", quotedMsg: { id: quoted.id } };
    const answer = await as("bruno")("POST", `/messages/${id}`, draft);
    expect(answer, what).toMatchObject({ status: 404, body: { error: "ERR_NO_MESSAGE_FOUND" } });
  }
  const draft = { body: "Como combinado", quotedMsg: { id: secret.id } };
  expect((await as("ana")("POST", `/messages/${id}`, draft)).body[0].quotedMsg.body).toBe("a senha é 1234");
});

test("somebody else's mark on a message is not taken for one's own", async () => {
  const { id } = balcao.aurora.write((db) => aTicket(db, { status: "open", userId: BRUNO }));
  const localId = crypto.randomUUID();
  const { body: [first] } = await as("bruno")("POST", `/messages/${id}`, { body: "minha", localId });
  expect((await as("bruno")("POST", `/messages/${id}`, { body: "minha", localId })).body[0].id).toBe(first.id);
  expect(await as("ana")("POST", `/messages/${id}`, { body: "dela", localId })).toMatchObject({
    status: 400,
    body: { fields: { localId: "taken" } },
  });
});

test("control characters are taken out, line breaks stay", async () => {
  const { id } = balcao.aurora.write((db) => aTicket(db, { status: "open", userId: BRUNO }));
  const { body: [message] } = await as("bruno")("POST", `/messages/${id}`, { body: "  a\u0000b\u0007c\r\n\td \n" });
  expect(message.body).toBe("  abc\r\n\td \n");
  const nothing = await as("bruno")("POST", `/messages/${id}`, { body: "\u0000\u0007" });
  expect(nothing).toMatchObject({ status: 400, body: { fields: { body: "required" } } });
});

test("a refused message leaves nothing behind, its files neither", async () => {
  const { aurora } = balcao, { id } = aurora.write((db) => aTicket(db, { status: "pending" }));
  const count = () => [messageTable, outboxTable].map((table) => aurora.read.select().from(table).all().length);
  const had = count();
  const form = new FormData();
  form.append("body", "x");
  form.append("medias", new File(["abc"], "a.txt", { type: "text/plain" }));
  expect((await as("ana")("POST", `/messages/${id}`, form)).body.error).toBe("ERR_TICKET_NOT_OPEN");
  expect(count()).toEqual(had);
  expect([...Deno.readDirSync(`${aurora.folder}/media`)]).toEqual([]);
});

test.each(["true", '{"a":1}', "{{nome}}", "linha\noutra"])("a caption is what was written: %s", async (body) => {
  const { id } = balcao.aurora.write((db) => aTicket(db, { status: "open", userId: BRUNO }));
  const form = new FormData();
  form.append("body", body);
  form.append("medias", new File(["abc"], "a.txt", { type: "text/plain" }));
  expect((await as("bruno")("POST", `/messages/${id}`, form)).body[0].body).toBe(body);
});
