import { afterAll, beforeAll, expect, test } from "vitest";
import { count, eq, isNotNull, sql } from "drizzle-orm";
import { addConnection, removeConnection } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { contactListTable, listItemTable } from "../contact_lists/table.ts";
import { RecipientState } from "../contract/campaign_recipients.ts";
import { applyReceipt } from "../inbox/channel_events.ts";
import { removeContact } from "../messages/remove_contact.ts";
import { messageTable } from "../messages/table.ts";
import { optOutTable } from "../opt_outs/table.ts";
import { dropSent, giveUpAll } from "../outbox/enqueue.ts";
import { chooser } from "../shared/campaigns/texts.ts";
import { addToList, aList } from "../testing/campaigns.ts";
import { aRun } from "../testing/campaign_run.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { eraseFromCampaigns } from "./erase.ts";
import { cancelCampaign, restartCampaign, retryFailed } from "./move.ts";
import { changePace } from "./paces.ts";
import { changeCampaign } from "./save.ts";
import { setCampaignSettings } from "./settings.ts";
import { campaignSendTable, recipientTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const SEEDS = Array.from({ length: Number(Deno.env.get("BALCAO_SEEDS") ?? 8) }, (_, nth) => nth + 1);
const TIME_ZONE = "America/Sao_Paulo";
const HOUR = 3_600_000, MINUTE = 60_000;

test.each(SEEDS)("whatever happens, nobody gets a step twice and the states add up (seed %i)", async (seed) => {
  const world = aWorld(seed);
  for (let step = 0; step < 160; step++) {
    await world.tick();
    await world.happen();
    world.check();
  }
  await world.letGo();
  const { run, id } = world;
  expect(run.campaign(id).status, JSON.stringify(run.counts(id))).toBe("FINALIZADA");
  expect(run.counts(id)).toMatchObject({ waiting: 0, asked: 0, confirmed: 0 });
  expect(world.saidToBeSent()).toEqual(world.knownToBeSent());
});

/** A company, a campaign, and a network that behaves as badly as one may. */
function aWorld(seed: number) {
  const { aurora } = balcao, choose = chooser(seed * 7919), run = aRun(aurora, balcao.tenants.keys);
  const number = (of: number) => `55119${seed}55${1000 + of}00`.slice(0, 13);
  let people = 25, names = 0, isOver = false;
  const listId = aurora.write((db) =>
    aList(db, Array.from({ length: people }, (_, nth) => ({ name: `P${nth}`, number: number(nth) })))
  );
  for (let nth = 0; nth < 99; nth++) if (Number(number(nth)) % 9 === 0) run.nobody.add(number(nth));
  const form = {
    name: "Prova",
    confirmation: choose(2) === 1,
    contactListId: listId,
    message1: "Oi {nome}",
    message2: "Olá {nome}",
    confirmationMessage1: "Posso?",
    followUps: choose(2) === 1 ? [{ afterDays: 1, message: "E aí, {nome}?" }] : [],
  };
  const id = run.started(form);

  /** What phones have: by which connection and message each step of each recipient came to them. */
  const phones = new Map<string, Set<string>>();
  /** With the network, which has not said so yet. */
  let flying: { wid: string; connectionId: number; messageId: number }[] = [];
  const acked = new Set<string>();

  function handOver(most: number): void {
    for (const { row, message } of run.waiting().slice(0, most)) {
      const send = aurora.read.select().from(campaignSendTable).where(eq(campaignSendTable.messageId, message.id))
        .get();
      const key = `${send!.recipientId}/${send!.step}`;
      phones.set(key, (phones.get(key) ?? new Set()).add(`${row.connectionId} ${message.wid}`));
      flying.push({ wid: message.wid, connectionId: row.connectionId, messageId: message.id });
    }
  }
  function receipt({ wid, connectionId }: { wid: string; connectionId: number }, ack: number, failure?: string): void {
    aurora.write((db, emit) => applyReceipt(db, emit, connectionId, { what: "receipt", wid, ack, failure }, undefined));
    if (ack > 0) acked.add(wid);
  }
  /** The network has taken what it was handed, and says so. */
  function land(): void {
    for (const each of flying.splice(0)) receipt(each, 1 + choose(4));
  }
  /** The line breaks: what was sent is kept with its message, and nobody says what became of it. */
  function cutLine(connectionId: number): void {
    for (const { messageId } of flying.filter((each) => each.connectionId === connectionId)) {
      aurora.write((db) =>
        void db.update(messageTable).set({ raw: new Uint8Array([1]) as never }).where(eq(messageTable.id, messageId))
          .run()
      );
    }
    flying = flying.filter((each) => each.connectionId !== connectionId);
  }
  function others(): number[] {
    return aurora.read.select({ id: connectionTable.id }).from(connectionTable).all().map(({ id }) => id)
      .filter((each) => each !== 1);
  }
  function change(form: Parameters<typeof changeCampaign>[3]): void {
    if (run.campaign(id).status !== "CANCELADA") return;
    const how = { timeZone: TIME_ZONE, by: { userId: 1, now: run.now() } };
    aurora.write((db) => void changeCampaign(aurora, db, id, form, how));
  }
  const anyOf = <T>(all: readonly T[]): T | undefined => all[choose(Math.max(1, all.length))];
  const reached = () => run.recipients(id).filter(({ contactId, sentStep }) => contactId !== null && sentStep !== null);

  const EVENTS: (() => void | Promise<void>)[] = [
    () => (handOver(1 + choose(8)), land()),
    () => (handOver(1 + choose(8)), land()),
    () => handOver(1 + choose(3)),
    land,
    function refuses() {
      const one = anyOf(run.waiting().filter(({ message }) => !flying.some(({ wid }) => wid === message.wid)));
      if (!one) return;
      const failure = choose(2) ? "ERR_SENDING_WAPP_MSG" : "ERR_WAPP_RESTRICTED";
      receipt({ wid: one.message.wid, connectionId: one.row.connectionId }, -1, failure);
      const situation = choose(2) ? "restricted" : "connected";
      aurora.write((db) => void db.update(connectionTable).set({ situation }).run());
    },
    () => aurora.write((db) => void db.update(connectionTable).set({ situation: "connected" }).run()),
    function takenByHand() {
      const one = anyOf(run.waiting());
      if (one) aurora.write((db) => dropSent(db, one.message.id));
    },
    function writes() {
      const who = anyOf(reached());
      const body = ["1", "sim", "não", "SAIR", "Quero mais detalhes", "obrigado"][choose(6)]!;
      if (who?.connectionId) run.write(who, body);
    },
    function writesYes() {
      const who = anyOf(run.recipients(id).filter(({ state, connectionId }) => state === "asked" && connectionId));
      if (who) run.write(who, "sim");
    },
    function stopsOrGoesOn() {
      const { status } = run.campaign(id), now = run.now();
      aurora.write((db, emit) => {
        if (status === "EM_ANDAMENTO") cancelCampaign(db, emit, id, now);
        else if (status === "CANCELADA") restartCampaign(aurora, db, id, { timeZone: TIME_ZONE, now });
        if (choose(3) === 0) retryFailed(db, id, now);
      });
    },
    () =>
      aurora.write((db) => {
        if (choose(2)) addToList(db, listId, [{ name: "Nova", number: number(people++) }]);
        if (choose(8) === 0) db.delete(optOutTable).run();
      }),
    function anotherConnection() {
      const whatsappIds = aurora.write((db) => {
        const { id } = addConnection(db, { name: `Prova ${seed} ${++names}` }, run.now());
        db.update(connectionTable).set({
          status: "CONNECTED",
          situation: "connected",
          number: `5511300${seed}${names}`,
        })
          .where(eq(connectionTable.id, id)).run();
        return choose(2) ? [id] : [1, id];
      });
      change({ ...form, whatsappIds });
    },
    function connectionGoes() {
      const gone = anyOf(others());
      if (gone === undefined) return;
      cutLine(gone);
      aurora.write((db, emit) => {
        db.update(ticketTable).set({ status: "closed" }).where(eq(ticketTable.connectionId, gone)).run();
        giveUpAll(db, emit, gone);
        removeConnection(db, gone);
      });
    },
    () => cutLine(anyOf([1, ...others()])!),
    async function isErased() {
      const who = anyOf(run.recipients(id).filter(({ contactId }) => contactId !== null));
      if (!who || choose(2)) return;
      aurora.write((db) => {
        db.update(ticketTable).set({ status: "closed" }).where(eq(ticketTable.contactId, who.contactId!)).run();
        db.delete(listItemTable).where(eq(listItemTable.number, who.number)).run();
      });
      await removeContact(
        aurora,
        who.contactId!,
        { erase: (db, _emit, contact) => eraseFromCampaigns(db, contact, balcao.tenants.keys) },
      );
    },
    () => change({ ...form, message2: choose(2) ? "" : "Olá", followUps: choose(2) ? [] : form.followUps }),
    function anotherList() {
      if (choose(3)) return change(form);
      const some = Array.from({ length: 6 }, () => ({ name: "Outra", number: number(choose(40)) }));
      const unique = [...new Map(some.map((each) => [each.number, each])).values()];
      change({ ...form, contactListId: aurora.write((db) => aList(db, unique, "Outra")) });
    },
    () =>
      aurora.write((db) =>
        setCampaignSettings(db, { newNumberCap: choose(3) ? 0 : 3, messageInterval: choose(4) ? 0 : 5 })
      ),
    () =>
      aurora.write((db) => changePace(db, 1, { dayCap: choose(2) ? 2 : 0 }, { timeZone: TIME_ZONE, now: run.now() })),
    // Within a minute the network has spoken; then the clock is set, by nobody or by hours.
    () => (land(), run.pass([-HOUR, -13 * HOUR, MINUTE, HOUR, 13 * HOUR, 26 * HOUR][choose(6)]!)),
    () => run.die(),
  ];

  return {
    run,
    id,
    async tick(): Promise<void> {
      await run.tick(1 + choose(2));
    },
    async happen(): Promise<void> {
      await anyOf(EVENTS)!();
    },
    check(): void {
      const { read } = aurora, counts = run.counts(id);
      const [{ rows } = { rows: 0 }] = read.select({ rows: count() }).from(recipientTable)
        .where(eq(recipientTable.campaignId, id)).all();
      expect(RecipientState.options.reduce((sum, state) => sum + counts[state], 0)).toBe(rows);
      expect(counts.total).toBe(rows);
      expect(counts.answered).toBeLessThanOrEqual(counts.sent);
      const ofStep = read.select({ n: sql<number>`count(*)` }).from(campaignSendTable)
        .where(eq(campaignSendTable.campaignId, id)).groupBy(campaignSendTable.recipientId, campaignSendTable.step)
        .all();
      expect(ofStep.every(({ n }) => n === 1)).toBe(true);
      for (const [step, copies] of phones) expect([...copies], `recipient/step ${step}`).toHaveLength(1);
    },
    /** In the end nothing holds anybody up, and nothing gets lost. */
    async letGo(): Promise<void> {
      aurora.write((db) => {
        setCampaignSettings(db, { newNumberCap: 0, messageInterval: 0 });
        changePace(db, 1, { dayCap: null }, { timeZone: TIME_ZONE, now: run.now() });
        db.update(connectionTable).set({ status: "CONNECTED", situation: "connected" }).run();
      });
      run.die();
      for (let round = 0; round < 400 && !isOver; round++) {
        const { status } = run.campaign(id);
        if (status === "CANCELADA") {
          aurora.write((db) => restartCampaign(aurora, db, id, { timeZone: TIME_ZONE, now: run.now() }));
        }
        await run.tick(2);
        handOver(40);
        land();
        if (round % 10 === 9) run.pass(25 * HOUR);
        this.check();
        isOver = run.campaign(id).status === "FINALIZADA" && run.waiting().length === 0;
      }
      await run.tick(7);
      run.end();
      aurora.write((db) => {
        db.update(ticketTable).set({ status: "closed" }).run();
        for (const gone of others()) removeConnection(db, gone);
        db.delete(contactListTable).run();
      });
    },
    /** Messages that still exist and are counted as sent; and those of which the network has said so. */
    saidToBeSent: () => widsOf(true),
    knownToBeSent: () => widsOf(false).filter((wid) => acked.has(wid)),
  };

  function widsOf(isSent: boolean): string[] {
    return aurora.read.select({ wid: messageTable.wid }).from(campaignSendTable)
      .innerJoin(messageTable, eq(messageTable.id, campaignSendTable.messageId))
      .where(
        isSent
          ? sql`${campaignSendTable.campaignId} = ${id} and ${isNotNull(campaignSendTable.sentAt)}`
          : eq(campaignSendTable.campaignId, id),
      )
      .all().map(({ wid }) => wid).sort();
  }
}
