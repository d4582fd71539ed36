import { and, eq } from "drizzle-orm";
import { Buffer } from "node:buffer";
import type { ChannelSession, Outgoing, OutgoingChange } from "../channels/channel.ts";
import { addressOf } from "../contacts/contacts.ts";
import { identityTable } from "../contacts/table.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { mediaById, messageById, messageByWid } from "../messages/change.ts";
import { type MessageRow, messageTable } from "../messages/table.ts";
import { ownReaction } from "../outbox/change.ts";
import { drop, giveUp, nextDue, postpone } from "../outbox/enqueue.ts";
import { type OutboxRow, outboxTable } from "../outbox/table.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { mediaPath } from "../platform/media.ts";

/** A message whose arrival the network has not confirmed by then (ms) is sent again, under the same id. */
const CONFIRMED_WITHIN = 60_000;
/** Messages on their way at once: enough to keep the line busy, few enough to keep their order after a break. */
const MOST_UNDER_WAY = 20;

/** The one lane of a connection: what waits in the outbox leaves in order, while the connection is up. */
export class Lane {
  readonly #underWay = new Map<number, ReturnType<typeof setTimeout>>();
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
        const next = nextDue(this.company.read, this.connectionId, new Set(this.#underWay.keys()), Date.now());
        if (!next || !await this.#send(next)) break;
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
    const waiting = new Set(
      this.company.read.select({ id: outboxTable.id }).from(outboxTable)
        .where(eq(outboxTable.connectionId, this.connectionId)).all()
        .map(({ id }) => id),
    );
    for (const id of this.#underWay.keys()) if (!waiting.has(id)) this.confirmed(id);
  }

  /** Whether there is any use in going on with the next one. */
  async #send(row: OutboxRow): Promise<boolean> {
    const { company } = this;
    const message = messageById(company.read, row.messageId);
    if (!message || (row.what !== "revoke" && message.isDeleted)) return this.#done(row);
    this.#underWay.set(row.id, setTimeout(() => (this.#underWay.delete(row.id), this.wake()), CONFIRMED_WITHIN));
    try {
      const jid = await this.#addressFor(message);
      if (row.what !== "send") {
        await this.session.change(this.#changeOf(row, message, jid));
        return true;
      }
      const { raw } = await this.session.send(this.#outgoing(message, jid));
      company.write((db) =>
        void db.update(messageTable).set({ raw: Buffer.from(raw) }).where(eq(messageTable.id, message.id)).run()
      );
      return true;
    } catch (error) {
      this.confirmed(row.id);
      return this.#failed(row, error);
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
    if (this.session.state.status !== "CONNECTED" || code === "ERR_WAPP_NOT_INITIALIZED") return false;
    const { company } = this;
    if (code || row.attempts >= 4) {
      company.write((db, tell) => giveUp(db, tell, row, code ?? "ERR_SENDING_WAPP_MSG"));
    } else company.write((db) => postpone(db, row, Date.now() + 5000 * 2 ** row.attempts));
    log.warn("A message could not be handed to the network", {
      company: company.id,
      connection: this.connectionId,
      message: row.messageId,
      error,
    });
    return true;
  }

  /** The network is asked before the first message to a number: one to a stranger would vanish without a word. */
  async #addressFor({ contactId, chat }: MessageRow): Promise<string> {
    const { jid, phone } = addressOf(this.company.read, contactId, chat);
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
    if (what === "react") return { ...about, what, emoji: ownReaction(this.company.read, message.id) };
    return what === "edit" ? { ...about, what, body } : { ...about, what: "revoke" };
  }

  #outgoing(message: MessageRow, jid: string): Outgoing {
    const { company } = this;
    const media = mediaById(company.read, message.id);
    const quoted = message.quotedWid
      ? messageByWid(company.read, this.connectionId, message.quotedWid, message.contactId)
      : undefined;
    return {
      jid,
      wid: message.wid,
      kind: message.kind,
      body: message.body,
      place: message.extra?.place,
      cards: message.extra?.cards,
      forwarded: message.extra?.forwarded === true,
      file: media?.file ? { ...media, path: mediaPath(company, media.file) } : undefined,
      quoted: quoted?.raw
        ? { wid: quoted.wid, fromMe: quoted.fromMe, author: quoted.author, raw: quoted.raw }
        : undefined,
    };
  }
}
