import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_DRAFTS } from "../contract/drafts.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { draftsOf, saveDraft } from "./drafts.ts";

const ENCOMENDAS = 1, ATACADO = 3, BRUNO = 2;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const as = (name: string) => balcao.as(`${name}@aurora.test`);
const drafts = async (name: string) => (await as(name)("GET", "/drafts")).body;

test("a draft is kept for its writer alone, changed, and forgotten when it is empty", async () => {
  const { id } = balcao.aurora.write((db) => aTicket(db, { queueId: ENCOMENDAS, status: "open", userId: BRUNO }));
  const save = (body: string) => as("bruno")("PUT", `/tickets/${id}/draft`, { body });
  expect((await save("Bom dia, ")).body).toEqual({ ticketId: id, body: "Bom dia, " });
  await save("Bom dia, Joana\n");
  expect(await drafts("bruno")).toEqual([{ ticketId: id, body: "Bom dia, Joana\n" }]);
  expect(await drafts("ana")).toEqual([]);
  expect((await save(" \n")).body).toEqual({ ticketId: id, body: "" });
  expect(await drafts("bruno")).toEqual([]);
});

test("nobody writes to what they may not see, but anything may be forgotten", async () => {
  const { id } = balcao.aurora.write((db) => aTicket(db, { queueId: ATACADO, status: "open", userId: 3 }));
  expect(await as("bruno")("PUT", `/tickets/${id}/draft`, { body: "x" })).toMatchObject({ status: 403 });
  expect(await as("bruno")("PUT", "/tickets/999999/draft", { body: "x" })).toMatchObject({ status: 404 });
  const stranger = balcao.as("nina@norte.test");
  expect(await stranger("PUT", `/tickets/${id}/draft`, { body: "x" })).toMatchObject({ status: 404 });
  expect(await as("bruno")("PUT", `/tickets/${id}/draft`, { body: "" })).toMatchObject({ status: 200 });
});

test("a draft goes with its ticket, and the oldest go when there are too many", async () => {
  const { aurora } = balcao;
  const tickets = aurora.write((db) =>
    Array.from({ length: MOST_DRAFTS + 2 }, () => aTicket(db, { queueId: ENCOMENDAS, status: "closed" }).id)
  );
  aurora.write((db) => tickets.forEach((ticketId, nth) => void saveDraft(db, BRUNO, { ticketId, body: "x" }, nth)));
  const kept = draftsOf(aurora.read, BRUNO).map(({ ticketId }) => ticketId);
  expect(kept).toEqual(tickets.slice(2).reverse());
  await as("ana")("DELETE", `/tickets/${kept[0]}`);
  expect(draftsOf(aurora.read, BRUNO)).toHaveLength(MOST_DRAFTS - 1);
});
