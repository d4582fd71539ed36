import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { millisecondsInDay } from "date-fns/constants";
import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { capFor, makePace } from "./paces.ts";
import { noteReach } from "./reach.ts";
import { setCampaignSettings, settingsOfCampaigns } from "./settings.ts";
import { connectionById } from "../connections/connections.ts";
import { campaignSendTable, recipientTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let run: ReturnType<typeof aRun>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
beforeEach(() => void (run = aRun(balcao.aurora, balcao.tenants.keys)));
afterEach(() => run.end());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const show = async (id: number) => (await ana("GET", `/campaigns/${id}`)).body;
const notesOf = async (id: number): Promise<Record<string, unknown>[]> => (await show(id)).notes;

test("of two campaigns at once that leave out whom another one reached, each person gets one", async () => {
  const contactListId = run.listOf(3), audience = { withoutCampaignDays: 7 };
  const ids = [1, 2].map((nth) => run.started({ contactListId, audience, message1: `Nº ${nth} para {nome}` }));
  await run.tick(8);
  expect(run.arrive()).toHaveLength(3);
  await run.tick(3);
  expect(ids.map((id) => run.campaign(id).status)).toEqual(["FINALIZADA", "FINALIZADA"]);
  const skipped = ids.flatMap((id) => run.recipients(id)).filter(({ reason }) => reason === "other_campaign");
  expect(skipped).toHaveLength(3);
  const { body: check } = await ana("POST", "/campaigns/check", {
    campaign: { name: "Depois", message1: "Oi", contactListId, audience },
  });
  expect(check).toMatchObject({ recipients: 0, leftOut: 3 });
});

test("a scheduled campaign says when it ends, not only when it begins", async () => {
  balcao.aurora.write((db) => setCampaignSettings(db, { messageInterval: 20 }));
  const scheduledAt = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const { body: { id } } = await ana("POST", "/campaigns", {
    ...{ name: "Natal", message1: "Oi", contactListId: run.listOf(61), whatsappId: 1, scheduledAt },
  });
  const ends = Date.parse(scheduledAt) + minutesToMilliseconds(10);
  expect(await show(id)).toMatchObject({ scheduledAt, endsAt: new Date(ends).toISOString() });
  expect((await ana("GET", `/campaigns/${id}/report`)).body.endsAt).toBe(new Date(ends).toISOString());
  balcao.aurora.write((db) => setCampaignSettings(db, { messageInterval: 0 }));
});

describe("a campaign says what it waits for", () => {
  test("Meta, where it turns away many of the last hour's messages because it wants fewer", async () => {
    const id = run.started({}, 8);
    await run.tick(8);
    for (const { message } of run.waiting().slice(0, 4)) run.ack(message.wid, -1, "ERR_META_CAPPED");
    await run.tick(2);
    expect((await notesOf(id)).some(({ code }) => code === "network_slows")).toBe(false);
    run.ack(run.waiting()[0]!.message.wid, -1, "ERR_META_TOO_MANY");
    await run.tick(2);
    expect(await notesOf(id)).toContainEqual(
      expect.objectContaining({ code: "network_slows", count: 5, connection: expect.objectContaining({ id: 1 }) }),
    );
    balcao.aurora.write((db) => void db.delete(campaignSendTable).run());
  });

  test("while the network has not said to whom it may write, and while it is asked about numbers", async () => {
    run.silence(true);
    const id = run.started({}, 2);
    await run.tick(3);
    expect(await notesOf(id)).toMatchObject([{ code: "asks_network", connection: { id: 1 } }]);
    balcao.aurora.write((db) => noteReach(db, 1, { at: run.now(), reach: {} }));
    expect(await notesOf(id)).toMatchObject([{ code: "sends" }, { code: "checks_numbers" }]);
    run.silence(false);
    await run.tick(3);
    run.arrive();
    await run.tick(2);
    expect(await notesOf(id)).toEqual([]);
  });

  test("when the network allows so many new chats, or none until a certain time", async () => {
    const id = run.started({}, 3);
    run.reach.newChatsLeft = 2;
    await run.tick(5);
    run.arrive();
    await run.tick(2);
    expect(await notesOf(id)).toMatchObject([{ code: "network_cap", count: 0 }]);
    const lockedUntil = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
    balcao.aurora.write((db) => noteReach(db, 1, { at: run.now(), reach: { lockedUntil } }));
    expect(await notesOf(id)).toMatchObject([{ code: "restricted", at: new Date(lockedUntil).toISOString() }]);
  });
});

describe("a campaign's figures", () => {
  test("count as answered only those to whom it was sent", async () => {
    const id = run.started({ confirmation: true, confirmationMessage1: "Posso?" }, 2);
    await run.tick(4);
    run.arrive();
    await run.tick(2);
    const [one, other] = run.recipients(id);
    run.write(one!, "Quem é?");
    run.write(other!, "sim");
    await run.tick(2);
    run.arrive();
    await run.tick(2);
    run.write(other!, "Obrigada!");
    expect(run.counts(id)).toMatchObject({ sent: 1, asked: 1, answered: 1 });
    expect((await ana("GET", `/campaigns/${id}/recipients?filter=answered`)).body.records).toHaveLength(1);
  });

  test("name apart who is no valid contact", async () => {
    const contactListId = run.listOf(3);
    run.nobody.add(run.numbersOf(contactListId)[1]!);
    const id = run.started({ contactListId });
    await run.tick(5);
    run.arrive();
    await run.tick(2);
    expect(run.counts(id)).toMatchObject({ total: 3, valid: 2, sent: 2, failed: 1 });
  });

  test("say in the old clients' shipping what has been delivered, and not what has only left", async () => {
    const id = run.started();
    await run.tick(3);
    const [{ message }] = run.waiting() as [ReturnType<typeof run.waiting>[number]];
    run.ack(message.wid);
    await run.tick(2);
    expect((await show(id)).shipping).toMatchObject([{ deliveredAt: null }]);
    run.ack(message.wid, 2);
    expect((await show(id)).shipping).toMatchObject([{ deliveredAt: expect.any(String) }]);
  });
});

test("how a number's strangers answer is not made worse by what follows to those who did not", () => {
  const { aurora } = balcao, now = run.now(), id = run.started();
  const rate = aurora.write((db) => {
    for (let nth = 0; nth < 60; nth++) {
      const recipient = { campaignId: id, name: "", number: `1${nth}`, changedAt: now };
      const { id: recipientId } = db.insert(recipientTable).values(recipient).returning().get();
      const send = { recipientId, campaignId: id, variant: 1, connectionId: 1, isStranger: true };
      const putAt = now - 3 * millisecondsInDay, answeredAt = nth % 2 ? putAt : null;
      db.insert(campaignSendTable).values({ ...send, step: 1, putAt, answeredAt }).run();
      for (const step of [2, 3]) db.insert(campaignSendTable).values({ ...send, step, putAt }).run();
    }
    const pace = makePace(db, connectionById(db, 1)!, now);
    return capFor(db, pace, settingsOfCampaigns(db), now).replyRate;
  });
  expect(rate).toBe(0.5);
});
