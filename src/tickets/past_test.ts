import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, bruno: typeof ana;
let contactId: number, ids: number[];
beforeAll(async () => {
  balcao = await aBalcao();
  ana = balcao.as("ana@aurora.test");
  bruno = balcao.as("bruno@aurora.test");
  // The second is in Atacado, which Bruno does not serve.
  balcao.aurora.write((db) => {
    contactId = aContact(db).id;
    ids = [1, 3, 1].map((queueId, nth) =>
      aTicket(db, { contactId, queueId, status: "closed", closedAt: 1_000 * nth, createdAt: 1_000 * nth }).id
    );
    aTicket(db, { queueId: 1, status: "closed", createdAt: 500 });
  });
});
afterAll(async () => await balcao.close());

test("a contact's tickets are those that one may see, newest first", async () => {
  const list = async (who: typeof ana) =>
    (await who("GET", `/contacts/${contactId}/tickets`)).body.tickets?.map(({ id }: { id: number }) => id);
  expect(await list(ana)).toEqual(ids.toReversed());
  expect(await list(bruno)).toEqual([ids[2], ids[0]]);
  expect((await ana("GET", `/contacts/${contactId}/tickets`)).body.tickets[0]).toMatchObject({
    status: "closed",
    queue: { name: "Encomendas" },
    closedAt: "1970-01-01T00:00:02.000Z",
  });
  expect((await balcao.as("nina@norte.test")("GET", `/contacts/${contactId}/tickets`)).status).toBe(404);
});

test("the page that begins a ticket names the one before it, of those that one may see", async () => {
  const before = async (who: typeof ana, id: number) => (await who("GET", `/messages/${id}`)).body.earlier?.id ?? null;
  expect(await before(ana, ids[2]!)).toBe(ids[1]);
  expect(await before(bruno, ids[2]!)).toBe(ids[0]);
  expect(await before(ana, ids[0]!)).toBeNull();
});
