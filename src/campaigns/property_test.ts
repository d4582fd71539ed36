import { afterAll, beforeAll, expect, test } from "vitest";
import { asc, eq, sql } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { contactById } from "../contacts/contacts.ts";
import { RecipientState } from "../contract/campaigns.ts";
import { applyReceipt } from "../inbox/channel_events.ts";
import { receiveMessage } from "../inbox/receive.ts";
import { messageTable } from "../messages/table.ts";
import { optOutTable } from "../opt_outs/table.ts";
import { dropSent } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import { chooser } from "../shared/campaigns/texts.ts";
import { addToList, aList, noPauses } from "../testing/campaigns.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { addCampaign } from "./save.ts";
import { cancelCampaign, restartCampaign, startCampaign } from "./move.ts";
import { campaignRow } from "./campaigns.ts";
import { countsOf } from "./counts.ts";
import { CampaignRunner } from "./runner.ts";
import { campaignSendTable, recipientTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const TZ = () => "America/Sao_Paulo";

/** What phones saw: how often each message arrived, by its id at the network. */
type Seen = Map<string, number>;

test.each(SEEDS)("whatever happens, nobody gets a step twice and the states add up (seed %i)", async (seed) => {
  const { aurora } = balcao, choose = chooser(seed * 7919), seen: Seen = new Map();
  const connectionId = aurora.read.select().from(connectionTable).all()[0]!.id;
  let now = Date.now();
  const people = Array.from(
    { length: 25 },
    (_, nth) => ({ name: `P${nth}`, number: `55119${seed}55${1000 + nth}00`.slice(0, 13) }),
  );
  const [listId, id] = aurora.write((db) => {
    noPauses(db);
    db.update(connectionTable).set({ status: "CONNECTED", situation: "connected", number: "551134567800" }).run();
    const listId = aList(db, people);
    const { id } = addCampaign(
      db,
      {
        name: "Prova",
        confirmation: choose(2) === 1,
        contactListId: listId,
        whatsappId: connectionId,
        message1: "Oi {nome}",
        message2: "Olá {nome}",
        confirmationMessage1: "Posso?",
        followUps: choose(2) === 1 ? [{ afterDays: 1, message: "E aí, {nome}?" }] : [],
      },
      { timeZone: TZ(), now },
    );
    startCampaign(aurora, db, id, { timeZone: TZ(), now });
    return [listId, id];
  });
  const network = {
    find: () => ({
      // Every ninth number is nobody's.
      lookUpMany: (phones: readonly string[]) =>
        Promise.resolve(
          new Map(
            phones.filter((phone) => Number(phone) % 9 !== 0).map((
              phone,
            ) => [phone, { jid: `${phone}@s.whatsapp.net`, phone }]),
          ),
        ),
      reach: () => Promise.resolve({}),
    }),
  };
  let runner = new CampaignRunner(network, balcao.tenants.keys);
  const anew = () => {
    runner.close();
    runner = new CampaignRunner(network, balcao.tenants.keys);
  };
  const tick = async () => {
    runner.tick(aurora, TZ, now);
    await new Promise((resolve) => setTimeout(resolve));
    now += 2000;
  };
  const happen = () => someEvent({ company: aurora, connectionId, campaignId: id, listId, choose, seen, now });
  for (let step = 0; step < 160; step++) {
    await tick();
    happen();
    // The process dies between two transactions: nothing but the file is left.
    if (choose(12) === 0) anew();
    if (choose(20) === 0) now += 13 * 3_600_000;
    check(id);
  }
  // In the end everything that waits is let go.
  anew();
  for (let step = 0; step < 400 && campaignRow(aurora.read, id).status !== "FINALIZADA"; step++) {
    if (campaignRow(aurora.read, id).status === "CANCELADA") {
      aurora.write((db) => restartCampaign(aurora, db, id, { timeZone: TZ(), now }));
      anew();
    }
    await tick();
    for (const row of waitingRows()) arrive(row, seen);
    if (step % 10 === 9) now += 25 * 3_600_000;
    check(id);
  }
  runner.close();
  const row = campaignRow(aurora.read, id), counts = countsOf(aurora.read, id);
  expect(row.status, JSON.stringify(counts)).toBe("FINALIZADA");
  expect([counts.waiting, counts.asked, counts.confirmed]).toEqual([0, 0, 0]);
  const sent = aurora.read.select({ wid: messageTable.wid }).from(campaignSendTable)
    .innerJoin(messageTable, eq(messageTable.id, campaignSendTable.messageId))
    .where(sql`${campaignSendTable.campaignId} = ${id} and ${campaignSendTable.sentAt} is not null`).all();
  expect(sent.map(({ wid }) => wid).sort()).toEqual([...seen.keys()].sort());

  function check(id: number): void {
    const counts = countsOf(aurora.read, id);
    expect(RecipientState.options.reduce((sum, state) => sum + counts[state], 0)).toBe(counts.total);
    const twice = aurora.read.select({ n: sql<number>`count(*)` }).from(campaignSendTable)
      .where(eq(campaignSendTable.campaignId, id)).groupBy(campaignSendTable.recipientId, campaignSendTable.step).all();
    expect(twice.every(({ n }) => n === 1)).toBe(true);
    expect([...seen.values()].every((times) => times === 1)).toBe(true);
  }

  function waitingRows() {
    return aurora.read.select().from(outboxTable).where(eq(outboxTable.rank, 3)).orderBy(asc(outboxTable.id)).all();
  }

  function arrive({ messageId }: { messageId: number }, seen: Seen): void {
    const { wid } = aurora.read.select().from(messageTable).where(eq(messageTable.id, messageId)).all()[0]!;
    // The phone knows a message by its id: a second copy is not shown.
    seen.set(wid, 1);
    aurora.write((db, emit) => applyReceipt(db, emit, connectionId, { what: "receipt", wid, ack: 1 }, undefined));
  }
}, 60_000);

interface Happening {
  company: typeof balcao.aurora;
  connectionId: number;
  campaignId: number;
  listId: number;
  choose: (of: number) => number;
  seen: Seen;
  now: number;
}

/** One thing that may happen at any time: the network answers or refuses, somebody writes, somebody presses something. */
function someEvent({ company, connectionId, campaignId, listId, choose, seen, now }: Happening): void {
  const rows = company.read.select({ row: outboxTable, message: messageTable }).from(outboxTable)
    .innerJoin(messageTable, eq(messageTable.id, outboxTable.messageId)).where(eq(outboxTable.rank, 3)).all();
  const one = rows[choose(Math.max(1, rows.length))];
  const receipt = (wid: string, ack: number, failure?: string) =>
    company.write((db, emit) =>
      applyReceipt(db, emit, connectionId, { what: "receipt", wid, ack, failure }, undefined)
    );
  const asked = company.read.select().from(recipientTable).where(eq(recipientTable.campaignId, campaignId)).all()
    .filter(({ contactId, askedAt, sentAt }) => contactId !== null && (askedAt ?? sentAt) !== null);
  const who = asked[choose(Math.max(1, asked.length))];
  const what = choose(10);
  if (what < 4) {
    for (const { message } of rows.slice(0, 1 + choose(8))) {
      seen.set(message.wid, 1);
      receipt(message.wid, 1 + choose(4));
    }
  } else if (what === 4 && one) {
    receipt(one.message.wid, -1, choose(2) ? "ERR_SENDING_WAPP_MSG" : "ERR_WAPP_RESTRICTED");
  } else if (what === 5 && one) company.write((db) => dropSent(db, one.message.id));
  else if (what <= 7 && who) {
    const body = ["1", "sim", "não", "SAIR", "Quero mais detalhes", "obrigado"][choose(6)]!;
    const { number } = contactById(company.read, who.contactId!)!;
    receiveMessage(company, connectionId, {
      chat: { jid: `${number}@s.whatsapp.net`, phone: number },
      wid: `IN${now}${choose(1_000_000)}`,
      fromMe: false,
      when: "live",
      pushName: who.name,
      participant: "",
      author: "",
      at: Date.now(),
      kind: "text",
      kindName: "",
      body,
      raw: new Uint8Array(),
    }, { timeZone: TZ, isPaused: () => false });
  } else if (what === 8) {
    const { status } = campaignRow(company.read, campaignId);
    company.write((db, emit) => {
      if (status === "EM_ANDAMENTO") cancelCampaign(db, emit, campaignId, now);
      else if (status === "CANCELADA") restartCampaign(company, db, campaignId, { timeZone: TZ(), now });
    });
  } else if (what === 9) {
    company.write((db) => {
      if (choose(3) === 0) addToList(db, listId, [{ name: "Nova", number: `5521${900_000_000 + choose(99_999_999)}` }]);
      if (choose(8) === 0) db.delete(optOutTable).run();
    });
  }
}
