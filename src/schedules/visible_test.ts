import { expect, test } from "vitest";
import { aContact, aTicket } from "../testing/fixtures.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import type { TicketRow } from "../tickets/table.ts";

const ENCOMENDAS = 1, ATACADO = 3, ANA = 1, BRUNO = 2, CARLA = 3;
const { balcao, ana, bruno } = await aBalcaoWithCallers();
const carla = (method: string, path: string, body?: unknown) => balcao.as("carla@aurora.test")(method, path, body);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** A contact with such tickets, to whom Carla or Ana has scheduled something. */
async function scheduled(tickets: Partial<TicketRow>[], maker = ana) {
  const contact = balcao.aurora.write((db) => {
    const contact = aContact(db);
    for (const is of tickets) aTicket(db, { contactId: contact.id, ...is });
    return contact;
  });
  const form = { body: "Seu pedido sai amanhã", contactId: contact.id, sendAt: inAnHour() };
  return { ...(await maker("POST", "/schedules", form)).body, form };
}

// Bruno serves Encomendas and Entregas, Carla Entregas and Atacado.
test.each<[string, Partial<TicketRow>[], boolean]>([
  ["no ticket", [], true],
  ["a ticket in progress in his queue", [{ queueId: ENCOMENDAS }], true],
  ["a ticket in progress in another's", [{ queueId: ATACADO }], false],
  ["an earlier one of his and one in progress of another's", [
    { queueId: ENCOMENDAS, status: "closed" },
    { queueId: ATACADO, status: "open", userId: CARLA },
  ], false],
  ["an earlier one of another's", [{ queueId: ATACADO, status: "closed" }], false],
  ["earlier ones of his and of another's", [
    { queueId: ATACADO, status: "closed" },
    { queueId: ENCOMENDAS, status: "closed" },
  ], true],
  ["one in no queue that is his", [{ queueId: null, status: "open", userId: BRUNO }], true],
  ["one in no queue that is Ana's", [{ queueId: null, status: "open", userId: ANA }], false],
])("what is scheduled to a contact with %s, Bruno sees and changes: %#", async (_, tickets, isSeen) => {
  const emitted = balcao.listenAs(balcao.aurora, "Bruno");
  const { id, form, contactId } = await scheduled(tickets);
  const listed = async (who: typeof ana) =>
    (await who("GET", `/schedules/?contactId=${contactId}`)).body.schedules.map((one: { id: number }) => one.id);
  expect(await listed(ana)).toEqual([id]);
  expect(await listed(bruno)).toEqual(isSeen ? [id] : []);
  const status = isSeen ? 200 : 403;
  expect((await bruno("GET", `/schedules/${id}`)).status).toBe(status);
  expect((await bruno("PUT", `/schedules/${id}`, form)).status).toBe(status);
  expect((await bruno("DELETE", `/schedules/${id}`)).status).toBe(status);
  expect(emitted.filter(({ name }) => name === "schedule")).toHaveLength(isSeen ? 3 : 0);
  expect((await ana("GET", `/schedules/${id}`)).status).toBe(isSeen ? 404 : 200);
});

test("nobody schedules into a ticket in progress that they may not see, nor moves a message there", async () => {
  const { form } = await scheduled([{ queueId: ATACADO }]);
  expect((await bruno("POST", "/schedules", form)).body.error).toBe("ERR_NO_PERMISSION");
  const own = await scheduled([], bruno);
  expect((await bruno("PUT", `/schedules/${own.id}`, form)).body.error).toBe("ERR_NO_PERMISSION");
});

test("what one wrote oneself stays one's own when nothing is in progress", async () => {
  const own = await scheduled([{ queueId: ATACADO, status: "closed" }], bruno);
  expect((await bruno("GET", `/schedules/${own.id}`)).status).toBe(200);
  expect((await bruno("DELETE", `/schedules/${own.id}`)).status).toBe(200);
  const others = await scheduled([{ queueId: ENCOMENDAS, status: "closed" }], bruno);
  expect((await carla("GET", `/schedules/${others.id}`)).status).toBe(403);
});
