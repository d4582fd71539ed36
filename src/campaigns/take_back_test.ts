import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dirname } from "node:path";
import { eq } from "drizzle-orm";
import { addConnection, removeConnection } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { messageTable } from "../messages/table.ts";
import { giveUpAll } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import { mediaPath, newMediaName } from "../platform/media.ts";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { setCampaignSettings } from "./settings.ts";
import { campaignSendTable, campaignTable } from "./table.ts";
import { STARTED_AT } from "./take_back.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let run: ReturnType<typeof aRun>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void (run = aRun(balcao.aurora, balcao.tenants.keys)));
afterEach(() => run.end());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const move = async (id: number, how: "cancel" | "restart") =>
  expect((await ana("POST", `/campaigns/${id}/${how}`)).status).toBe(200);
const save = async (id: number, form: object) => {
  const { status, body } = await ana("PUT", `/campaigns/${id}`, { name: "Natal", message1: "Oi {nome}", ...form });
  expect(status, JSON.stringify(body)).toBe(200);
};
const DAY = 86_400_000;
let names = 0;
const anotherConnection = () =>
  balcao.aurora.write((db) => {
    const { id } = addConnection(db, { name: `Segunda ${++names}` }, Date.now());
    db.update(connectionTable).set({ status: "CONNECTED", situation: "connected", number: `55113456780${names}` })
      .where(eq(connectionTable.id, id)).run();
    return id;
  });
/** What is heard takes no text along: it goes after it. */
const withAudio = (id: number) => {
  const file = newMediaName();
  Deno.mkdirSync(dirname(mediaPath(balcao.aurora, file)), { recursive: true });
  Deno.writeTextFileSync(mediaPath(balcao.aurora, file), "x");
  const about = { file, fileName: "jingle.mp3", fileMimetype: "audio/mpeg", fileSize: 1 };
  balcao.aurora.write((db) => void db.update(campaignTable).set(about).where(eq(campaignTable.id, id)).run());
};

describe("a campaign that is stopped", () => {
  test("lets nothing leave that waits, and goes on later with the very same messages", async () => {
    const id = run.started({}, 3);
    await run.tick(4);
    const before = run.waiting().map(({ message }) => message.wid);
    expect(before).toHaveLength(3);
    await move(id, "cancel");
    expect(run.waiting()).toEqual([]);
    expect(run.recipients(id).map(({ state, pendingStep }) => [state, pendingStep]))
      .toEqual(Array(3).fill(["waiting", null]));
    await move(id, "restart");
    await run.tick(4);
    expect(run.waiting().map(({ message }) => message.wid).sort()).toEqual(before.sort());
    run.arrive();
    await run.tick(2);
    expect(run.campaign(id).status).toBe("FINALIZADA");
    expect(run.counts(id)).toMatchObject({ total: 3, sent: 3 });
  });

  test("counts what had left before, though the network says so only after it", async () => {
    const id = run.started({}, 2);
    await run.tick(4);
    const [first] = run.waiting();
    await move(id, "cancel");
    run.ack(first!.message.wid);
    await move(id, "restart");
    await run.tick(4);
    expect(run.arrive()).toEqual(["Oi P1"]);
    await run.tick(2);
    expect(run.counts(id)).toMatchObject({ sent: 2, waiting: 0 });
  });

  test("by failures leaves nothing on its way either", async () => {
    balcao.aurora.write((db) => setCampaignSettings(db, { mostFailures: 1 }));
    const id = run.started({}, 3);
    await run.tick(4);
    run.ack(run.waiting()[0]!.message.wid, -1, "ERR_SENDING_WAPP_MSG");
    await run.tick(2);
    expect(run.campaign(id).stoppedBy).toBe("failures");
    expect(run.waiting()).toEqual([]);
    expect(run.counts(id)).toMatchObject({ failed: 1, waiting: 2 });
    balcao.aurora.write((db) => setCampaignSettings(db, { mostFailures: 10 }));
  });

  test("takes the file back that goes after its text, and brings both again", async () => {
    const id = run.started();
    await move(id, "cancel");
    withAudio(id);
    await move(id, "restart");
    await run.tick(4);
    expect(run.waiting().map(({ message }) => message.kind)).toEqual(["text", "audio"]);
    await move(id, "cancel");
    expect(run.waiting()).toEqual([]);
    await move(id, "restart");
    await run.tick(4);
    expect(run.waiting().map(({ message }) => message.kind)).toEqual(["text", "audio"]);
    run.arrive();
    await run.tick(2);
    expect(run.counts(id)).toMatchObject({ sent: 1 });
  });
});

describe("what is on its way to somebody is taken back", () => {
  test("with its file when they want no more", async () => {
    const asks = run.started({ confirmation: true, confirmationMessage1: "Posso?" });
    await move(asks, "cancel");
    withAudio(asks);
    await move(asks, "restart");
    await run.tick(3);
    run.arrive();
    await run.tick(2);
    run.write(run.recipients(asks)[0]!, "sim");
    await run.tick(2);
    expect(run.waiting()).toHaveLength(2);
    run.write(run.recipients(asks)[0]!, "SAIR");
    expect(run.waiting()).toEqual([]);
    await run.tick(2);
    expect(run.recipients(asks)[0]).toMatchObject({ state: "opted_out", pendingStep: null });
  });

  test("when it only follows and they have just answered", async () => {
    const id = run.started({ followUps: [{ afterDays: 1, message: "E aí?" }] });
    await run.tick(3);
    run.arrive();
    await run.tick(2);
    run.pass(DAY + 60_000);
    await run.tick(2);
    expect(run.waiting()).toHaveLength(1);
    run.write(run.recipients(id)[0]!, "Quero sim, obrigado");
    expect(run.waiting()).toEqual([]);
    await run.tick(6);
    expect(run.recipients(id)[0]).toMatchObject({ state: "sent", pendingStep: null, nextAt: null });
    expect(run.campaign(id).status).toBe("FINALIZADA");
  });
});

describe("another connection", () => {
  test("takes over everybody of a stopped campaign, with the messages that they have", async () => {
    const id = run.started({ confirmation: true, confirmationMessage1: "Posso?" }, 3), second = anotherConnection();
    await run.tick(4);
    const [one, two, three] = run.waiting();
    run.ack(one!.message.wid);
    run.ack(two!.message.wid, -1, "ERR_WAPP_RESTRICTED");
    await run.tick(2);
    await move(id, "cancel");
    const { contactListId } = (await ana("GET", `/campaigns/${id}`)).body;
    await save(id, { contactListId, whatsappId: second, confirmation: true, confirmationMessage1: "Posso?" });
    await move(id, "restart");
    await run.tick(4);
    // They may have left by the first connection before it was stopped: for a minute nobody knows.
    expect(run.waiting()).toEqual([]);
    await run.tick(62);
    const again = run.waiting();
    expect(again.map(({ row, message }) => [row.connectionId, message.connectionId, message.wid])).toEqual(
      [two!, three!].map(({ message }) => [second, second, message.wid]),
    );
    const tickets = balcao.aurora.read.select().from(ticketTable).all();
    for (const { message } of again) {
      expect(tickets.find((ticket) => ticket.id === message.ticketId)).toMatchObject({
        connectionId: second,
        lastMessageId: message.id,
      });
    }
    run.arrive();
    await run.tick(2);
    // Who was asked by the first one answers there.
    run.write({ ...run.recipients(id)[0]!, connectionId: 1 }, "sim");
    expect(run.recipients(id)[0]).toMatchObject({ state: "confirmed" });
    for (const recipient of run.recipients(id).slice(1)) run.write(recipient, "sim");
    await run.tick(4);
    expect(run.waiting().map(({ row }) => row.connectionId)).toEqual([second, second, second]);
    run.arrive();
    await run.tick(2);
    expect(run.campaign(id).status).toBe("FINALIZADA");
  });

  test("is wanted by one whose only connection was deleted: it stops, and nobody is lost", async () => {
    const gone = anotherConnection();
    const id = run.started({ whatsappId: gone }, 3);
    await run.tick(4);
    run.ack(run.waiting()[0]!.message.wid);
    await run.tick(2);
    balcao.aurora.write((db, emit) => {
      giveUpAll(db, emit, gone);
      removeConnection(db, gone);
    });
    await run.tick(7);
    expect(run.campaign(id)).toMatchObject({ status: "CANCELADA", stoppedBy: "no_connection" });
    expect(run.counts(id)).toMatchObject({ sent: 1, waiting: 2, failed: 0 });
    await move(id, "restart");
    await run.tick(5);
    expect(run.waiting().map(({ row }) => row.connectionId)).toEqual([1, 1]);
    expect(run.arrive()).toEqual(["Oi P1", "Oi P2"]);
    await run.tick(2);
    expect(run.counts(id)).toMatchObject({ total: 3, sent: 3 });
  });

  test("does not bring what was on its way by the first one when its line broke", async () => {
    const id = run.started({}), second = anotherConnection();
    await run.tick(3);
    const [{ message }] = run.waiting() as [ReturnType<typeof run.waiting>[number]];
    await move(id, "cancel");
    balcao.aurora.write((db) =>
      void db.update(messageTable).set({ raw: new Uint8Array([1]) as never }).where(eq(messageTable.id, message.id))
        .run()
    );
    await save(id, { contactListId: (await ana("GET", `/campaigns/${id}`)).body.contactListId, whatsappId: second });
    await move(id, "restart");
    await run.tick(65);
    expect(run.waiting()).toEqual([]);
    expect(run.recipients(id)[0]).toMatchObject({ state: "failed", reason: "ERR_SENDING_WAPP_MSG" });
  });

  test("does not bring what the process had perhaps handed over before it died", async () => {
    const id = run.started({}, 2), second = anotherConnection();
    await run.tick(3);
    const [first, other] = run.waiting().map(({ message }) => message);
    balcao.aurora.write((db) => {
      db.update(campaignSendTable).set({ putAt: STARTED_AT - 5000 })
        .where(eq(campaignSendTable.messageId, first!.id)).run();
    });
    await move(id, "cancel");
    await save(id, { contactListId: (await ana("GET", `/campaigns/${id}`)).body.contactListId, whatsappId: second });
    await move(id, "restart");
    await run.tick(65);
    expect(run.waiting().map(({ message }) => message.wid)).toEqual([other!.wid]);
    expect(run.recipients(id)[0]).toMatchObject({ state: "failed", reason: "ERR_MAY_HAVE_LEFT" });
  });

  test("does not bring what had perhaps left by the one that was deleted", async () => {
    const gone = anotherConnection(), id = run.started({ whatsappId: gone });
    await run.tick(3);
    balcao.aurora.write((db, emit) => {
      // It was handed over, and the line broke before the network said anything.
      db.update(messageTable).set({ raw: new Uint8Array([1]) as never })
        .where(eq(messageTable.id, run.waiting()[0]!.message.id)).run();
      giveUpAll(db, emit, gone);
      removeConnection(db, gone);
    });
    await run.tick(7);
    expect(run.counts(id)).toMatchObject({ failed: 1, waiting: 0 });
    // Nor when somebody tries the failures again: by another number it would arrive a second time.
    expect((await ana("POST", `/campaigns/${id}/retry-failed`)).body).toEqual({ again: 1 });
    await run.tick(8);
    expect(run.counts(id)).toMatchObject({ failed: 1, waiting: 0 });
    expect(balcao.aurora.read.select().from(outboxTable).all()).toEqual([]);
  });
});
