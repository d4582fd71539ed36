import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { authTable } from "../channels/whatsapp/table.ts";
import { campaignTable, recipientTable } from "../campaigns/table.ts";
import { connectionTable, connectionTokenTable } from "../connections/table.ts";
import { openHold } from "../holding/holding.ts";
import { messageById } from "../messages/change.ts";
import { messageTable } from "../messages/table.ts";
import { optOutTable } from "../opt_outs/table.ts";
import { enqueue } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import type { Company, Write } from "../platform/company.ts";
import { scheduleTable } from "../schedules/table.ts";
import { apiRequestTable } from "../send_api/table.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { loginTable, userTable } from "../users/table.ts";
import { deliveryTable, webhookEventTable, webhookTable } from "../webhooks/table.ts";
import { readyPlace } from "./places.ts";
import { putInPlace } from "./put_in_place.ts";
import { undoRestoration } from "./restore_company.ts";

/** Aurora, whose file can be kept as it is at a moment, and put in place again later. */
async function aRestorable() {
  const balcao = await aBalcao();
  onTestFinished(() => balcao.close());
  const { tenants } = balcao;
  return {
    ...balcao,
    get company() {
      return tenants.company(2);
    },
    /** Keeps the file of now; what it answers puts it in the place of what is there then. */
    async keep() {
      const place = readyPlace(tenants.folder, 2), moment = Date.now();
      await tenants.company(2).settled();
      const kept = await Deno.makeTempDir();
      await tenants.replace(2, () => Deno.copyFileSync(`${tenants.folder}/2/company.db`, `${kept}/company.db`));
      return async () => {
        Deno.mkdirSync(`${place}/new/media`, { recursive: true });
        await Deno.rename(`${kept}/company.db`, `${place}/new/company.db`);
        return await putInPlace(tenants, { companyId: 2, why: "restore", moment, now: Date.now() });
      };
    },
    undo: () => undoRestoration({ tenants }, 2),
    ana: balcao.as("ana@aurora.test"),
  };
}

function waiting(db: Write, body: string): number {
  const { id: ticketId, contactId } = aTicket(db, { status: "open", userId: 1 });
  const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: true, kind: "text" } as const;
  const { id } = db.insert(messageTable).values({ ...who, wid: crypto.randomUUID(), body, createdAt: Date.now() })
    .returning().get();
  enqueue(db, { messageId: id, connectionId: 1, rank: 1 }, Date.now());
  return id;
}

/** The network has taken it. */
function leave(company: Company, id: number, ack = 2): void {
  company.write((db) => {
    db.delete(outboxTable).where(eq(outboxTable.messageId, id)).run();
    db.update(messageTable).set({ ack }).where(eq(messageTable.id, id)).run();
  });
}

const queued = (company: Company) => company.read.select().from(outboxTable).all().map(({ messageId }) => messageId);

describe("what waited when a company went back", () => {
  test("is marked as sent where it has left since, and is held where it has not", async () => {
    const desk = await aRestorable();
    const [left, failed, waits] = desk.company.write((db) =>
      ["saiu", "falhou", "espera"].map((body) => waiting(db, body))
    );
    const back = await desk.keep();
    leave(desk.company, left!, 3);
    leave(desk.company, failed!, -1);
    const { held } = await back();
    expect(held).toBe(1);
    expect(queued(desk.company)).toEqual([]);
    expect(messageById(desk.company.read, left!)).toMatchObject({ ack: 3 });
    expect(messageById(desk.company.read, failed!)).toMatchObject({ ack: -1 });
    expect(messageById(desk.company.read, waits!)).toMatchObject({ ack: -1, failure: "ERR_HELD" });
    expect(openHold(desk.company.read)).toMatchObject({ why: "restore", counts: { message: 1, schedule: 0 } });
  });

  test("goes out on an administrator's word, in its order and with its rank, and once", async () => {
    const desk = await aRestorable();
    const ids = desk.company.write((db) => ["um", "dois"].map((body) => waiting(db, body)));
    await (await desk.keep())();
    const { hold } = (await desk.ana("GET", "/holding")).body;
    expect((await desk.as("bruno@aurora.test")("GET", "/holding")).status).toBe(403);
    expect((await desk.as("nina@norte.test")("POST", `/holding/${hold.id}/send`)).status).toBe(404);
    expect((await desk.ana("POST", `/holding/${hold.id}/send`)).body).toEqual({ done: 2, failed: 0 });
    expect(queued(desk.company)).toEqual(ids);
    expect(desk.company.read.select().from(outboxTable).all().map(({ rank }) => rank)).toEqual([1, 1]);
    expect((await desk.ana("POST", `/holding/${hold.id}/drop`)).body.error).toBe("ERR_HOLD_DECIDED");
    expect((await desk.ana("GET", "/holding")).body).toEqual({ hold: null });
  });

  test("is one question after a second time, with all that is held in it, but for what people have sent since", async () => {
    const desk = await aRestorable();
    const [first, again] = desk.company.write((db) => ["um", "dois"].map((body) => waiting(db, body)));
    expect((await (await desk.keep())()).held).toBe(2);
    expect((await desk.ana("POST", `/messages/${again}/retry`)).status).toBe(200);
    leave(desk.company, again!);
    const third = desk.company.write((db) => waiting(db, "três"));
    expect((await (await desk.keep())()).held).toBe(2);
    const { hold } = (await desk.ana("GET", "/holding")).body;
    expect(hold.counts.message).toBe(2);
    expect((await desk.ana("POST", `/holding/${hold.id}/send`)).body).toEqual({ done: 2, failed: 0 });
    expect(queued(desk.company).toSorted()).toEqual([first, third].toSorted());
    expect((await desk.ana("GET", "/holding")).body).toEqual({ hold: null });
    // Nothing new waits, and what is held is still asked about.
    desk.company.write((db) => void waiting(db, "quatro"));
    await (await desk.keep())();
    expect((await (await desk.keep())()).held).toBe(3);
  });

  test("stays when it is dropped, can be sent one by one, and what was sent so does not go a second time", async () => {
    const desk = await aRestorable();
    const [one, other] = desk.company.write((db) => ["um", "dois"].map((body) => waiting(db, body)));
    await (await desk.keep())();
    expect((await desk.ana("POST", `/messages/${one}/retry`)).status).toBe(200);
    const { hold } = (await desk.ana("GET", "/holding")).body;
    expect(hold.counts.message).toBe(1);
    expect((await desk.ana("POST", `/holding/${hold.id}/drop`)).body).toEqual({ done: 1, failed: 0 });
    expect(queued(desk.company)).toEqual([one]);
    expect(messageById(desk.company.read, other!)).toMatchObject({ ack: -1, failure: "ERR_HELD" });
  });

  test("is as well what is scheduled, what the API has accepted, what webhooks wait for, and campaigns", async () => {
    const desk = await aRestorable(), past = Date.now() - 1000, later = Date.now() + 3_600_000;
    const { contactId, ids } = desk.company.write((db) => {
      const contactId = aContact(db).id, common = { contactId, createdAt: past };
      const schedule = (body: string, sendAt: number) =>
        db.insert(scheduleTable).values({ ...common, body, sendAt }).returning().get().id;
      const request = (number: string) =>
        db.insert(apiRequestTable).values(
          {
            ...{
              at: past,
              owner: "c1",
              tokenName: "t",
              address: "",
              kind: "text",
              number,
              status: 202,
              state: "waiting",
            },
            ...{ draft: { body: "oi" }, dueAt: 0 },
          } as typeof apiRequestTable.$inferInsert,
        ).returning().get().id;
      const webhook = db.insert(webhookTable).values(
        {
          ...{ name: "ERP", url: "https://erp.example", events: ["message.sent"], createdAt: past },
          secret: Buffer.from("x"),
        } as typeof webhookTable.$inferInsert,
      ).returning().get().id;
      const delivery = (messageId: string) => {
        const event = { messageId, event: "message.sent", chat: "a", payload: "{}", at: past };
        const { id: eventId } = db.insert(webhookEventTable).values(event).returning().get();
        const row = { webhookId: webhook, eventId, chat: "a", state: "waiting", nextAt: 0, at: past } as const;
        return db.insert(deliveryTable).values(row).returning().get().id;
      };
      const campaign =
        db.insert(campaignTable).values({ name: "C", status: "EM_ANDAMENTO", createdAt: past, filledTo: null })
          .returning().get().id;
      const recipient = (number: string) =>
        db.insert(recipientTable).values({ campaignId: campaign, name: "", number, changedAt: past }).returning().get()
          .id;
      return {
        contactId,
        ids: {
          schedules: [schedule("foi", past), schedule("não foi", past), schedule("depois", later)],
          requests: [request("5511911110001"), request("5511911110002")],
          deliveries: [delivery("m1"), delivery("m2")],
          campaign,
          recipients: [recipient("5511911110003"), recipient("5511911110004")],
        },
      };
    });
    expect(contactId).toBeGreaterThan(0);
    const back = await desk.keep();
    desk.company.write((db) => {
      const [schedule] = ids.schedules,
        [request] = ids.requests,
        [delivery] = ids.deliveries,
        [recipient] = ids.recipients;
      db.update(scheduleTable).set({ status: "ENVIADA", sentAt: past }).where(eq(scheduleTable.id, schedule!)).run();
      db.update(apiRequestTable).set({ state: "taken", draft: null }).where(eq(apiRequestTable.id, request!)).run();
      db.update(deliveryTable).set({ state: "delivered" }).where(eq(deliveryTable.id, delivery!)).run();
      db.update(recipientTable).set({ state: "sent", sentStep: 1 }).where(eq(recipientTable.id, recipient!)).run();
      // Filled from its list since, and reached.
      const late = {
        campaignId: ids.campaign,
        name: "",
        number: "5511911110005",
        state: "sent",
        changedAt: past,
      } as const;
      db.insert(recipientTable).values(late).run();
    });
    await back();
    const { company } = desk;
    const schedules = company.read.select().from(scheduleTable).all().filter(({ id }) => ids.schedules.includes(id));
    expect(schedules.map(({ status, failure }) => [status, failure])).toEqual([
      ["ENVIADA", null],
      ["ERRO", "ERR_HELD"],
      ["PENDENTE", null],
    ]);
    const stateOf = (table: typeof apiRequestTable | typeof deliveryTable) =>
      company.read.select({ state: table.state }).from(table).all().map(({ state }) => state);
    expect(stateOf(apiRequestTable)).toEqual(["taken", "failed"]);
    expect(stateOf(deliveryTable)).toEqual(["delivered", "failed"]);
    expect(company.read.select().from(recipientTable).all().map(({ state }) => state)).toEqual([
      "sent",
      "waiting",
      "sent",
    ]);
    expect(company.read.select().from(campaignTable).all().find(({ id }) => id === ids.campaign)).toMatchObject({
      status: "CANCELADA",
      stoppedBy: "held",
    });
    const { hold } = (await desk.ana("GET", "/holding")).body;
    expect(hold.counts).toEqual({ message: 0, schedule: 1, campaign: 1, request: 1, delivery: 1 });
    // The campaign has no text to go on with, so it stays; the rest goes.
    expect((await desk.ana("POST", `/holding/${hold.id}/send`)).body).toEqual({ done: 3, failed: 1 });
    expect(stateOf(apiRequestTable)).toEqual(["taken", "waiting"]);
    expect(stateOf(deliveryTable)).toEqual(["delivered", "waiting"]);
  });
});

describe("what does not go back with a company", () => {
  test("is the keys of its lines, who wants no marketing, and the numbers that were given", async () => {
    const desk = await aRestorable();
    const auth = (value: string) =>
      desk.company.write((db) => {
        db.delete(authTable).run();
        db.insert(authTable).values({ connectionId: 1, type: "session", id: "a", value: Buffer.from(value) }).run();
      });
    auth("old");
    const back = await desk.keep();
    auth("new");
    const lastId = desk.company.write((db) => {
      db.update(connectionTable).set({ status: "CONNECTED", number: "551134567800" }).where(eq(connectionTable.id, 1))
        .run();
      db.insert(optOutTable).values({ number: "5511977770000", source: "answer", at: Date.now() }).run();
      return aTicket(db).id;
    });
    await back();
    const { read } = desk.company;
    expect(read.select().from(authTable).all().map(({ value }) => value.toString())).toEqual(["new"]);
    expect(read.select().from(connectionTable).all()[0]).toMatchObject({ number: "551134567800" });
    expect(read.select().from(optOutTable).all().map(({ number }) => number)).toContain("5511977770000");
    expect(desk.company.write((db) => aTicket(db).id)).toBe(lastId + 1);
  });

  test("is who may log in, and by which token", async () => {
    const desk = await aRestorable(), { tenants } = desk;
    const token = (value: string) =>
      desk.ana("PUT", "/whatsapp/1", { name: "WhatsApp", greetingMessage: "oi", token: value, queueIds: [1] });
    expect((await token("segredo-antigo-123")).status).toBe(200);
    const { body: gone } = await desk.ana("POST", "/users", {
      ...{ name: "Davi", email: "davi@aurora.test", password: "Uma-Senha-9", profile: "user", queueIds: [1] },
    });
    const back = await desk.keep();
    expect((await token("segredo-novo-4567")).status).toBe(200);
    expect((await desk.ana("DELETE", `/users/${gone.id}`)).status).toBe(200);
    const { body: added } = await desk.ana("POST", "/users", {
      ...{ name: "Eva", email: "eva@aurora.test", password: "Uma-Senha-9", profile: "user", queueIds: [1] },
    });
    const report = await back();
    expect(report).toMatchObject({ withoutPassword: ["davi@aurora.test"], gone: [], taken: [] });
    const logins = tenants.provider.read.select().from(loginTable).where(eq(loginTable.companyId, 2)).all();
    expect(logins.find(({ email }) => email === "eva@aurora.test")?.userId).toBe(added.id);
    expect(desk.company.read.select().from(userTable).all().map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Davi", "Eva"]),
    );
    const hashes = tenants.provider.read.select().from(connectionTokenTable).all().map(({ tokenHash }) => tokenHash);
    expect(hashes).toContain(tenants.keys.digest("segredo-novo-4567"));
    expect((await desk.ana("GET", "/whatsapp/1")).body.token).toBe("segredo-novo-4567");
  });

  test("undoing brings the later state back, and what left in between is known there", async () => {
    const desk = await aRestorable();
    const back = await desk.keep();
    const later = desk.company.write((db) => waiting(db, "mais tarde"));
    await back();
    expect(messageById(desk.company.read, later)).toBeUndefined();
    const { held } = await desk.undo();
    expect(held).toBe(1);
    expect(messageById(desk.company.read, later)).toMatchObject({ body: "mais tarde", failure: "ERR_HELD" });
    await expect(undoRestoration({ tenants: desk.tenants }, 3)).rejects.toThrow("No earlier state");
  });
});
