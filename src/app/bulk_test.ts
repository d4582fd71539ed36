import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { contactTable } from "../contacts/table.ts";
import { CALLS } from "../contract/contract.ts";
import { addQuickReply } from "../quick_replies/quick_replies.ts";
import { addSchedule } from "../schedules/schedules.ts";
import { addTag, tagIdsOf } from "../tags/tags.ts";
import { aContact, aTicket } from "../testing/fixtures.ts";
import { noPauses } from "../testing/campaigns.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";
import { userTable } from "../users/table.ts";

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

const RED = "#c0392b";
const contact = (name?: string) => balcao.aurora.write((db) => aContact(db, { name })).id;
const tag = (name: string) => balcao.aurora.write((db) => addTag(db, { name, color: RED }, 1)).id;
const deletions = (emitted: { name: string; payload: unknown }[], event: string) =>
  emitted.filter(({ name, payload }) => name === event && (payload as { action: string }).action === "delete")
    .map(({ payload }) => (payload as { id: number }).id);

describe("deleting several", () => {
  test("contacts go, one that is being served stays with the reason, and its neighbours are not spoilt", async () => {
    const [first, busy, last] = [contact(), contact(), contact()];
    balcao.aurora.write((db) => void aTicket(db, { contactId: busy, status: "open", userId: 1 }));
    const emitted = balcao.listenAs(balcao.aurora, "Carla");
    const { status, body } = await ana("POST", "/contacts/bulk/delete", { ids: [first, busy, last, first] });
    expect([status, body]).toEqual([200, {
      outcomes: [{ id: first }, { id: busy, error: "ERR_CONTACT_IN_USE", detail: { tickets: 1 } }, { id: last }],
    }]);
    expect(deletions(emitted, "contact")).toEqual([first, last]);
    const left = balcao.aurora.read.select().from(contactTable).all().map(({ id }) => id);
    expect([first, busy, last].filter((id) => left.includes(id))).toEqual([busy]);
  });

  test("another company's contacts are not found, and stay", async () => {
    const own = contact("Só da padaria");
    const { body } = await nina("POST", "/contacts/bulk/delete", { ids: [own] });
    expect(body.outcomes).toEqual([{ id: own, error: "ERR_NO_CONTACT_FOUND" }]);
    expect(balcao.aurora.read.select().from(contactTable).where(eq(contactTable.id, own)).all()).toHaveLength(1);
  });

  test("an attendant may delete neither contacts nor users", async () => {
    const own = contact();
    for (const path of ["/contacts/bulk/delete", "/users/bulk/delete", "/contacts/bulk/export"]) {
      expect((await bruno("POST", path, { ids: [own] })).body.error, path).toBe("ERR_NO_PERMISSION");
    }
  });

  test("users go, but neither oneself nor the provider's people; their open tickets go back to waiting", async () => {
    const form = { password: "Um-Segredo-Longo-9", profile: "user", queueIds: [1] };
    const [one, other] = [
      (await ana("POST", "/users", { ...form, name: "Davi Um", email: "davi1@aurora.test" })).body.id,
      (await ana("POST", "/users", { ...form, name: "Davi Dois", email: "davi2@aurora.test" })).body.id,
    ];
    const ticket = balcao.aurora.write((db) => aTicket(db, { status: "open", userId: one, queueId: 1 }));
    const { body } = await ana("POST", "/users/bulk/delete", { ids: [one, 1, other, 999_999] });
    expect(body.outcomes).toEqual([
      { id: one },
      { id: 1, error: "ERR_OWN_USER" },
      { id: other },
      { id: 999_999, error: "ERR_NO_USER_FOUND" },
    ]);
    expect((await ana("GET", `/tickets/${ticket.id}`)).body).toMatchObject({ status: "pending", userId: null });
    const names = balcao.aurora.read.select().from(userTable).all().map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("Davi"))).toEqual([]);
  });

  test("tags and quick replies go, by whoever may delete one; other companies' stay", async () => {
    const tags = [tag("Vai um"), tag("Vai dois")];
    const replies = balcao.aurora.write((db) =>
      ["vaium", "vaidois"].map((shortcode) => addQuickReply(db, { shortcode, message: "Olá!" }, 1))
    ).map(({ id }) => id);
    const emitted = balcao.listenAs(balcao.aurora, "Carla"), elsewhere = balcao.listenAs(balcao.norte, "Nina");
    for (const [path, ids, event] of [["tags", tags, "tag"], ["quick-messages", replies, "quickMessage"]] as const) {
      const stranger = (await nina("POST", `/${path}/bulk/delete`, { ids })).body.outcomes;
      expect(stranger.map(({ error }: { error: string }) => error)).toEqual(
        ids.map(() => path === "tags" ? "ERR_NO_TAG_FOUND" : "ERR_NO_QUICK_REPLY_FOUND"),
      );
      expect((await bruno("POST", `/${path}/bulk/delete`, { ids })).body.outcomes).toEqual(ids.map((id) => ({ id })));
      expect(deletions(emitted, event)).toEqual(ids);
    }
    expect(elsewhere).toEqual([]);
  });

  test("of scheduled messages an attendant deletes those that they may see; the others say so", async () => {
    const [open, hidden] = [contact(), contact()];
    const ids = balcao.aurora.write((db) => {
      aTicket(db, { contactId: hidden, status: "open", userId: 1, queueId: null });
      return [open, hidden].map((contactId) =>
        addSchedule(
          db,
          { body: "Até logo!", contactId, connectionId: null, sendAt: Date.now() + 3_600_000 },
          1,
          Date.now(),
        ).id
      );
    });
    const { body } = await bruno("POST", "/schedules/bulk/delete", { ids });
    expect(body.outcomes).toEqual([{ id: ids[0] }, { id: ids[1], error: "ERR_NO_PERMISSION" }]);
    const stranger = (await nina("POST", "/schedules/bulk/delete", { ids: [ids[1]] })).body.outcomes;
    expect(stranger).toEqual([{ id: ids[1], error: "ERR_NO_SCHEDULE_FOUND" }]);
  });
});

describe("tagging several contacts", () => {
  test("the ticket in progress gets the tags, else the latest; what it had besides stays; who has none is named", async () => {
    const [party, order] = [tag("Festa"), tag("Encomenda")];
    const [served, past, none] = [contact(), contact(), contact()];
    const [closed, open, latest] = balcao.aurora.write((db) => [
      aTicket(db, { contactId: served, status: "closed" }),
      aTicket(db, { contactId: served, status: "open", userId: 2 }),
      aTicket(db, { contactId: past, status: "closed" }),
    ]).map(({ id }) => id) as [number, number, number];
    await ana("POST", "/tags/sync", { ticketId: open, tags: [{ id: order }] });
    const emitted = balcao.listenAs(balcao.aurora, "Bruno");
    const { body } = await bruno("POST", "/contacts/bulk/tag", { ids: [served, past, none], add: [party] });
    expect(body.outcomes).toEqual([{ id: served }, { id: past }, { id: none, error: "ERR_NO_TICKET_FOUND" }]);
    const tags = (ticketId: number) => tagIdsOf(balcao.aurora.read, ticketId).toSorted((a, b) => a - b);
    expect([tags(closed), tags(open), tags(latest)]).toEqual([[], [party, order], [party]]);
    expect(emitted.map(({ name }) => name)).toEqual(["ticket", "tag", "ticket", "tag"]);
    await bruno("POST", "/contacts/bulk/tag", { ids: [served], remove: [order] });
    expect(tags(open)).toEqual([party]);
  });

  test("neither a ticket that one may not see nor another company's contact is touched; an unknown tag is refused", async () => {
    const party = tag("Segredo"), hidden = contact(), served = contact();
    balcao.aurora.write((db) => {
      aTicket(db, { contactId: hidden, status: "open", userId: 1, queueId: null });
      aTicket(db, { contactId: served, status: "open", userId: 2 });
    });
    const errors = async (ask: typeof ana, body: object) =>
      (await ask("POST", "/contacts/bulk/tag", body)).body.outcomes.map(({ error }: { error: string }) => error);
    expect(await errors(bruno, { ids: [hidden], add: [party] })).toEqual(["ERR_NO_TICKET_FOUND"]);
    expect(await errors(nina, { ids: [served], add: [party] })).toEqual(["ERR_NO_CONTACT_FOUND"]);
    expect(await errors(ana, { ids: [served], add: [999_999] })).toEqual(["ERR_NO_TAG_FOUND"]);
  });
});

test("an administrator takes along those contacts that were chosen, and nobody of another company", async () => {
  const [one, other] = [contact("Rui Paz"), contact("Lia Sol")];
  const names = async (ask: typeof ana) =>
    (await ask("POST", "/contacts/bulk/export", { ids: [one, other, 999_999] })).body.contacts
      .map(({ name }: { name: string }) => name);
  expect(await names(ana)).toEqual(["Rui Paz", "Lia Sol"]);
  expect(await names(nina)).toEqual([]);
});

test("each of these calls takes from 1 to 500 rows", async () => {
  const bulk = Object.values(CALLS).flatMap((byName) => Object.values(byName)).filter(({ path }) =>
    /\/bulk\//.test(path)
  );
  expect(bulk.length).toBe(14);
  balcao.aurora.write((db) => noPauses(db));
  const was = { status: "open", userId: null, queueId: null };
  for (const { path } of bulk) {
    for (const ids of [[], Array.from({ length: 501 }, (_, nth) => nth + 1), ["1"], [-1], undefined]) {
      const rows = path.startsWith("/tickets/") ? { tickets: ids?.map((id) => ({ id, was, moveId: 1 })) } : { ids };
      const { error, fields } = (await ana("POST", path, { queueId: 1, userId: null, ...rows })).body;
      expect(error, `${path} ${ids?.length}`).toBe("ERR_INVALID_INPUT");
      expect(Object.keys(fields).join(), path).toMatch(/^(ids|tickets)/);
    }
  }
});
