import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { companyTable } from "../companies/table.ts";
import { contactTable, extraInfoTable, identityTable } from "../contacts/table.ts";
import { messageTable } from "../messages/table.ts";
import { aBalcao, until } from "../testing/fixtures.ts";
import { aWidget, type Widget } from "../testing/webchat.ts";
import { ticketTable } from "../tickets/table.ts";
import { visitorTable, webchatKeyTable } from "./table.ts";
import { forgetSilent } from "./visitors.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let site: Widget;
beforeAll(async () => void (balcao = await aBalcao()));
beforeEach(async () => void (site = await aWidget(balcao)));
afterAll(async () => await balcao.close());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const ticketsAt = ({ id }: Widget) =>
  balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.connectionId, id)).all();
const PICTURE = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
  (char) => char.charCodeAt(0),
);

/** A visitor who wrote, and whom Ana serves. */
async function aVisit(widget = site) {
  const visitor = await widget.begin();
  await widget.write(visitor, "Olá");
  const ticket = ticketsAt(widget).at(-1)!;
  await ana("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
  return {
    visitor,
    ticket,
    say: async (body: string) => (await ana("POST", `/messages/${ticket.id}`, { body })).body[0],
  };
}

describe("a web chat", () => {
  test("runs as soon as it is added, with a key of its own", async () => {
    const [row] = (await ana("GET", "/whatsapp/")).body.filter(({ id }: { id: number }) => id === site.id);
    expect(row).toMatchObject({ channel: "webchat", kind: "webchat", status: "CONNECTED", isDefault: false });
    expect(site.key).toMatch(/^[\w-]{16}$/);
  });

  test("leads nowhere any more once it is deleted", async () => {
    const { status } = await ana("DELETE", `/whatsapp/${site.id}`);
    expect(status).toBe(200);
    expect((await site.ask("GET", "")).status).toBe(404);
    expect(balcao.tenants.provider.read.select().from(webchatKeyTable).all().map(({ key }) => key)).not.toContain(
      site.key,
    );
  });

  test("is another company's for everybody else", async () => {
    const nina = balcao.as("nina@norte.test");
    expect((await nina("GET", `/webchat/${site.id}`)).status).toBe(404);
    expect((await nina("PUT", `/webchat/${site.id}`, { color: "#000000" })).status).toBe(404);
  });

  test("keeps its look, and refuses what is none", async () => {
    const form = { color: "#c2570c", title: "Pães", origins: ["https://Padaria.test/", "http://localhost:8080"] };
    expect((await ana("PUT", `/webchat/${site.id}`, form)).body).toMatchObject({
      color: "#c2570c",
      title: "Pães",
      origins: ["https://padaria.test", "http://localhost:8080"],
      position: "right",
    });
    for (
      const wrong of [
        { color: "red" },
        { origins: ["padaria.test"] },
        { origins: ["https://a.test/loja"] },
        {
          origins: ["https://a.test; script-src *"],
        },
        { handoverId: site.id },
        { handoverId: 9999 },
      ]
    ) expect((await ana("PUT", `/webchat/${site.id}`, wrong)).status, JSON.stringify(wrong)).toBe(400);
  });
});

describe("the frame", () => {
  const policy = async () => (await site.ask("GET", "")).headers.get("content-security-policy");

  test("may be shown by the origins that the company has named, and by nobody while there are none", async () => {
    expect(await policy()).toMatch(/frame-ancestors 'self'$/);
    await ana("PUT", `/webchat/${site.id}`, { origins: ["https://padaria.test"] });
    expect(await policy()).toMatch(/frame-ancestors 'self' https:\/\/padaria\.test$/);
    await ana("PUT", `/webchat/${site.id}`, { origins: ["*"] });
    expect(await policy()).toMatch(/frame-ancestors 'self' \*$/);
    expect((await site.ask("GET", "")).headers.get("x-frame-options")).toBeNull();
  });

  test("carries a title that is no markup", async () => {
    await ana("PUT", `/webchat/${site.id}`, { title: "</script><b>" });
    const { body } = await site.ask("GET", "");
    expect(body).toContain("<title>&lt;/script&gt;&lt;b&gt;</title>");
    expect(body.match(/<\/script>/g)).toHaveLength(2);
  });

  test.each(["POST /visitors", "POST /messages", "POST /marks", "POST /handover"])(
    "is the only page that may ask: %s from elsewhere is refused",
    async (call) => {
      const [method, path] = call.split(" ") as [string, string];
      const answer = await site.ask(method, path, {}, undefined, { origin: "https://elsewhere.test" });
      expect(answer).toMatchObject({ status: 403, body: { error: "ERR_FOREIGN_ORIGIN" } });
    },
  );
});

describe("a visitor", () => {
  test("is no contact and has no ticket before they write", async () => {
    const contacts = () => balcao.aurora.read.select().from(contactTable).all().length;
    const before = contacts();
    await site.begin({ name: "Joana" });
    expect(contacts()).toBe(before);
    expect(ticketsAt(site)).toEqual([]);
  });

  test("is forgotten after a day in which they wrote nothing, and kept when they did", async () => {
    const silent = await site.begin(), writer = await site.begin();
    await site.write(writer, "Oi");
    forgetSilent(balcao.aurora, Date.now() + 86_500_000);
    expect((await site.ask("GET", "/messages", undefined, silent)).status).toBe(401);
    expect(await site.read(writer)).toHaveLength(1);
  });

  test("is a contact by a channel's id, with what they said of themselves beside it", async () => {
    await ana("PUT", `/webchat/${site.id}`, { askEmail: "optional", askPhone: "optional" });
    const visitor = await site.begin({ name: "Joana", email: "joana@casa.test", phone: "+55 11 98888-7777" });
    await site.write(visitor, "Olá");
    const [ticket] = ticketsAt(site);
    expect(ticket).toMatchObject({ channel: "webchat", status: "pending" });
    const { read } = balcao.aurora;
    const of = ticket!.contactId;
    expect(read.select().from(contactTable).where(eq(contactTable.id, of)).all()[0]).toMatchObject({
      name: "Joana",
      number: "",
      email: "",
    });
    expect(read.select().from(identityTable).where(eq(identityTable.contactId, of)).all()).toMatchObject([
      { kind: "webchat", value: visitor.split(".")[0] },
    ]);
    expect(read.select().from(extraInfoTable).where(eq(extraInfoTable.contactId, of)).all().map(({ value }) => value))
      .toEqual(["joana@casa.test", "+55 11 98888-7777"]);
    expect(read.select().from(visitorTable).all().find(({ id }) => visitor.startsWith(id))!.about).toBeNull();
  });

  test("who types a known customer's number becomes nobody else", async () => {
    await ana("PUT", `/webchat/${site.id}`, { askPhone: "required" });
    const known = (await ana("POST", "/contacts", { name: "Rui", number: "5511977776666" })).body;
    const visitor = await site.begin({ phone: "5511977776666" });
    await site.write(visitor, "Sou o Rui");
    expect(ticketsAt(site)[0]!.contactId).not.toBe(known.id);
  });

  test("is asked for what the company wants to know", async () => {
    await ana("PUT", `/webchat/${site.id}`, { askName: "required", askEmail: "required", askPhone: "off" });
    expect((await site.ask("POST", "/visitors", {})).body.fields).toEqual({ name: "required", email: "required" });
    expect((await site.ask("POST", "/visitors", { name: "A", email: "a@" })).body.fields).toEqual({ email: "invalid" });
    const visitor = await site.begin({ name: "Ana", email: "a@b.test", phone: "not asked for" });
    expect(visitor).toMatch(/^[\w-]{22}\.[\w-]{32}$/);
  });
});

describe("what is said", () => {
  test("goes both ways, and its ticks follow", async () => {
    const { visitor, say } = await aVisit();
    const { id } = await say("Bom dia!");
    const ack = () => balcao.aurora.read.select().from(messageTable).where(eq(messageTable.id, id)).all()[0]!.ack;
    await until(() => ack() === 1);
    expect(await site.read(visitor)).toMatchObject([{ own: true, body: "Olá" }, { own: false, body: "Bom dia!", id }]);
    await site.ask("POST", "/marks", { got: id }, visitor);
    await until(() => ack() === 2);
    await site.ask("POST", "/marks", { got: id, read: id }, visitor);
    await until(() => ack() === 3);
  });

  test("is stored once however often it is sent", async () => {
    const visitor = await site.begin(), localId = crypto.randomUUID();
    const [one, two] = [await site.write(visitor, "Oi", localId), await site.write(visitor, "Oi", localId)];
    expect(two).toMatchObject({ status: 200, body: { id: one.body.id } });
    expect(await site.read(visitor)).toHaveLength(1);
  });

  test("with a file is there whole, and its file opens by its signed address alone", async () => {
    const visitor = await site.begin();
    const form = new FormData();
    form.append("localId", crypto.randomUUID());
    form.append("width", "1");
    form.append("medias", new File([PICTURE], "pão.png", { type: "image/png" }));
    const { body } = await site.ask("POST", "/messages", form, visitor);
    expect(body).toMatchObject({ kind: "image", file: { name: "pão.png", mimetype: "image/png", width: 1 } });
    const { url } = body.file;
    const got = await balcao.app.request(url);
    expect([got.status, got.headers.get("content-security-policy")]).toEqual([200, "default-src 'none'; sandbox"]);
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(PICTURE);
    expect((await balcao.app.request(url.replace(/mark=./, "mark=x"))).status).toBe(401);
    expect((await balcao.app.request(url.replace(`/${body.id}?`, "/1?"))).status).toBe(401);
    const ticket = ticketsAt(site)[0]!;
    const [shown] = (await ana("GET", `/messages/${ticket.id}`)).body.messages;
    expect(shown.media).toMatchObject({ state: "ready", name: "pão.png", size: PICTURE.length });
  });

  test("as a picture that is none is refused, and nothing is left of it", async () => {
    const visitor = await site.begin(), form = new FormData();
    form.append("localId", crypto.randomUUID());
    form.append("medias", new File(["<svg/>"], "a.png", { type: "image/png" }));
    expect((await site.ask("POST", "/messages", form, visitor)).status).toBe(415);
    expect(ticketsAt(site)).toEqual([]);
  });

  test("changes as the company changes it: edited, reacted to, taken back", async () => {
    const { visitor, say } = await aVisit();
    const { id } = await say("Bom dia");
    await until(async () => (await site.read(visitor)).length === 2);
    await ana("PUT", `/messages/${id}`, { body: "Bom dia!" });
    await until(async () => (await site.read(visitor))[1].body === "Bom dia!");
    const theirs = (await site.read(visitor))[0].id;
    await ana("PUT", `/messages/${theirs}/reaction`, { emoji: "👍" });
    expect((await site.read(visitor))[0].reactions).toEqual([{ emoji: "👍", own: false }]);
    await ana("DELETE", `/messages/${id}`);
    expect((await site.read(visitor))[1]).toMatchObject({ isDeleted: true, body: "" });
  });

  test("by the company while the chat is switched off waits, and is not shown", async () => {
    const { visitor, say } = await aVisit();
    await balcao.supervisor.stopAll(balcao.aurora);
    await say("Ainda não");
    expect((await site.read(visitor)).map(({ body }) => body)).toEqual(["Olá"]);
    await balcao.supervisor.start(balcao.aurora, site.id);
    await until(async () => (await site.read(visitor)).length === 2);
  });
});

describe("nobody else", () => {
  test("reads a visitor's conversation: not another visitor, not with a wrong secret, not at another connection or company", async () => {
    const { visitor, say } = await aVisit();
    await say("Só para você");
    const [id, secret] = visitor.split(".");
    const other = await site.begin();
    await site.write(other, "Outra pessoa");
    expect((await site.read(other)).map(({ body }) => body)).toEqual(["Outra pessoa"]);
    const elsewhere = await aWidget(balcao), norte = await aWidget(balcao, { admin: "nina@norte.test" });
    for (
      const [widget, shown] of [
        [site, `${id}.${other.split(".")[1]}`],
        [site, `${id}.`],
        [site, `${id}`],
        [site, `${id}.${secret}.x`],
        [site, ""],
        [elsewhere, visitor],
        [norte, visitor],
      ] as const
    ) {
      const { status, body } = await widget.ask("GET", "/messages", undefined, shown);
      expect([status, body.error], shown).toEqual([401, "ERR_SESSION_EXPIRED"]);
      expect((await widget.write(shown, "Eu?")).status).toBe(401);
    }
    expect((await balcao.app.request("/widget/AAAAAAAAAAAAAAAA/messages")).status).toBe(404);
  });

  test("gets a file of theirs, also with the mark of another connection's", async () => {
    const visitor = await site.begin(), norte = await aWidget(balcao, { admin: "nina@norte.test" });
    const form = new FormData();
    form.append("localId", crypto.randomUUID());
    form.append("medias", new File([PICTURE], "a.png", { type: "image/png" }));
    const { url } = (await site.ask("POST", "/messages", form, visitor)).body.file;
    expect((await balcao.app.request(url.replace(site.key, norte.key))).status).toBe(401);
  });

  test("sees what an own ticket at WhatsApp says, even once both contacts are one", async () => {
    const { visitor, ticket } = await aVisit();
    const rui = (await ana("POST", "/contacts", { name: "Rui", number: "5511966665555" })).body;
    const merged = await ana("POST", `/contacts/${rui.id}/merge`, { contactId: ticket.contactId });
    expect(merged.status).toBe(200);
    expect((await site.read(visitor)).map(({ body }) => body)).toEqual(["Olá"]);
  });
});

describe("a company that cannot answer", () => {
  const set = (change: object) =>
    balcao.tenants.provider.write((db) =>
      void db.update(companyTable).set(change).where(eq(companyTable.id, balcao.aurora.id)).run()
    );

  test.each([["overdue", { dueDate: "2020-01-01" }], ["blocked", { isActive: false }]])(
    "because it is %s takes nothing and says so",
    async (_, change) => {
      const visitor = await site.begin();
      set(change);
      try {
        expect((await site.ask("GET", "")).body).toContain('"isOpen":false');
        expect(await site.ask("POST", "/visitors", {})).toMatchObject({
          status: 503,
          body: { error: "ERR_COMPANY_UNAVAILABLE" },
        });
        expect((await site.write(visitor, "Oi")).status).toBe(503);
      } finally {
        set({ dueDate: null, isActive: true });
      }
      expect((await site.write(visitor, "Oi")).status).toBe(200);
    },
  );
});
