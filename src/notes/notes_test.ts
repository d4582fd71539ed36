import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, bruno: typeof ana, carla: typeof ana;
beforeAll(async () => {
  balcao = await aBalcao();
  ana = balcao.as("ana@aurora.test");
  bruno = balcao.as("bruno@aurora.test");
  carla = balcao.as("carla@aurora.test");
});
afterAll(async () => await balcao.close());

/** A contact with a ticket in Encomendas, which Bruno serves, and one in Atacado, which Carla serves. */
function twoTickets() {
  return balcao.aurora.write((db) => {
    const contactId = aContact(db).id;
    const ours = aTicket(db, { contactId, queueId: 1, status: "closed" }).id;
    return { contactId, ours, theirs: aTicket(db, { contactId, queueId: 3 }).id };
  });
}
const list = async (who: typeof ana, contactId: number) =>
  (await who("GET", `/ticket-notes/list?contactId=${contactId}`)).body.map(({ note }: { note: string }) => note);

test("notes on a contact are seen, newest first, by those who may see their tickets", async () => {
  const { contactId, ours, theirs } = twoTickets();
  const [brunoHeard, carlaHeard] = [balcao.listenAs(balcao.aurora, "Bruno"), balcao.listenAs(balcao.aurora, "Carla")];
  const { body } = await bruno("POST", "/ticket-notes", { note: " Paga por Pix ", ticketId: ours, contactId });
  expect(body).toMatchObject({ note: "Paga por Pix", ticketId: ours, contactId, user: { name: "Bruno Tavares" } });
  await carla("POST", "/ticket-notes", { note: "Compra no atacado", ticketId: theirs, contactId });
  expect(await list(ana, contactId)).toEqual(["Compra no atacado", "Paga por Pix"]);
  expect(await list(bruno, contactId)).toEqual(["Paga por Pix"]);
  expect(await list(carla, contactId)).toEqual(["Compra no atacado"]);
  expect([brunoHeard.length, carlaHeard.length]).toEqual([1, 1]);
  expect(brunoHeard[0]).toMatchObject({ name: "note", payload: { action: "create", record: { id: body.id } } });
  expect((await carla("DELETE", `/ticket-notes/${body.id}`)).body.error).toBe("ERR_NO_PERMISSION");
  expect((await ana("DELETE", `/ticket-notes/${body.id}`)).status).toBe(200);
  expect(brunoHeard.at(-1)!.payload).toEqual({ action: "delete", id: body.id });
  expect((await ana("DELETE", `/ticket-notes/${body.id}`)).body.error).toBe("ERR_NO_NOTE_FOUND");
});

test("a note of one letter, on no ticket, or on another's ticket is refused", async () => {
  const { contactId, ours, theirs } = twoTickets();
  const add = (form: object) => bruno("POST", "/ticket-notes", { note: "Ok", contactId, ticketId: ours, ...form });
  expect((await add({ note: " a " })).body.fields).toEqual({ note: "too_short" });
  expect((await add({ ticketId: undefined })).body.fields).toEqual({ ticketId: "required" });
  expect((await add({ ticketId: theirs })).body.error).toBe("ERR_NO_PERMISSION");
  expect((await add({ ticketId: 999_999 })).body.error).toBe("ERR_NO_TICKET_FOUND");
  expect((await bruno("GET", `/ticket-notes/list?contactId=${contactId}&ticketId=${theirs}`)).status).toBe(403);
  expect(await list(balcao.as("nina@norte.test"), contactId)).toEqual([]);
});

test("a note outlives its ticket, for its writer and the admins alone", async () => {
  const { contactId, ours } = twoTickets();
  await bruno("POST", "/ticket-notes", { note: "Sem coco", ticketId: ours, contactId });
  await ana("DELETE", `/tickets/${ours}`);
  expect(await list(bruno, contactId)).toEqual(["Sem coco"]);
  expect(await list(ana, contactId)).toEqual(["Sem coco"]);
  expect(await list(carla, contactId)).toEqual([]);
});

describe("a note that was deleted by mistake", () => {
  const restore = (who: typeof ana, id: number) => who("POST", `/ticket-notes/${id}/restore`);

  test("is there again within 8 s, as its writer wrote it and when", async () => {
    const { contactId, ours } = twoTickets();
    const { body } = await bruno("POST", "/ticket-notes", { note: "Paga por Pix", ticketId: ours, contactId });
    await ana("DELETE", `/ticket-notes/${body.id}`);
    const brunoHeard = balcao.listenAs(balcao.aurora, "Bruno");
    expect(await restore(bruno, body.id)).toMatchObject({ status: 403 });
    expect(await restore(balcao.as("nina@norte.test"), body.id)).toMatchObject({ status: 409 });
    expect((await restore(ana, body.id)).body).toEqual(body);
    expect(brunoHeard).toEqual([{ name: "note", payload: { action: "create", record: body } }]);
    expect(await list(bruno, contactId)).toEqual(["Paga por Pix"]);
    expect((await restore(ana, body.id)).body.error).toBe("ERR_UNDO_TOO_LATE");
  });

  test("is gone for good after that", async () => {
    const { contactId, ours } = twoTickets();
    const { body } = await bruno("POST", "/ticket-notes", { note: "Paga por Pix", ticketId: ours, contactId });
    await bruno("DELETE", `/ticket-notes/${body.id}`);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 9500 });
    try {
      expect((await restore(bruno, body.id)).body.error).toBe("ERR_UNDO_TOO_LATE");
    } finally {
      vi.useRealTimers();
    }
    expect(await list(bruno, contactId)).toEqual([]);
  });

  test("comes back also when its ticket was deleted in between", async () => {
    const { contactId, ours } = twoTickets();
    const { body } = await bruno("POST", "/ticket-notes", { note: "Sem coco", ticketId: ours, contactId });
    await bruno("DELETE", `/ticket-notes/${body.id}`);
    await ana("DELETE", `/tickets/${ours}`);
    expect((await restore(bruno, body.id)).body).toEqual({ ...body, ticketId: null });
  });
});
