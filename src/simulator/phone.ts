import type { proto } from "@whiskeysockets/baileys";
import { Account, type PhoneOptions } from "./account.ts";
import { acknowledge } from "./acknowledge.ts";
import { endCall, startCall } from "./calls.ts";
import { type ChatMessage, Chats, type ReceivedMessage, type Status } from "./chats.ts";
import {
  type Card,
  contactMessage,
  editMessage,
  locationMessage,
  newMessageId,
  type Place,
  reactionMessage,
  revokeMessage,
  textMessage,
} from "./compose.ts";
import { sendFirstThings } from "./history.ts";
import { Line } from "./line.ts";
import { findMedia, mediaMessage, type MediaToSend } from "./media.ts";
import type * as model from "./model.ts";
import type { Connection, LinkedDevice, Network, PastMessage, PhoneCall, Recordable } from "./model.ts";
import { linkByCode } from "./pairing_code.ts";
import { linkByQr } from "./pairing_qr.ts";
import { record } from "./record.ts";
import { saveContact } from "./save_contact.ts";
import { SenderKeys } from "./sender_keys.ts";
import { send } from "./send.ts";
import { makePhoneKeys, type PhoneKeys, Sessions } from "./sessions.ts";
import { Settings } from "./settings.ts";
import { stanza } from "./stanza.ts";
import { showTyping, watchersOf } from "./typing.ts";
import { Watchers } from "./watchers.ts";

/** A pretend phone: a customer's, or the one a company links its clients to. */
export class Phone extends Account implements model.Phone {
  readonly sessions: Sessions;
  readonly senderKeys = new SenderKeys();
  readonly chats = new Chats();
  settings = new Settings();
  /** What a client is told of the time before it was linked. */
  past: PastMessage[] = [];
  /** The calls that it made, oldest first; they are not kept over a restart. */
  readonly calls: PhoneCall[] = [];
  readonly devices: LinkedDevice[] = [];
  nextDevice = 1;
  /** Numbers that are writing to this phone right now. */
  readonly typists = new Set<string>();
  readonly line: Line = new Line(this);
  readonly #watchers = new Watchers();

  constructor(readonly network: Network, options: PhoneOptions, keys: PhoneKeys = makePhoneKeys()) {
    super(options);
    this.sessions = new Sessions(this.number, keys);
  }

  get received(): ReceivedMessage[] {
    return this.chats.received;
  }

  get sent(): ChatMessage[] {
    return this.chats.sent;
  }

  /** Links the client that shows this QR code. */
  async scan(qrText: string): Promise<void> {
    await linkByQr(this, qrText);
    this.changed();
  }

  /** Links the client that shows this eight-character code. */
  async typeCode(code: string): Promise<void> {
    await linkByCode(this, this.network.unlinked(), code);
    this.changed();
  }

  /** Removes every linked device. */
  unlink(): Promise<void> {
    for (const device of [...this.devices]) {
      const removed = stanza("stream:error", { code: "401" }, [stanza("conflict", { type: "device_removed" })]);
      device.connection?.end(removed);
      this.removeDevice(device);
    }
    return Promise.resolve();
  }

  removeDevice(device: LinkedDevice): void {
    this.devices.splice(0, this.devices.length, ...this.devices.filter((other) => other !== device));
    this.changed();
  }

  /** Writes a text and returns its id at once; linked devices of both sides get it. */
  write(to: string, text: string, options: { quote?: string; id?: string } = {}): string {
    const quoted = options.quote === undefined ? undefined : this.chats.find(options.quote);
    return this.sendRaw(to, textMessage(this, text, quoted), options.id);
  }

  sendMedia(to: string, media: MediaToSend): Promise<string> {
    return Promise.resolve(this.sendRaw(to, mediaMessage(this.network.media, media)));
  }

  /** The media host lets go of a sent file, until the receiver's phone is asked for it again. */
  loseFile(id: string): void {
    const path = findMedia(this.chats.find(id)?.raw ?? {})?.file.directPath;
    if (!path) throw new Error(`${this.name} sent no file as ${id}`);
    this.network.media.lose(path, true);
  }

  sendLocation(to: string, place: Place): string {
    return this.sendRaw(to, locationMessage(place));
  }

  sendContact(to: string, card: Card): string {
    return this.sendRaw(to, contactMessage(card));
  }

  /** Puts an emoji on a message of either side, or takes it off with an empty one. */
  react(to: string, id: string, emoji: string): string {
    return this.sendRaw(to, reactionMessage(this, to, { id, emoji }));
  }

  edit(to: string, id: string, text: string): string {
    return this.sendRaw(to, editMessage(this, to, { id, text }));
  }

  /** Deletes an own message for everyone. */
  revoke(to: string, id: string): string {
    return this.sendRaw(to, revokeMessage(this, to, id));
  }

  typing(to: string, on: boolean): void {
    showTyping(this, to, on);
  }

  /** Calls a number and lets it ring; returns the call's id. */
  call(to: string, video = false): string {
    return startCall(this, to, video);
  }

  hangUp(id: string): void {
    endCall(this, id);
  }

  /** The company's phone writes to a customer; its linked devices get their copy. */
  ownMessage(to: string, text: string): string {
    return this.write(to, text);
  }

  /** Sends any content, also kinds that no client knows. */
  sendRaw(to: string, message: proto.IMessage, id = newMessageId()): string {
    void send(this, { to, id, message });
    return id;
  }

  /** Sends read receipts for one received message, or for all that are unread. */
  read(from: string, messageId?: string): void {
    void this.line.whenOnline(() => acknowledge(this, "read", { from, id: messageId }));
  }

  /** Says that a voice message was listened to. */
  play(from: string, messageId: string): void {
    void this.line.whenOnline(() => acknowledge(this, "played", { from, id: messageId }));
  }

  /** Writes a name into the address book; linked devices hear of it. */
  saveContact(number: string, name: string): Promise<void> {
    return saveContact(this, number, name);
  }

  get isOnline(): boolean {
    return this.line.isOnline;
  }

  /** Messages to this phone wait, and what it writes waits too. */
  goOffline(): void {
    this.line.cut();
  }

  goOnline(): void {
    this.line.mend();
  }

  /** A linked device finished its login: it gets what waited for it, the first time also the phone's past. */
  async welcome(device: LinkedDevice): Promise<void> {
    if (!device.hasHistory) {
      device.hasHistory = true;
      await this.line.inTurn(() => sendFirstThings(this, device));
    }
    device.isHeld = this.network.faults.isHeld(this.number);
    device.goLive();
    this.changed();
  }

  record(message: Recordable): void {
    record(this, message);
  }

  /** The connections of its clients that are there and have asked about a number. */
  watching(number: string): Connection[] {
    return watchersOf(this, number);
  }

  seesTyping(number: string, on: boolean): void {
    if (on) this.typists.add(number);
    else this.typists.delete(number);
    this.changed();
  }

  /** The first received message, already there or still to come, of which the predicate is true. */
  waitFor(predicate: (message: ReceivedMessage) => boolean, timeoutMs = 60_000): Promise<ReceivedMessage> {
    return this.waitUntil(() => this.received.find(predicate), timeoutMs);
  }

  /** The first defined answer, asked again whenever anything happens on this phone. */
  waitUntil<T>(ask: () => T | undefined | false, timeoutMs = 60_000): Promise<T> {
    const inVain = `Nothing of the kind happened on the phone of ${this.name} within ${timeoutMs} ms`;
    return this.#watchers.until(ask, { timeoutMs, inVain });
  }

  changed(message?: Pick<ChatMessage, "chat" | "id">): void {
    this.#watchers.wake();
    this.network.report({ phone: this.number, chat: message?.chat, id: message?.id });
  }

  /** How far the message that this phone sent has come. */
  hears(id: string, status: Status): void {
    const message = this.chats.raise(id, status);
    if (message) this.changed(message);
  }
}
