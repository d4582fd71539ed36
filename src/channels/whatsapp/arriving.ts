import {
  type BaileysEventMap,
  type Contact,
  proto,
  toNumber,
  type WACallEvent,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { Company } from "../../platform/company.ts";
import { log } from "../../platform/log.ts";
import { RareWarning } from "../../platform/rare_warning.ts";
import type { ChannelEvent, Incoming, Listeners } from "../channel.ts";
import { chatOf, userOf } from "./addresses.ts";
import { type Kept, messageFrom } from "./decode.ts";
import { forgetSettled, settle, unsettled } from "./journal.ts";
import { readMessage, unreadable } from "./read_message.ts";

/** The line that things arrive by. */
interface Line {
  me(): Contact | undefined;
  socket(): WASocket | undefined;
  /** The network lets the account answer, but not write first. */
  isRestricted(): void;
}

/** Calls that are remembered while they ring. */
const MOST_CALLERS = 1000;

/** What the network brings: put into our shape and handed to who listens, each thing by itself. */
export class Arriving {
  /** The newest messages that were handled; the library emits them once more. */
  readonly #received = new Set<string>();
  readonly #askedNames = new Set<string>();
  /** Who calls right now, with the device, as the network wants it back: call id → JID. */
  readonly #callers = new Map<string, string>();
  readonly #unreadable: RareWarning;

  constructor(
    readonly company: Company,
    readonly connectionId: number,
    readonly listeners: Listeners,
    readonly line: Line,
  ) {
    this.#unreadable = new RareWarning("What came as a message cannot be read", this.#context());
  }

  callerOf(callId: string): string | undefined {
    return this.#callers.get(callId);
  }

  onEvents(events: Partial<BaileysEventMap>): void {
    this.#each([events["lid-mapping.update"] ?? []].flat(), ({ lid, pn }) => {
      this.handOut({ what: "pair", phone: userOf(pn), lid: userOf(lid) });
    });
    const history = events["messaging-history.set"];
    if (history) this.#each(inOrder(history.messages), (raw) => this.#receive(raw, "history"));
    this.#met([...history?.contacts ?? [], ...events["contacts.upsert"] ?? []]);
    // Most were received when they were decrypted; what was never encrypted, or came by way of the phone, is new here.
    this.#each(events["messages.upsert"]?.messages, (raw) => {
      if (!this.#received.has(raw.key.id ?? "")) this.#receive(raw, "live");
    });
    this.#each(events["messages.update"], ({ key, update }) => this.#statusChanged(key, update));
    this.#each(events["message-receipt.update"], ({ key, receipt }) => {
      if (key.id) this.handOut({ what: "receipt", wid: key.id, ack: receipt.readTimestamp ? 3 : 2 });
    });
    this.#each(events["groups.upsert"], ({ id, subject }) => this.#groupNamed(id, subject));
    this.#each(events["groups.update"], ({ id, subject }) => this.#groupNamed(id, subject));
    this.#each(events.call, (call) => this.#calledBy(call));
  }

  /** Events come in bundles: one that is made so that it cannot be read must not take the others with it. */
  #each<T>(all: readonly T[] | undefined, work: (one: T) => void): void {
    for (const one of all ?? []) this.guarded("", () => work(one));
  }

  #calledBy({ id: wid, from, callerPn, status, date, isVideo }: WACallEvent): void {
    if (status !== "offer") return void (status !== "ringing" && this.#callers.delete(wid));
    const chat = chatOf({ remoteJid: from, remoteJidAlt: callerPn });
    if (!chat) return;
    // A call whose end was never reported is forgotten in its turn.
    if (this.#callers.size >= MOST_CALLERS) this.#callers.delete(this.#callers.keys().next().value!);
    this.#callers.set(wid, from);
    this.handOut({ what: "call", chat, wid, at: date.getTime(), video: isVideo === true });
  }

  #met(contacts: BaileysEventMap["contacts.upsert"]): void {
    const people = contacts.flatMap(({ id, lid, phoneNumber, name }) => {
      const address = chatOf({
        remoteJid: id,
        remoteJidAlt: [lid, phoneNumber].find((other) => other && other !== id),
      });
      return address && !address.group && name ? [{ address, name }] : [];
    });
    if (people.length > 0) this.guarded("", () => this.listeners.onPeople(people));
  }

  #statusChanged(
    key: { id?: string | null; fromMe?: boolean | null },
    { status, messageStubParameters }: Partial<WAMessage>,
  ): void {
    if (!key.id || !key.fromMe || status === undefined || status === null) return;
    const failure = status === proto.WebMessageInfo.Status.ERROR ? failureOf(messageStubParameters?.[0]) : undefined;
    if (failure === "ERR_WAPP_RESTRICTED") this.line.isRestricted();
    // The library counts from ERROR = 0, PENDING = 1 on.
    this.handOut({ what: "receipt", wid: key.id, ack: status - 1, failure });
  }

  /** It comes by `receiveKept`, and the library's own word of it is none. */
  expect(wid: string): void {
    this.#remember(wid);
  }

  /** What the journal holds; what is no message at all is let go, or it would be tried again without end. */
  receiveKept(attrs: Record<string, string>, plain: Uint8Array): boolean {
    let kept: Kept;
    try {
      kept = messageFrom(attrs, plain, this.line.me()!);
    } catch (error) {
      this.#unreadable.warn({ message: attrs.id, error });
      return true;
    }
    return this.#receive(kept.raw, "live", kept.unknown);
  }

  /** True when it was handled, even if there was nothing to store. `unknown` names what could not be read of it. */
  #receive(raw: WAMessage, when: Incoming["when"], unknown?: string): boolean {
    // Could not be read yet: it comes again, under the same id.
    if (raw.messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT) return false;
    const wid = raw.key.id ?? "";
    this.#remember(wid);
    const read = unknown ? unreadable(raw, when, unknown) : readMessage(raw, when);
    return this.guarded(wid, () => {
      if (!read) return;
      if ("what" in read) return this.listeners.onEvent(read);
      const isStored = this.listeners.onIncoming(read);
      if (isStored && read.chat.group) this.#askForName(read.chat.jid);
    });
  }

  /** A group's name does not come with its messages; it is asked for once. */
  #askForName(jid: string): void {
    const sock = this.line.socket();
    if (this.#askedNames.has(jid) || !sock) return;
    this.#askedNames.add(jid);
    sock.groupMetadata(jid).then(
      ({ subject }) => this.#groupNamed(jid, subject),
      () => this.#askedNames.delete(jid),
    );
  }

  #groupNamed(jid: string | undefined, subject: string | undefined): void {
    const chat = chatOf({ remoteJid: jid });
    if (chat?.group && subject) this.handOut({ what: "subject", chat, subject });
  }

  #remember(wid: string): void {
    if (this.#received.has(wid)) return;
    if (this.#received.size >= 5000) this.#received.delete(this.#received.keys().next().value!);
    this.#received.add(wid);
  }

  /** Something about what is known already. */
  handOut(event: ChannelEvent): void {
    this.guarded("wid" in event ? event.wid : "", () => this.listeners.onEvent(event));
  }

  /** A message that fails must not stop the others; it stays in the journal and is tried again. */
  guarded(wid: string, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      log.error("An event could not be handled", { ...this.#context(), message: wid, error });
      return false;
    }
  }

  /** Handles again what was decrypted at least `patience` (ms) ago and not handled since. */
  handleJournal(patience: number): void {
    if (!this.line.me()) return;
    try {
      forgetSettled(this.company, Date.now());
      for (const { wid, attrs, plain } of unsettled(this.company, this.connectionId, Date.now() - patience)) {
        this.company.write((db) => {
          if (this.receiveKept(attrs, plain)) settle(db, this.connectionId, wid);
        });
      }
    } catch (error) {
      log.error("The journal could not be handled", { ...this.#context(), error });
    }
  }

  #context() {
    return { company: this.company.id, connection: this.connectionId };
  }
}

/** 463: the network lets this account answer, but not write first (whatsapp.md §5). */
function failureOf(code: string | undefined): string {
  return code === "463" ? "ERR_WAPP_RESTRICTED" : "ERR_SENDING_WAPP_MSG";
}

/** Oldest first, and before ours what others wrote: they are known by the name that comes with it. */
function inOrder(messages: WAMessage[]): WAMessage[] {
  return messages.toSorted((a, b) =>
    Number(a.key.fromMe ?? false) - Number(b.key.fromMe ?? false) ||
    toNumber(a.messageTimestamp) - toNumber(b.messageTimestamp)
  );
}
