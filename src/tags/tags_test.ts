import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { addTag } from "./tags.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, bruno: typeof ana, nina: typeof ana;
beforeAll(async () => {
  balcao = await aBalcao();
  [ana, bruno, nina] = ["ana@aurora.test", "bruno@aurora.test", "nina@norte.test"].map(balcao.as) as [
    typeof ana,
    typeof ana,
    typeof ana,
  ];
});
afterAll(async () => await balcao.close());

const RED = "#c0392b";
const aTag = (name: string) => balcao.aurora.write((db) => addTag(db, { name, color: RED }, 1));
const sync = (ticketId: number, ...ids: number[]) => ({ ticketId, tags: ids.map((id) => ({ id })) });

test("a tag is added, changed and deleted, and every open screen of the company hears of it", async () => {
  const emitted = balcao.listenAs(balcao.aurora, "Carla"), elsewhere = balcao.listenAs(balcao.norte, "Nina");
  const { status, body: tag } = await bruno("POST", "/tags", { name: " VIP  ", color: "#C0392B" });
  expect([status, tag]).toMatchObject([200, { name: "VIP", color: RED, ticketsCount: 0, userId: 2 }]);
  const changed = await ana("PUT", `/tags/${tag.id}`, { name: "Muito VIP", color: "#123456" });
  expect(changed.body).toEqual({ ...tag, name: "Muito VIP", color: "#123456", revision: 1 });
  expect((await ana("GET", `/tags/${tag.id}`)).body).toEqual(changed.body);
  expect((await ana("DELETE", `/tags/${tag.id}`)).status).toBe(200);
  expect((await ana("GET", `/tags/${tag.id}`)).body.error).toBe("ERR_NO_TAG_FOUND");
  expect(emitted.map(({ name, payload }) => [name, (payload as { action: string }).action])).toEqual([
    ["tag", "create"],
    ["tag", "update"],
    ["tag", "delete"],
  ]);
  expect(elsewhere).toEqual([]);
});

test.each([
  ["a name of two letters", { name: "ab", color: RED }, { name: "too_short" }],
  ["a name of 51 letters", { name: "x".repeat(51), color: RED }, { name: "too_long" }],
  ["no name", { color: RED }, { name: "required" }],
  ["a colour that is none", { name: "Festa", color: "red;}" }, { color: "invalid" }],
])("%s is refused", async (_, form, fields) => {
  expect(await ana("POST", "/tags", form)).toMatchObject({ status: 400, body: { error: "ERR_INVALID_INPUT", fields } });
});

test("two tags cannot have one name, however it is written", async () => {
  aTag("Festa");
  const { status, body } = await ana("POST", "/tags", { name: "FESTA", color: RED });
  expect([status, body]).toEqual([409, { error: "ERR_DUPLICATED_NAME", fields: { name: "taken" } }]);
  const other = aTag("Bolo");
  expect((await ana("PUT", `/tags/${other.id}`, { name: "festa", color: RED })).status).toBe(409);
});

test("tags come by name, twenty to a page, and are found without accents and capitals", async () => {
  for (let nth = 0; nth < 25; nth++) aTag(`Promoção ${String(nth).padStart(2, "0")}`);
  const find = async (words: string, page = 1) =>
    (await ana("GET", `/tags/?searchParam=${encodeURIComponent(words)}&pageNumber=${page}`)).body;
  const first = await find("PROMOCAO"), second = await find("PROMOCAO", 2);
  expect([first.tags.length, first.hasMore, second.tags.length, second.hasMore]).toEqual([20, true, 5, false]);
  expect(first.tags[0].name).toBe("Promoção 00");
  expect((await find("' or 1=1 --")).tags).toEqual([]);
  expect((await ana("GET", "/tags/list")).body.length).toBeGreaterThan(25);
  expect((await nina("GET", "/tags/list")).body).toEqual([]);
});

test("a ticket gets and loses tags; its viewers and the list of tags hear of it", async () => {
  const ticket = balcao.aurora.write((db) => aTicket(db, { queueId: 1 }));
  const [sweet, dear] = [aTag("Doce"), aTag("Caro")];
  const bruno2 = balcao.listenAs(balcao.aurora, "Bruno"), carla = balcao.listenAs(balcao.aurora, "Carla");
  const { body } = await bruno("POST", "/tags/sync", sync(ticket.id, sweet.id, dear.id, dear.id));
  expect(body.tags).toEqual([{ id: dear.id, name: "Caro", color: RED }, { id: sweet.id, name: "Doce", color: RED }]);
  expect((await ana("GET", `/tickets/${ticket.id}`)).body.tags).toEqual(body.tags);
  expect((await ana("GET", `/tags/${dear.id}`)).body.ticketsCount).toBe(1);
  await bruno("POST", "/tags/sync", sync(ticket.id, dear.id));
  expect(bruno2.map(({ name }) => name)).toEqual(["ticket", "tag", "tag", "ticket", "tag"]);
  expect(carla.map(({ name }) => name)).toEqual(["tag", "tag", "tag"]);
  expect(carla.at(-1)!.payload).toMatchObject({ record: { id: sweet.id, ticketsCount: 0 } });
});

test("who may not see a ticket cannot tag it, and another company's ticket or tag is not there", async () => {
  const ticket = balcao.aurora.write((db) => aTicket(db, { queueId: 3 }));
  const tag = aTag("Reserva");
  const theirs = balcao.norte.write((db) => ({
    ticket: aTicket(db, { connectionId: null }),
    tag: addTag(db, { name: "Freio", color: RED }, 1),
  }));
  expect((await bruno("POST", "/tags/sync", sync(ticket.id, tag.id))).body.error).toBe("ERR_NO_PERMISSION");
  expect((await nina("PUT", `/tags/${tag.id}`, { name: "Tomada", color: RED })).body.error).toBe("ERR_NO_TAG_FOUND");
  expect((await nina("POST", "/tags/sync", sync(theirs.ticket.id, 999_999))).body.error).toBe("ERR_NO_TAG_FOUND");
  expect((await ana("POST", "/tags/sync", sync(999_999, tag.id))).body.error).toBe("ERR_NO_TICKET_FOUND");
  expect((await ana("GET", `/tickets/${ticket.id}`)).body.tags).toEqual([]);
});

test("a tag that is deleted leaves the tickets that carry it; a ticket that is deleted is no longer counted", async () => {
  const [one, other] = balcao.aurora.write((db) => [aTicket(db), aTicket(db)]);
  const [gone, stays] = [aTag("Passa"), aTag("Fica")];
  for (const { id } of [one!, other!]) await ana("POST", "/tags/sync", sync(id, gone.id, stays.id));
  await ana("DELETE", `/tags/${gone.id}`);
  expect((await ana("GET", `/tickets/${one!.id}`)).body.tags).toMatchObject([{ id: stays.id }]);
  const emitted = balcao.listenAs(balcao.aurora, "Carla");
  await ana("DELETE", `/tickets/${other!.id}`);
  expect(emitted.find(({ name }) => name === "tag")!.payload).toMatchObject({
    record: { id: stays.id, ticketsCount: 1 },
  });
});

test("a list of tickets can be asked for those that carry all of some tags", async () => {
  const [both, one, none] = balcao.aurora.write((db) => [aTicket(db), aTicket(db), aTicket(db)]);
  const [sweet, dear] = [aTag("Doce de leite"), aTag("Caríssimo")];
  await ana("POST", "/tags/sync", sync(both!.id, sweet.id, dear.id));
  await ana("POST", "/tags/sync", sync(one!.id, sweet.id));
  const ids = async (tags: string) => {
    const { body } = await ana("GET", `/tickets?showAll=true&status=pending&tags=${tags}`);
    return [body.tickets.map(({ id }: { id: number }) => id).toSorted(), body.count];
  };
  expect(await ids(`[${sweet.id}]`)).toEqual([[both!.id, one!.id], 2]);
  expect(await ids(`${sweet.id},${dear.id}`)).toEqual([[both!.id], 1]);
  expect(await ids("999999")).toEqual([[], 0]);
  expect((await ids(""))[0]).toContain(none!.id);
});
