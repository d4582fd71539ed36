import { createHmac } from "node:crypto";
import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { answerWindowTable } from "../answer_windows/table.ts";
import { accountOf } from "../channels/graph/accounts.ts";
import { graphLineTable, graphNoticeTable, graphSendTable } from "../channels/graph/table.ts";
import { noteFailure, selectLeaving, settle } from "../channels/graph/sends.ts";
import { connectionById } from "../connections/connections.ts";
import type { Line } from "../graph_simulator/model.ts";
import { applyReceipt } from "../inbox/channel_events.ts";
import { messageTable } from "../messages/table.ts";
import { until } from "../testing/fixtures.ts";
import { aMetaRoad, type MetaRoad } from "../testing/meta_road.ts";
import { queryPlan } from "../testing/query_plan.ts";

let road: MetaRoad, lines: Record<"cloud" | "facebook" | "instagram", Line>, nth = 0;
const ids = {} as Record<keyof typeof lines, number>;
beforeAll(async () => {
  road = await aMetaRoad();
  const page = road.meta.addPage({ name: "Padaria Aurora" });
  const cloud = road.meta.addNumber({ number: "551134567801" });
  road.meta.addTemplate(cloud.account, { name: "oi", text: "Olá de novo" });
  lines = { cloud, facebook: page, instagram: road.meta.addInstagram({ username: "padaria.aurora", page }) };
  for (const kind of ["cloud", "facebook", "instagram"] as const) ids[kind] = await road.link(lines[kind]);
});
afterAll(async () => await road?.stop());
afterEach(() => road.meta.faults.clear());

const messages = () => road.aurora.read.select().from(messageTable).orderBy(desc(messageTable.id)).all();
const notices = () => road.aurora.read.select().from(graphNoticeTable).all();
const situation = (kind: keyof typeof lines) => connectionById(road.aurora.read, ids[kind])!.situation;

async function aTalk(kind: keyof typeof lines) {
  const joana = road.meta.person({ name: `Joana ${++nth}`, phone: `55119${String(92_000_000 + nth)}` });
  const wid = joana.writesTo(lines[kind], { text: `Olá ${nth}` });
  const { ticketId, contactId } = await until(() => messages().find((row) => row.wid === wid));
  const ana = road.as("ana");
  await ana("PUT", `/tickets/${ticketId}`, { status: "open", userId: 1 });
  return {
    ...{ joana, ticketId, contactId },
    say: async (body: string | FormData, more: object = {}) => {
      const { status, body: said } = await ana(
        "POST",
        `/messages/${ticketId}`,
        typeof body === "string" ? { body, ...more } : body,
      );
      expect({ status, said }).toMatchObject({ status: 200 });
      return said[0].id as number;
    },
    row: (id: number) => messages().find((row) => row.id === id)!,
    ours: () => messages().filter((row) => row.ticketId === ticketId && row.fromMe),
    got: () => joana.received(lines[kind]).map(({ text }) => text),
  };
}

/** The token is taken away, and another one is typed in as soon as the line has noticed. */
const newToken = async (kind: keyof typeof lines) => {
  await until(() => situation(kind) === "token_refused");
  const token = road.meta.tokenFor(road.app, lines[kind]).value;
  expect((await road.as("ana")("PUT", `/whatsapp/${ids[kind]}/account`, { token })).status).toBe(200);
};
const revokeToken = (kind: keyof typeof lines) =>
  road.meta.revokeToken(accountOf(road.aurora.read, road.server.tenants.keys, ids[kind])!.token);

/** As Meta says it, signed by the app's secret. */
const tell = async (object: string, entry: object) => {
  const text = JSON.stringify({ object, entry: [entry] });
  const signature = `sha256=${createHmac("sha256", road.app.secret).update(text).digest("hex")}`;
  const answer = await fetch(`${road.server.address}/api/meta/notices`, {
    method: "POST",
    headers: { "x-hub-signature-256": signature },
    body: text,
  });
  expect(answer.status).toBe(200);
  await until(() => notices().length === 0);
};

const LONG = Array.from({ length: 120 }, (_, nth) => `Item ${nth} do cardápio, com acentuação`).join("\n");

test("what Meta tells of a message while its connection is closed counts when it starts again", async () => {
  const { joana, say, row } = await aTalk("cloud");
  const id = await say("Lida depois");
  await joana.waitFor(({ text }) => text === "Lida depois");
  await until(() => row(id).ack === 2);
  await road.server.supervisor.stopAll(road.aurora);
  joana.reads(lines.cloud);
  await until(() => notices().length > 0);
  await road.server.supervisor.startAll([road.aurora]);
  await until(() => row(id).ack === 3);
});

test("where an Instagram account is ended, the page that it belongs to goes on hearing", async () => {
  await road.server.supervisor.logOut(road.aurora, ids.instagram);
  await aTalk("facebook");
  await road.server.supervisor.start(road.aurora, ids.instagram);
  await until(() => situation("instagram") === "connected");
});

test.each(["facebook", "instagram"] as const)(
  "by %s a text in pieces is one message of the thread, also when the line breaks between two of them",
  async (kind) => {
    const { say, ours, got, row } = await aTalk(kind);
    // The first piece is taken, the next one is not.
    road.meta.faults.meet({ kind: "slow", ms: 0, on: "messages" });
    road.meta.faults.meet({ kind: "refuse", code: 190, on: "messages" });
    const id = await say(LONG);
    await until(() => situation(kind) === "token_refused");
    expect(got()).toHaveLength(1);
    await newToken(kind);
    await until(() => got().join("\n") === LONG, 60_000);
    await until(() => row(id).ack > 0);
    await road.meta.settled();
    await until(() => notices().length === 0, 60_000);
    expect(ours().map(({ id }) => id)).toEqual([id]);
  },
);

test("a piece that Messenger cannot take now leaves later, though the one before it has arrived", async () => {
  const { say, got } = await aTalk("facebook");
  road.meta.faults.meet({ kind: "slow", ms: 500, on: "messages" });
  road.meta.faults.meet({ kind: "status", status: 500, on: "messages" }, 5);
  await say(LONG);
  await until(() => got().join("\n") === LONG, 60_000);
});

test("what waited behind a message whose token was refused leaves with another one", async () => {
  const { say, got } = await aTalk("instagram");
  revokeToken("instagram");
  await Promise.all([say("um"), say("dois"), say("três")]);
  await newToken("instagram");
  await until(() => got().length === 3);
  expect(got().toSorted()).toEqual(["dois", "três", "um"]);
});

test("a failure that Meta tells twice does not undo the message that a person has sent anew since", async () => {
  const { joana, say, row } = await aTalk("cloud");
  road.meta.faults.failNext(131026);
  const id = await say("De novo");
  await until(() => row(id).ack === -1);
  const { wid } = row(id), held = road.meta.faults.hold("messages");
  onTestFinished(held.letGo);
  expect((await road.as("ana")("POST", `/messages/${id}/retry`)).status).toBe(200);
  await held.asked;
  const errors = [{ code: 131026 }];
  const tellAgain = (more: object) => {
    const status = { id: "wamid.first", status: "failed", biz_opaque_callback_data: wid, errors, ...more };
    const value = { metadata: { phone_number_id: lines.cloud.id }, statuses: [status] };
    return tell("whatsapp_business_account", { id: "1", changes: [{ field: "messages", value }] });
  };
  // Before the new one is answered it is known by its time, and then by its id.
  await tellAgain({ timestamp: String(Math.floor(Date.now() / 1000) - 60) });
  expect(row(id).ack).toBe(0);
  held.letGo();
  await until(() => row(id).ack === 2);
  await tellAgain({});
  const send = () => road.aurora.read.select().from(graphSendTable).where(eq(graphSendTable.wid, wid)).all();
  expect(send()).toMatchObject([{ ack: 2 }]);
  joana.reads(lines.cloud);
  await until(() => row(id).ack === 3);
});

test("a message leaves anew in the moment in which its failure is known and not settled yet", async () => {
  const { say, row, got } = await aTalk("cloud");
  road.meta.faults.notices.isHeld = true;
  const id = await say("Outra vez"), { wid } = row(id);
  const send = () => road.aurora.read.select().from(graphSendTable).where(eq(graphSendTable.wid, wid)).all();
  await until(() => row(id).ack === 1);
  road.aurora.write((db, emit) => {
    noteFailure(db, ids.cloud, wid);
    applyReceipt(db, emit, ids.cloud, { what: "receipt", wid, ack: -1 }, undefined);
  });
  expect(row(id).ack).toBe(-1);
  expect((await road.as("ana")("POST", `/messages/${id}/retry`)).status).toBe(200);
  await until(() => got().length === 2);
  await until(() => row(id).ack === 1);
  // What was told of the first try is settled only now.
  road.aurora.write((db) => settle(db, ids.cloud, wid, -1));
  expect(send()).toMatchObject([{ ack: 0 }]);
  road.meta.world.notices.release();
  await until(() => row(id).ack === 2);
});

/** A message whose failure Meta told before it has answered its sending, and which Ana sends anew meanwhile. */
async function sentAnewUnanswered() {
  const talk = await aTalk("cloud"), held = road.meta.faults.hold("messages");
  onTestFinished(held.letGo);
  const id = await talk.say("Outra vez"), { wid } = talk.row(id);
  await held.asked;
  road.aurora.write((db, emit) => {
    noteFailure(db, ids.cloud, wid);
    applyReceipt(db, emit, ids.cloud, { what: "receipt", wid, ack: -1 }, undefined);
    settle(db, ids.cloud, wid, -1);
  });
  expect((await road.as("ana")("POST", `/messages/${id}/retry`)).status).toBe(200);
  return { ...talk, id, answer: held.letGo };
}

test("a message whose failure was told before its sending is answered leaves anew with that answer", async () => {
  const { id, row, got, answer } = await sentAnewUnanswered();
  answer();
  // Well before the minute after which whatever waits is tried again.
  await until(() => got().length === 2, 30_000);
  await until(() => row(id).ack === 2);
});

test("a message that is sent anew before its first sending is answered leaves once more, though it fails again", async () => {
  const { id, say, row, got, answer } = await sentAnewUnanswered(), { wid } = row(id);
  const tries = () => road.meta.calls.filter(({ params }) => params.biz_opaque_callback_data === wid).length;
  // Each try: what is told of the first one may come before the second has begun or after that.
  road.meta.faults.failNext(131026, 2);
  answer();
  await until(() => tries() === 2);
  await until(() => row(id).ack === -1);
  // What is said later to the same person leaves later.
  const next = await say("Depois");
  await until(() => row(next).ack > 0);
  expect([got(), tries(), row(id).ack]).toEqual([["Depois"], 2, -1]);
});

test("a template that failed is sent again at any time", async () => {
  const { ticketId, contactId, row } = await aTalk("cloud"), ana = road.as("ana");
  const { body: list } = await ana("GET", `/whatsapp/${ids.cloud}/templates`);
  road.meta.faults.failNext(131026);
  const { body: { id } } = await ana("POST", `/messages/${ticketId}/template`, { templateId: list[0].id, filled: {} });
  await until(() => row(id).ack === -1);
  const lastAt = Date.now() - hoursToMilliseconds(25);
  road.aurora.write((db) =>
    void db.update(answerWindowTable).set({ lastAt }).where(eq(answerWindowTable.contactId, contactId)).run()
  );
  expect((await ana("POST", `/messages/${id}/retry`)).status).toBe(200);
  await until(() => row(id).ack > 0);
});

test("an answer to the second picture of a message quotes that message", async () => {
  const { joana, say } = await aTalk("facebook");
  const mid = `m_${crypto.randomUUID()}`, id = joana.at(lines.facebook).id;
  const attachments = ["um", "dois"].map((name) => ({ type: "fallback", payload: { title: name } }));
  const messaging = [{ sender: { id }, recipient: { id: lines.facebook.id }, message: { mid, attachments } }];
  await tell("page", { id: lines.facebook.id, messaging });
  const second = await until(() => messages().find(({ body }) => body === "dois"));
  await say("Este", { quotedMsg: { id: second.id } });
  expect((await joana.waitFor(({ text }) => text === "Este")).replyTo).toBe(mid);
});

test("a token of Instagram's own login is changed for a new one before it ends, though nobody typed in when", async () => {
  const own = road.meta.addInstagram({ username: "so.instagram" });
  const { value } = road.meta.tokenFor(road.app, own);
  road.meta.advance(hoursToMilliseconds(25));
  const { body: { id } } = await road.as("ana")("POST", "/facebook/account", {
    kind: "instagram",
    name: "Só Instagram",
    accountId: own.id,
    token: value,
  });
  const account = () => accountOf(road.aurora.read, road.server.tenants.keys, id)!;
  await until(() => account().token !== value);
  expect(account().tokenExpiresAt).toBeGreaterThan(Date.now() + hoursToMilliseconds(24 * 50));
});

test("a notice of a connection that is missing from a restored file takes no other with it", async () => {
  const { provider } = road.server.tenants, joana = road.meta.person({ name: "Joana", phone: "5511927776655" });
  provider.write((db) =>
    void db.insert(graphLineTable).values({ accountId: "777777", companyId: road.aurora.id, connectionId: 9999 }).run()
  );
  const message = (id: string, body: string) => ({ id, from: joana.customer.phone, type: "text", text: { body } });
  const change = (account: string, one: object) => ({
    field: "messages",
    value: { metadata: { phone_number_id: account }, messages: [one] },
  });
  const changes = [
    change("777777", message("wamid.lost", "?")),
    change(lines.cloud.id, message("wamid.kept", "Estou")),
  ];
  await tell("whatsapp_business_account", { id: "1", changes });
  await until(() => messages().some(({ wid }) => wid === "wamid.kept"));
});

test("what is just leaving for a chat is found by its index, however much a connection has sent", () => {
  const plan = queryPlan(
    road.aurora,
    selectLeaving(road.aurora.read, { connectionId: 1, chat: "7@messenger", since: 5 }),
  );
  expect(plan.join()).toContain("USING INDEX graph_sends_leaving (connection_id=? AND chat=?)");
});
