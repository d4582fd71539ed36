import { milliseconds } from "date-fns/milliseconds";
import { and, eq } from "drizzle-orm";
import type { ChannelSession, Outgoing, OutgoingChange } from "../channels/channel.ts";
import { heardAt } from "../answer_windows/answer_windows.ts";
import { addressOf, type Way } from "../contacts/contacts.ts";
import { identityTable } from "../contacts/table.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { keepRaw, mediaById, messageById, messageByWid } from "../messages/change.ts";
import type { MessageRow } from "../messages/table.ts";
import { ownReaction } from "../outbox/change.ts";
import { drop, dueSoon, giveUp, nextDue, postpone, RANK, stillWaiting } from "../outbox/enqueue.ts";
import type { OutboxRow } from "../outbox/table.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { mediaPath } from "../platform/media.ts";

/** A message whose arrival the network has not confirmed by then (ms) is sent again, under the same id. */
const CONFIRMED_WITHIN = milliseconds({ minutes: 1 });
/** Messages on their way at once: enough to keep the line busy, few enough to keep their order after a break. */
const MOST_UNDER_WAY = 20;

/** After a campaign's message others of the process have their turn for so long (ms): people wait for their answers. */
const GIVES_WAY = 5;

/** How far the sender looks ahead for people whom the network has to tell us of. */
const AHEAD = 100;
/** Of whom the sender remembers that it has asked for them. */
const MOST_MET = 10_000;

/** The one sender of a connection: what waits in the outbox leaves in order, while the connection is up. */
export class Sender {
  readonly #underWay = new Map<number, ReturnType<typeof setTimeout>>();
  /** What has left, as the network carries it, by its id; stored with the confirmation, or when the line breaks before. */
  readonly #raws = new Map<string, Uint8Array>();
  /** What is being handed over; the network may be quicker than the library in saying so. */
  #leaving: { wid: string; isConfirmed: boolean } | undefined;
  /** JIDs that were asked for on this line. */
  readonly #met = new Set<string>();
  #isRunning = false;
  #isClosed = false;

  constructor(readonly company: Company, readonly connectionId: number, readonly session: ChannelSession) {}

  /** To be called whenever there may be something to do: a new row, a confirmed message, a connection that is up. */
  wake(): void {
    if (!this.#isRunning) void this.#run();
  }

  /** The connection went down: what was on its way is sent anew when it is back. */
  interrupt(): void {
    for (const timer of this.#underWay.values()) clearTimeout(timer);
    this.#underWay.clear();
    this.#met.clear();
    this.#storeRaws();
  }

  /** A message that has left and is not confirmed yet. */
  rawOf(wid: string): Uint8Array | undefined {
    return this.#raws.get(wid);
  }

  /** The network has it, or never will: whoever takes what was sent, stores it in the writing that is under way. */
  takeRaw(wid: string): Uint8Array | undefined {
    const raw = this.#raws.get(wid);
    this.company.afterwards(() => this.#raws.delete(wid));
    if (wid === this.#leaving?.wid) this.#leaving.isConfirmed = true;
    return raw;
  }

  close(): void {
    this.#isClosed = true;
    this.interrupt();
  }

  confirmed(outboxId: number): void {
    clearTimeout(this.#underWay.get(outboxId));
    this.#underWay.delete(outboxId);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (!this.#isClosed && this.session.state.status === "CONNECTED") {
        this.#forgetConfirmed();
        if (this.#underWay.size >= MOST_UNDER_WAY) break;
        const next = nextDue(this.company.latest, this.connectionId, new Set(this.#underWay.keys()), Date.now());
        if (!next || !await this.#send(next)) break;
        if (next.rank === RANK.campaign) await new Promise((resolve) => setTimeout(resolve, GIVES_WAY));
      }
    } catch (error) {
      log.error("The outbox stopped", { company: this.company.id, connection: this.connectionId, error });
    } finally {
      this.#isRunning = false;
    }
  }

  /** Rows that are gone were taken by the network. */
  #forgetConfirmed(): void {
    if (this.#underWay.size < MOST_UNDER_WAY) return;
    const waiting = stillWaiting(this.company.latest, this.#underWay.keys());
    for (const id of this.#underWay.keys()) if (!waiting.has(id)) this.confirmed(id);
  }

  /** Whether there is any use in going on with the next one. */
  async #send(row: OutboxRow): Promise<boolean> {
    const { company } = this;
    const message = messageById(company.latest, row.messageId);
    if (!message || (row.what !== "revoke" && message.isDeleted)) return this.#done(row);
    this.#underWay.set(row.id, setTimeout(() => (this.#underWay.delete(row.id), this.wake()), CONFIRMED_WITHIN));
    try {
      const jid = await this.#addressFor(message);
      if (!this.#met.has(jid)) await this.#meet(jid);
      if (row.what !== "send") {
        await this.session.change(this.#changeOf(row, message, jid));
        return true;
      }
      await this.#handOver(message, jid);
      return true;
    } catch (error) {
      this.confirmed(row.id);
      return this.#failed(row, error);
    }
  }

  async #handOver(message: MessageRow, jid: string): Promise<void> {
    const leaving = this.#leaving = { wid: message.wid, isConfirmed: false };
    const { raw } = await this.session.send(this.#outgoing(message, jid));
    if (leaving.isConfirmed) this.company.write((db) => keepRaw(db, message.id, raw));
    else this.#raws.set(message.wid, raw);
  }

  /** The network may have it all: receivers can say so, or ask for it once more, before it leaves again. */
  #storeRaws(): void {
    const { company, connectionId } = this;
    if (this.#raws.size === 0) return;
    try {
      company.write((db) => {
        for (const [wid, raw] of this.#raws) {
          const message = messageByWid(db, connectionId, wid);
          if (message) keepRaw(db, message.id, raw);
        }
      });
      this.#raws.clear();
    } catch (error) {
      log.error("What was sent could not be stored", { company: company.id, connection: connectionId, error });
    }
  }

  #done(row: OutboxRow): true {
    this.confirmed(row.id);
    this.company.write((db) => drop(db, row.id));
    return true;
  }

  #failed(row: OutboxRow, error: unknown): boolean {
    const code = error instanceof Refusal ? error.code : undefined;
    // The line is gone, whether it has been noticed or not: everything waits until it is back.
    const isGone = this.#isClosed || this.session.state.status !== "CONNECTED";
    if (isGone || code === "ERR_WAPP_NOT_INITIALIZED") return false;
    const { company } = this;
    if (code || row.attempts >= 4) {
      company.write((db, emit) => giveUp(db, emit, row, code ?? "ERR_SENDING_WAPP_MSG"));
    } else company.write((db) => postpone(db, row, Date.now() + 5000 * 2 ** row.attempts));
    log.warn("A message could not be handed to the network", {
      company: company.id,
      connection: this.connectionId,
      message: row.messageId,
      error,
    });
    return true;
  }

  /** Asks for this one together with those who come next: a crowd is asked for at once. */
  async #meet(jid: string): Promise<void> {
    const { latest: read } = this.company;
    const jids = new Set([jid]);
    for (const { messageId } of dueSoon(read, this.connectionId, AHEAD, Date.now())) {
      const message = messageById(read, messageId);
      const next = message && addressOf(read, message.contactId, this.#wayTo(message)).jid;
      if (next && !this.#met.has(next)) jids.add(next);
    }
    if (this.#met.size > MOST_MET) this.#met.clear();
    for (const each of jids) this.#met.add(each);
    // What could not be learned here is learned with the message.
    await this.session.prefetchDevices([...jids]).catch((error) =>
      log.warn("The network did not tell of the next receivers", {
        company: this.company.id,
        connection: this.connectionId,
        error,
      })
    );
  }

  #wayTo({ chat }: Pick<MessageRow, "chat">): Way {
    return { at: this.session.kind, chat };
  }

  /** The network is asked before the first message to a number: one to a stranger would vanish without a word. */
  async #addressFor({ contactId, chat }: MessageRow): Promise<string> {
    const { jid, phone } = addressOf(this.company.latest, contactId, this.#wayTo({ chat }));
    if (jid) return jid;
    const found = await this.session.lookUp(phone!) ?? refuse("ERR_WAPP_INVALID_CONTACT");
    this.company.write((db) =>
      void db.update(identityTable).set({ address: found.jid }).where(
        and(eq(identityTable.kind, "phone"), eq(identityTable.value, phone!)),
      ).run()
    );
    return found.jid;
  }

  /** What is said is what counts now; the row is let go when the network confirms its id. */
  #changeOf({ what, wid }: OutboxRow, message: MessageRow, jid: string): OutgoingChange {
    const { fromMe, author, body } = message;
    const about = { to: { jid, wid: message.wid, fromMe, author }, wid: wid! };
    if (what === "react") return { ...about, what, emoji: ownReaction(this.company.latest, message.id) };
    return what === "edit" ? { ...about, what, body } : { ...about, what: "revoke" };
  }

  #outgoing(message: MessageRow, jid: string): Outgoing {
    const { company } = this;
    const media = mediaById(company.latest, message.id);
    const quoted = message.quotedWid
      ? messageByWid(company.latest, this.connectionId, message.quotedWid, message.contactId)
      : undefined;
    const raw = quoted && (quoted.raw ?? this.rawOf(quoted.wid));
    return {
      jid,
      byPerson: message.userId !== null,
      heardAt: this.session.kind === "linked"
        ? undefined
        : heardAt(company.latest, this.connectionId, message.contactId),
      template: message.extra?.template,
      wid: message.wid,
      kind: message.kind,
      body: message.body,
      place: message.extra?.place,
      cards: message.extra?.cards,
      forwarded: message.extra?.forwarded === true,
      file: media?.file ? { ...media, path: mediaPath(company, media.file) } : undefined,
      quoted: raw ? { wid: quoted.wid, fromMe: quoted.fromMe, author: quoted.author, raw } : undefined,
    };
  }
}
