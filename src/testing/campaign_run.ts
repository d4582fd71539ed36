import { and, asc, eq } from "drizzle-orm";
import type { Network } from "../campaigns/check_numbers.ts";
import { campaignRow } from "../campaigns/campaigns.ts";
import { startCampaign } from "../campaigns/move.ts";
import { addCampaign } from "../campaigns/save.ts";
import type { CampaignDraft } from "../contract/campaigns.ts";
import { optOutTable } from "../opt_outs/table.ts";
import { aList, noPauses } from "./campaigns.ts";
import { countsOf } from "../campaigns/counts.ts";
import { CampaignRunner } from "../campaigns/runner.ts";
import {
  campaignPaceTable,
  campaignReachTable,
  campaignSendTable,
  campaignTable,
  type RecipientRow,
  recipientTable,
} from "../campaigns/table.ts";
import { listItemTable } from "../contact_lists/table.ts";
import type { Reach } from "../channels/channel.ts";
import { connectionTable } from "../connections/table.ts";
import { contactById } from "../contacts/contacts.ts";
import { applyReceipt } from "../inbox/channel_events.ts";
import { receiveMessage } from "../inbox/receive.ts";
import { messageTable } from "../messages/table.ts";
import { RANK } from "../outbox/enqueue.ts";
import { outboxTable } from "../outbox/table.ts";
import type { Company, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";

/** Nobody is on two lists. */
let numbers = 0;
const TIME_ZONE = () => "America/Sao_Paulo";

/**
 * A company's campaigns with a clock and a network that do what they are told: nothing leaves but by `arrive`, no time passes
 * but by `tick` and `pass`; all connections are up, and there were no campaigns before. All numbers are the network's but those that `nobody` names.
 */
export function aRun(company: Company, keys: Pick<Keys, "digests">) {
  const nobody = new Set<string>(), reach: Reach = {};
  let now = Date.now(), wids = 0, isSilent = false, heldUntil = 0;
  const network: Network = {
    find: () =>
      isSilent ? undefined : ({
        lookUpMany: (phones) =>
          Promise.resolve(
            new Map(
              phones.filter((phone) => !nobody.has(phone)).map((
                phone,
              ) => [phone, { jid: `${phone}@s.whatsapp.net`, phone }]),
            ),
          ),
        reach: () => Promise.resolve({ ...reach }),
        heldUntil,
      }),
  };
  company.write((db) => {
    db.delete(campaignTable).run();
    db.delete(outboxTable).run();
    db.delete(optOutTable).run();
    db.delete(campaignPaceTable).run();
    db.delete(campaignReachTable).run();
    db.update(connectionTable).set({ status: "CONNECTED", situation: "connected", number: "551134567800" }).run();
    noPauses(db);
  });
  let runner = new CampaignRunner(network, keys, () => now);

  /** A second or several; what is asked of the network is answered in between. */
  async function tick(seconds = 1): Promise<void> {
    for (let nth = 0; nth < seconds; nth++) {
      now += 1000;
      runner.tick(company, TIME_ZONE, now);
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** What waits in the outbox for campaigns, with its messages. */
  function waiting() {
    return company.read.select({ row: outboxTable, message: messageTable }).from(outboxTable)
      .innerJoin(messageTable, eq(messageTable.id, outboxTable.messageId)).where(eq(outboxTable.rank, RANK.campaign))
      .orderBy(asc(outboxTable.id)).all();
  }

  /** The network says how far a message is: −1 with a reason, or 1 and on. */
  function ack(wid: string, ack = 1, failure?: string): void {
    const [message] = company.read.select().from(messageTable).where(eq(messageTable.wid, wid)).all();
    const connectionId = message!.connectionId!;
    company.write((db, emit) =>
      applyReceipt(db, emit, connectionId, { what: "receipt", wid, ack, failure }, undefined)
    );
  }

  /** The network takes all that waits, or refuses it for a reason. Answers what left. */
  function arrive(failure?: string): string[] {
    return waiting().map(({ message: { wid, body } }) => {
      ack(wid, failure === undefined ? 1 : -1, failure);
      return body;
    });
  }

  function recipients(id: number): RecipientRow[] {
    return company.read.select().from(recipientTable).where(eq(recipientTable.campaignId, id))
      .orderBy(asc(recipientTable.id)).all();
  }

  const listOf = (count: number) =>
    company.write((db) =>
      aList(
        db,
        Array.from({ length: count }, (_, nth) => ({ name: `P${nth}`, number: `55119600${10_000 + ++numbers}` })),
      )
    );

  return {
    /** A list of so many strangers. */
    listOf,
    /** Whose numbers are on a list, in order. */
    numbersOf: (listId: number) =>
      company.read.select({ number: listItemTable.number }).from(listItemTable).where(eq(listItemTable.listId, listId))
        .orderBy(asc(listItemTable.id)).all().map(({ number }) => number),
    /** A campaign to so many strangers, or to a list, that has just been started. */
    started(form: Partial<CampaignDraft> = {}, count = 1): number {
      const contactListId = form.contactListId ?? listOf(count), when = { timeZone: TIME_ZONE(), now };
      const draft = { name: "Natal", message1: "Oi {nome}", confirmation: false, whatsappId: 1, ...form };
      const { id } = company.write((db) => addCampaign(db, { ...draft, contactListId }, when));
      company.write((db) => startCampaign(company, db, id, when));
      return id;
    },
    /** It goes on after whatever was written beside it. */
    poke: () => company.signals.emit("campaigns", {}),
    /** Connections are down, or up again. */
    hold: (db: Write, isDown: boolean) =>
      void db.update(connectionTable).set({ status: isDown ? "DISCONNECTED" : "CONNECTED" }).run(),
    /** The network can be asked nothing, or again. */
    silence: (is: boolean) => void (isSilent = is),
    /** The network wants nothing more for so long (ms). */
    wantFewer: (ms: number) => void (heldUntil = now + ms),
    nobody,
    reach,
    tick,
    waiting,
    ack,
    arrive,
    recipients,
    now: () => now,
    pass: (ms: number) => void (now += ms),
    /** The process dies, and another one knows what is in the file. */
    die() {
      runner.close();
      runner = new CampaignRunner(network, keys, () => now);
    },
    end: () => runner.close(),
    campaign: (id: number) => campaignRow(company.read, id),
    counts: (id: number) => countsOf(company.read, id),
    sendOf: (recipientId: number, step: number) =>
      company.read.select().from(campaignSendTable)
        .where(and(eq(campaignSendTable.recipientId, recipientId), eq(campaignSendTable.step, step))).get(),
    /** A recipient writes, to the connection that wrote to them. */
    write(recipient: RecipientRow, body: string, connectionId = recipient.connectionId!): void {
      const { number } = contactById(company.read, recipient.contactId!)!;
      receiveMessage(company, connectionId, {
        chat: { jid: `${number}@s.whatsapp.net`, phone: number },
        ...{ wid: `IN${now}-${++wids}`, fromMe: false, when: "live", pushName: recipient.name, participant: "" },
        ...{ author: "", at: Date.now(), kind: "text", kindName: "", body, raw: new Uint8Array() },
      }, { timeZone: TIME_ZONE, isPaused: () => false });
    },
  };
}
