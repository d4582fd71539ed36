import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { rememberContact } from "../contacts/remember.ts";
import { recordMessage } from "../messages/record.ts";
import { optOut } from "../opt_outs/opt_outs.ts";
import { outboxTable } from "../outbox/table.ts";
import { aList, noPauses } from "../testing/campaigns.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { tagTable, ticketTagTable } from "../tags/table.ts";
import { fill } from "./fill.ts";
import { campaignRow } from "./campaigns.ts";
import { countsOf } from "./counts.ts";
import { CampaignRunner } from "./runner.ts";
import { campaignSendTable, campaignTable, recipientTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  for (const company of [balcao.aurora, balcao.norte]) company.write((db) => noPauses(db));
});
afterAll(async () => await balcao.close());
beforeEach(() => balcao.aurora.write((db) => void db.delete(campaignTable).run()));

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const nina = (method: string, path: string, body?: unknown) => balcao.as("nina@norte.test")(method, path, body);
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const add = (form: object = {}) => ana("POST", "/campaigns", { name: "Natal", message1: "Oi {nome}", ...form });
const listOf = (count: number, from = 1000) =>
  balcao.aurora.write((db) =>
    aList(db, Array.from({ length: count }, (_, nth) => ({ name: `P${nth}`, number: `551198765${from + nth}` })))
  );

describe("a campaign's form", () => {
  test("takes no connection at a channel without numbers", async () => {
    const site = (await ana("POST", "/whatsapp", { name: "Site", channel: "webchat" })).body;
    expect((await add({ whatsappId: site.id })).body.fields).toEqual({ whatsappId: "no_campaigns" });
    expect((await ana("DELETE", `/whatsapp/${site.id}`)).status).toBe(200);
  });

  test("a company's variable is not called like one of the contact's own", async () => {
    const set = (key: string) => ana("POST", "/campaign-settings", { variables: [{ key, value: "x" }] });
    for (const key of ["nome", "Número", "EMAIL"]) {
      expect((await set(key)).body).toMatchObject({ error: "ERR_INVALID_INPUT", fields: { variables: "own" } });
    }
    expect((await set("prazo")).status).toBe(200);
    expect((await ana("POST", "/campaign-settings", { variables: [] })).status).toBe(200);
  });

  test("makes one that waits, or one that is scheduled, and says what is wrong", async () => {
    expect((await add()).body).toMatchObject({
      status: "INATIVA",
      scheduledAt: null,
      confirmation: false,
      companyId: 2,
    });
    expect((await add({ scheduledAt: inHours(3), confirmation: "true" })).body).toMatchObject({
      status: "PROGRAMADA",
      confirmation: true,
    });
    expect((await add({ name: "N" })).body.fields).toEqual({ name: "too_short" });
    expect((await add({ scheduledAt: inHours(-1) })).body.fields).toEqual({ scheduledAt: "past" });
    expect((await add({ scheduledAt: "2026-02-30 10:00:00" })).body.fields).toEqual({ scheduledAt: "invalid" });
    expect((await add({ contactListId: 999 })).body.fields).toEqual({ contactListId: "invalid" });
    expect((await add({ whatsappId: 999 })).body.fields).toEqual({ whatsappId: "invalid" });
    expect((await add({ message1: null, message2: "" })).body).toMatchObject({ message1: "", message2: "" });
  });

  test("changes one while it waits more than an hour, or is stopped, and no other", async () => {
    const { body: soon } = await add({ scheduledAt: inHours(0.5) }),
      { body: later } = await add({ scheduledAt: inHours(2) });
    const change = (id: number, form: object = {}) => ana("PUT", `/campaigns/${id}`, { name: "Outra", ...form });
    expect((await change(soon.id)).body.error).toBe("ERR_CAMPAIGN_STATUS");
    expect((await change(later.id)).body).toMatchObject({ name: "Outra", status: "INATIVA", scheduledAt: null });
    await ana("POST", `/campaigns/${soon.id}/cancel`);
    // Its time may pass while it is stopped: only another time must lie ahead.
    expect((await change(soon.id, { scheduledAt: soon.scheduledAt })).body).toMatchObject({ status: "CANCELADA" });
    const { revision } = (await ana("GET", `/campaigns/${later.id}`)).body;
    await change(later.id, { name: "Mais uma" });
    expect((await change(later.id, { was: revision })).body.error).toBe("ERR_CHANGED_MEANWHILE");
  });

  test("takes a file and lets it go, and serves it to administrators of its company alone", async () => {
    const { body: { id } } = await add(), form = new FormData();
    form.append("file", new File(["%PDF-1.4"], "oferta.pdf", { type: "application/pdf" }));
    expect((await ana("POST", `/campaigns/${id}/media-upload`, form)).body).toMatchObject({
      mediaName: "oferta.pdf",
      mediaPath: `/api/campaigns/${id}/media`,
    });
    expect((await ana("GET", `/campaigns/${id}/media`)).body).toBe("%PDF-1.4");
    for (const who of [nina, balcao.as("bruno@aurora.test"), balcao.as(undefined)]) {
      expect([401, 403, 404]).toContain((await who("GET", `/campaigns/${id}/media`)).status);
    }
    expect((await ana("DELETE", `/campaigns/${id}/media-upload`)).body).toMatchObject({ mediaName: null });
    expect((await ana("GET", `/campaigns/${id}/media`)).status).toBe(404);
  });

  test("is nobody else's", async () => {
    const { body: { id } } = await add();
    for (
      const [method, path] of [["GET", ""], ["PUT", ""], ["DELETE", ""], ["POST", "/start"], ["GET", "/report"], [
        "GET",
        "/recipients",
      ], ["GET", "/export"]] as const
    ) {
      expect((await nina(method, `/campaigns/${id}${path}`, method === "PUT" ? { name: "Minha" } : undefined)).status)
        .toBe(404);
    }
    expect((await nina("GET", "/campaigns")).body.records).toEqual([]);
    expect((await balcao.as("bruno@aurora.test")("GET", "/campaigns")).body.error).toBe("ERR_NO_PERMISSION");
  });

  test("is found by its name, the newest first, in pages of twenty", async () => {
    for (let nth = 0; nth < 22; nth++) await add({ name: `Páscoa ${nth}` });
    await add({ name: "Natal" });
    const page = async (query: string) => (await ana("GET", `/campaigns/?${query}`)).body;
    const names = ({ records }: { records: { name: string }[] }) => records.map(({ name }) => name);
    const first = await page("searchParam=pascoa"), second = await page("searchParam=pascoa&pageNumber=2");
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    expect([...names(first), ...names(second)]).toEqual(Array.from({ length: 22 }, (_, nth) => `Páscoa ${21 - nth}`));
  });
});

describe("starting", () => {
  test("wants somebody to write to, a message, and a question where it asks", async () => {
    const start = async (form: object) => (await ana("POST", `/campaigns/${(await add(form)).body.id}/start`)).body;
    expect(await start({})).toMatchObject({ error: "ERR_CAMPAIGN_EMPTY", detail: { lacks: "recipients" } });
    const contactListId = listOf(1);
    expect(await start({ contactListId, message1: "" })).toMatchObject({ detail: { lacks: "message" } });
    expect(await start({ contactListId, confirmation: true })).toMatchObject({ detail: { lacks: "question" } });
    expect(await start({ contactListId })).toMatchObject({
      status: "EM_ANDAMENTO",
      whatsapp: { name: "Loja Centro" },
    });
  });

  test("one that is in progress cannot be changed, deleted or started again", async () => {
    const { body: { id } } = await add({ contactListId: listOf(1) });
    await ana("POST", `/campaigns/${id}/start`);
    for (const [method, path] of [["PUT", ""], ["DELETE", ""], ["POST", "/start"], ["POST", "/restart"]] as const) {
      expect(
        (await ana(method, `/campaigns/${id}${path}`, method === "PUT" ? { name: "Outra" } : undefined)).body.error,
      )
        .toBe("ERR_CAMPAIGN_STATUS");
    }
  });

  test("on time, or up to a day late; later than that it says so", async () => {
    const runner = new CampaignRunner({ find: () => undefined }, balcao.tenants.keys);
    const make = async (at: number) => {
      const { body: { id } } = await add({ contactListId: listOf(1), scheduledAt: inHours(2) });
      balcao.aurora.write((db) =>
        void db.update(campaignTable).set({ scheduledAt: at }).where(eq(campaignTable.id, id)).run()
      );
      runner.tick(balcao.aurora, () => "America/Sao_Paulo", Date.now());
      runner.close();
      return campaignRow(balcao.aurora.read, id);
    };
    expect(await make(Date.now() - 23 * HOUR)).toMatchObject({ status: "EM_ANDAMENTO" });
    const again = new CampaignRunner({ find: () => undefined }, balcao.tenants.keys);
    const { body: { id } } = await add({ contactListId: listOf(1), scheduledAt: inHours(2) });
    balcao.aurora.write((db) =>
      void db.update(campaignTable).set({ scheduledAt: Date.now() - 25 * HOUR }).where(eq(campaignTable.id, id)).run()
    );
    again.tick(balcao.aurora, () => "America/Sao_Paulo", Date.now());
    again.close();
    expect((await ana("GET", `/campaigns/${id}`)).body).toMatchObject({ status: "CANCELADA", stoppedBy: "too_late" });
  });

  test("one that repeats makes the next, once, on the same day of the month, with its file and connections", async () => {
    const { body: { id } } = await add({
      contactListId: listOf(1),
      whatsappId: 1,
      scheduledAt: "2027-01-31 09:30:00",
      repeats: { every: "month", until: "2027-03-30" },
    });
    const form = new FormData();
    form.append("file", new File(["x"], "a.txt", { type: "text/plain" }));
    await ana("POST", `/campaigns/${id}/media-upload`, form);
    await ana("POST", `/campaigns/${id}/start`);
    const [next] = (await ana("GET", "/campaigns")).body.records;
    expect(next).toMatchObject({
      status: "PROGRAMADA",
      whatsapps: [{ id: 1 }],
      mediaName: "a.txt",
      repeats: { day: 31 },
    });
    expect(next.scheduledAt).toBe("2027-02-28T12:30:00.000Z");
    await ana("POST", `/campaigns/${id}/cancel`);
    await ana("POST", `/campaigns/${id}/restart`);
    expect((await ana("GET", "/campaigns")).body.records).toHaveLength(2);
    await ana("POST", `/campaigns/${next.id}/start`);
    // The 31st of March is past its last day.
    expect((await ana("GET", "/campaigns")).body.records).toHaveLength(2);
  });
});

describe("whom it is for", () => {
  /** All recipients of a campaign, at once. */
  const filled = async (form: object) => {
    const { body: { id } } = await add(form);
    balcao.aurora.write((db) => {
      db.update(campaignTable).set({ filledTo: 0 }).where(eq(campaignTable.id, id)).run();
      for (let nth = 0; nth < 5; nth++) fill(db, campaignRow(db, id), Date.now());
    });
    return balcao.aurora.read.select().from(recipientTable).where(eq(recipientTable.campaignId, id)).all();
  };

  test("a list: each number once; who has none, or wants no campaigns, is told apart at once", async () => {
    const listId = balcao.aurora.write((db) => {
      optOut(db, { number: "5511955550002", source: "hand" }, Date.now());
      return aList(db, [
        { name: "Ana", number: "5511955550001", columns: { bairro: "Centro" } },
        { name: "Saiu", number: "5511955550002" },
        { name: "Sem", number: "" },
        { name: "Sem também", number: "" },
      ]);
    });
    const rows = await filled({ contactListId: listId });
    expect(rows.map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ["Ana", "waiting", null],
      ["Saiu", "opted_out", null],
      ["Sem", "skipped", "no_number"],
      ["Sem também", "skipped", "no_number"],
    ]);
    expect(rows[0]!.columns).toEqual({ bairro: "Centro" });
    const { body: check } = await ana("POST", "/campaigns/check", {
      campaign: { name: "Prévia", contactListId: listId, message1: "{nome} {bairro}" },
    });
    expect(check).toMatchObject({
      recipients: 1,
      optedOut: 1,
      noNumber: 2,
      unchecked: 1,
      variables: ["nome", "numero", "email", "bairro"],
    });
  });

  test("who is called by nothing but their own number lacks a name", async () => {
    const contactListId = balcao.aurora.write((db) =>
      aList(db, [
        { name: "+55 11 97777-0001", number: "5511977770001" },
        { name: "(11) 97777-0002", number: "5511977770002" },
        { name: "551177770003", number: "5511977770003" },
        { name: "", number: "5511977770004" },
        { name: "Ana", number: "5511977770005" },
        { name: "Loja 24", number: "5511977770006" },
        { name: "5511977770001", number: "5511977770007" },
      ])
    );
    const { body: check } = await ana("POST", "/campaigns/check", {
      campaign: { name: "Prévia", contactListId, message1: "Oi, {nome|cliente}" },
    });
    expect(check.missing).toContainEqual({ name: "nome", count: 4 });
  });

  test("contacts by tag, queue and when they wrote last", async () => {
    const now = Date.now();
    const [tagged, queued, silent, tag] = balcao.aurora.write((db) => {
      const someone = (name: string, queueId: number | null, daysAgo: number) => {
        const contact = aContact(db, { name });
        const ticket = aTicket(db, { contactId: contact.id, queueId, status: "closed", closedAt: now });
        const at = now - daysAgo * 24 * HOUR;
        recordMessage(db, {
          ...{ ticketId: ticket.id, contactId: contact.id, connectionId: 1, chat: "x", wid: crypto.randomUUID() },
          ...{ fromMe: false, body: "Oi", kind: "text", createdAt: at, isHistory: true },
        });
        return { contact, ticket };
      };
      const [one, two, three] = [someone("Com tag", null, 1), someone("Da fila", 3, 10), someone("Calada", null, 60)];
      const tag = db.insert(tagTable).values({ name: "VIP", color: "#000000" }).returning().get();
      db.insert(ticketTagTable).values({ ticketId: one!.ticket.id, tagId: tag.id }).run();
      return [one!.contact, two!.contact, three!.contact, tag] as const;
    });
    const names = async (audience: object) => (await filled({ audience })).map(({ name }) => name);
    expect(await names({ tagIds: [tag.id] })).toEqual([tagged!.name]);
    expect(await names({ queueIds: [3] })).toContain(queued!.name);
    const old = await names({ lastContactFrom: 30 });
    expect(old).toContain(silent!.name);
    expect(old).not.toContain(queued!.name);
    expect(await names({ lastContactFrom: 5, lastContactTo: 20 })).toEqual([queued!.name]);
    // Rules that only leave somebody out choose nobody.
    expect(await names({ withoutWroteHours: 5 })).toEqual([]);
  });

  test("with a list and a choice, those on the list whom the choice is for, in the form's counts, too", async () => {
    const phones = ["5511977770001", "5511977770002", "5511977770003"] as const, now = Date.now();
    const [tagId, contactListId] = balcao.aurora.write((db) => {
      const [tagged, wrote] = phones.map((phone) => {
        const { contact } = rememberContact(db, { jid: "", phone }, "Cliente", now);
        const ticket = aTicket(db, { contactId: contact.id, status: "closed", closedAt: now });
        return { ticket, contact };
      });
      recordMessage(db, {
        ...{ ticketId: wrote!.ticket.id, contactId: wrote!.contact.id, connectionId: 1, chat: "x", wid: "LISTED" },
        ...{ fromMe: false, body: "Oi", kind: "text", createdAt: now - HOUR },
      });
      const { id } = db.insert(tagTable).values({ name: "Na lista", color: "#000000" }).returning().get();
      db.insert(ticketTagTable).values({ ticketId: tagged!.ticket.id, tagId: id }).run();
      const people = [...phones, "5511977770004"].map((number) => ({
        name: "Cliente",
        number,
        columns: { Cidade: number === phones[0] ? "" : "Recife" },
      }));
      return [id, aList(db, people)] as const;
    });
    const numbers = async (form: object) => (await filled({ contactListId, ...form })).map(({ number }) => number);
    expect(await numbers({ audience: { tagIds: [tagId] } })).toEqual([phones[0]]);
    expect(await numbers({ audience: { lastContactTo: 3 } })).toEqual([phones[1]]);
    expect(await numbers({ audience: { tagIds: [tagId], lastContactTo: 3 } })).toEqual([]);
    expect(await numbers({ audience: { withoutWroteHours: 5 } })).toHaveLength(4);
    expect(await numbers({ audience: { tagIds: [] } })).toHaveLength(4);

    const campaign = { name: "Natal", message1: "Oi", contactListId, audience: { tagIds: [tagId] } };
    const { body: check } = await ana("POST", "/campaigns/check", { campaign });
    expect(check).toMatchObject({ recipients: 1, samples: [{ number: phones[0] }] });
    // What the others on the list have does not count.
    expect(check.missing).toEqual([{ name: "email", count: 1 }, { name: "cidade", count: 1 }]);
    expect(check.variables).toContain("cidade");
  });

  test("a stopped one whose choice is changed is for those alone, also with the same list", async () => {
    const contactListId = listOf(2, 4000);
    const { body: { id } } = await add({ contactListId });
    const { aurora } = balcao;
    aurora.write((db) => {
      db.update(campaignTable).set({ filledTo: 0, status: "CANCELADA" }).where(eq(campaignTable.id, id)).run();
      fill(db, campaignRow(db, id), Date.now());
    });
    expect(countsOf(aurora.read, id).waiting).toBe(2);
    const form = { name: "Natal", message1: "Oi", contactListId };
    await ana("PUT", `/campaigns/${id}`, { ...form, audience: { withoutWroteHours: 5 } });
    expect(countsOf(aurora.read, id).waiting).toBe(2);
    await ana("PUT", `/campaigns/${id}`, { ...form, audience: { queueIds: [3] } });
    expect(countsOf(aurora.read, id).waiting).toBe(0);
  });
});

test("who wrote lately or got another campaign is left out when their turn comes", async () => {
  const { aurora } = balcao, now = Date.now();
  const phones = ["5511944440001", "5511944440002", "5511944440003"];
  const runner = new CampaignRunner({
    find: () => ({
      lookUpMany: (asked) =>
        Promise.resolve(new Map(asked.map((phone) => [phone, { jid: `${phone}@s.whatsapp.net`, phone }]))),
      reach: () => Promise.resolve({}),
    }),
  }, balcao.tenants.keys);
  const [listId] = aurora.write((db) => {
    db.update(connectionTable).set({ status: "CONNECTED", number: "551134567800" }).run();
    const { contact } = rememberContact(db, { jid: "", phone: phones[1]! }, "Escreveu", now);
    const ticket = aTicket(db, { contactId: contact.id, status: "closed", closedAt: now });
    recordMessage(db, {
      ...{ ticketId: ticket.id, contactId: contact.id, connectionId: 1, chat: "x", wid: "W1", fromMe: false },
      ...{ body: "Oi", kind: "text", createdAt: now - HOUR },
    });
    return [aList(db, phones.map((number, nth) => ({ name: `R${nth}`, number })))];
  });
  const { body: earlier } = await add({ contactListId: listId });
  aurora.write((db) => {
    const had = { campaignId: earlier.id, name: "R2", number: phones[2]!, state: "sent", changedAt: now } as const;
    const { id: recipientId } = db.insert(recipientTable).values(had).returning().get();
    db.insert(campaignSendTable).values({
      ...{ recipientId, campaignId: earlier.id, step: 1, variant: 1, connectionId: 1, isStranger: true },
      ...{ putAt: now - HOUR, sentAt: now - HOUR },
    }).run();
  });
  const { body: { id } } = await add({
    contactListId: listId,
    audience: { withoutWroteHours: 2, withoutCampaignDays: 1 },
  });
  await ana("POST", `/campaigns/${id}/start`);
  for (let nth = 0; nth < 12; nth++) {
    runner.tick(aurora, () => "America/Sao_Paulo", now + nth * 2000);
    await new Promise((resolve) => setTimeout(resolve));
  }
  runner.close();
  const rows = aurora.read.select().from(recipientTable).where(eq(recipientTable.campaignId, id))
    .orderBy(recipientTable.id).all();
  expect(rows.map(({ name, state, reason, pendingStep }) => [name, state, reason, pendingStep])).toEqual([
    ["R0", "waiting", null, 1],
    ["R1", "skipped", "wrote_lately", null],
    ["R2", "skipped", "other_campaign", null],
  ]);
  expect(countsOf(aurora.read, id)).toMatchObject({ total: 3, waiting: 1, skipped: 2 });
  expect(aurora.read.select().from(outboxTable).all().filter(({ rank }) => rank === 3)).toHaveLength(1);
});
