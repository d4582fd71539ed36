import { keepMedia } from "./fetched.ts";
import { newMid, newNumericId, newWamid } from "./ids.ts";
import { tellDeleted, tellDelivery, tellEdited, tellMessaging, tellReaction, tellRead } from "./messaging/incoming.ts";
import type { Customer, Line, Message, WhatsAppLine } from "./model.ts";
import { nameOf, newHead, tellFrom, tellWhatsApp } from "./whatsapp/incoming.ts";
import { tellStatus, tellValue } from "./whatsapp/statuses.ts";
import type { World } from "./world.ts";
import { type FileToSend, fromCustomer, saidBy, type Writing } from "./writing.ts";

/** A pretend person with a telephone: each verb is told to the apps that follow the line. */
export class Person {
  constructor(readonly world: World, readonly customer: Customer) {}

  get name(): string {
    return this.customer.name;
  }

  /** The ids under which the line knows this person. */
  at(line: Line): { id: string; phone?: string } {
    return { id: this.world.idAt(line, this.customer), phone: this.customer.phone };
  }

  /** Writes to a line; returns the message's id. */
  writesTo(line: Line, writing: Writing): string {
    const id = line.channel === "whatsapp" ? newWamid() : newMid(line.channel);
    const said = saidBy(writing, (file: FileToSend) => keepMedia(this.world, file));
    const message = fromCustomer(said, { id, line, customer: this.customer, at: this.world.now() });
    this.world.idAt(line, this.customer);
    this.world.messages.push(message);
    if (line.channel === "whatsapp") tellWhatsApp(this.world, message, writing);
    else tellMessaging(this.world, message, writing);
    this.world.changed();
    return id;
  }

  /** Presses a button, or chooses a row, of a message that it got; by its title or id. */
  presses(id: string, titleOrId: string): string {
    const message = this.#own(id);
    const choice = message.choices?.find((each) => each.title === titleOrId || each.id === titleOrId);
    if (!choice) throw new Error(`The message has no button ${titleOrId}`);
    if (choice.url) throw new Error(`${titleOrId} leads to ${choice.url} and answers nothing`);
    return this.writesTo(message.line, { choice, replyTo: id });
  }

  /** Puts an emoji on a message, or takes it back (""). */
  reacts(id: string, emoji: string): void {
    const message = this.#own(id);
    message.reactions = { ...message.reactions, customer: emoji || undefined };
    if (message.line.channel === "whatsapp") {
      const reaction = { message_id: id, ...(emoji ? { emoji } : {}) };
      tellFrom(this.world, message.line, this.customer, { ...newHead(this.world), type: "reaction", reaction });
    } else tellReaction(this.world, message, emoji || undefined);
    this.world.changed();
  }

  /** Reads what the line wrote, up to this message or all of it. */
  reads(line: Line, upTo?: string): void {
    const last = upTo ? this.#own(upTo) : this.received(line).at(-1);
    const unread = this.received(line).filter((each) =>
      each.status !== "read" && each.status !== "failed" && last && each.at <= last.at
    );
    for (const each of unread) {
      each.status = "read";
      tellStatus(this.world, each, { isById: this.customer.hidesNumber });
    }
    if (unread.length > 0 && line.channel !== "whatsapp") tellRead(this.world, line, this.customer, unread.at(-1)!);
    this.world.changed();
  }

  /** Takes a message of its own back; WhatsApp tells it as "revoke", Instagram as is_deleted, Messenger not at all. */
  deletes(id: string): void {
    const message = this.#own(id);
    message.isDeleted = true;
    if (message.line.channel === "whatsapp") {
      const revoke = { original_message_id: id };
      tellFrom(this.world, message.line, this.customer, { ...newHead(this.world), type: "revoke", revoke });
    } else tellDeleted(this.world, message);
    this.world.changed();
  }

  /** Changes the text of a message of its own. */
  edits(id: string, text: string): void {
    const message = this.#own(id);
    message.edits = [...message.edits, message.text ?? ""];
    message.text = text;
    if (message.line.channel === "whatsapp") {
      const edit = { original_message_id: id, message: { context: { id }, type: "text", text: { body: text } } };
      tellFrom(this.world, message.line, this.customer, { ...newHead(this.world), type: "edit", edit });
    } else tellEdited(this.world, message);
    this.world.changed();
  }

  /** Gets another telephone number, and so another id; WhatsApp tells it as a message of the type "system". */
  changesNumber(line: WhatsAppLine, phone: string): void {
    const before = this.customer.phone ?? "";
    const old = nameOf(this.world, line, this.customer);
    this.customer.phone = phone;
    this.customer.ids.delete(this.world.scopeOf(line));
    const system = {
      type: "user_changed_number",
      body: `User ${this.customer.name} changed from ${before} to ${phone}`,
      wa_id: phone,
      user_id: this.world.idAt(line, this.customer),
    };
    const from = { ...(old.wa_id ? { from: old.wa_id } : {}), from_user_id: old.user_id };
    tellValue(this.world, line, { messages: [{ ...from, ...newHead(this.world), type: "system", system }] });
    this.world.changed();
  }

  /** Turns the telephone on, and gets what has waited. */
  comesOnline(): void {
    this.customer.isOnline = true;
    for (const message of this.world.messages) {
      if (message.customer !== this.customer || message.status !== "sent") continue;
      message.status = "delivered";
      if (message.line.channel === "whatsapp") tellStatus(this.world, message, { isById: this.customer.hidesNumber });
      else tellDelivery(this.world, message);
    }
    this.world.changed();
  }

  goesOffline(): void {
    this.customer.isOnline = false;
  }

  /** Wants no marketing any more, or wants it again; told in the field `user_preferences`. */
  stopsMarketing(line: WhatsAppLine, isOptedOut = true): void {
    this.customer.isOptedOut = isOptedOut;
    const { wa_id, user_id } = nameOf(this.world, line, this.customer);
    const preference = {
      ...(wa_id ? { wa_id } : {}),
      user_id,
      detail: `User requested to ${isOptedOut ? "stop" : "resume"} marketing messages`,
      category: "marketing_messages",
      value: isOptedOut ? "stop" : "resume",
      timestamp: Math.floor(this.world.now() / 1000),
    };
    const metadata = { display_phone_number: line.number, phone_number_id: line.id };
    const value = { messaging_product: "whatsapp", metadata, user_preferences: [preference] };
    this.world.tell(line, "user_preferences", { changes: [{ field: "user_preferences", value }] });
  }

  /** What has arrived from a line, or from all of them, the oldest first. */
  received(line?: Line): Message[] {
    return this.world.messages.filter((each) =>
      each.isFromBusiness && each.customer === this.customer && (!line || each.line === line) &&
      each.status !== "failed" && each.status !== "accepted" && (this.customer.isOnline || each.status !== "sent")
    );
  }

  /** The first message that has arrived, or arrives, and fits. */
  waitFor(fits: (message: Message) => boolean, timeoutMs = 5000): Promise<Message> {
    const inVain = `${this.name} has waited in vain for a message`;
    return this.world.watchers.until(() => this.received().find(fits), { timeoutMs, inVain });
  }

  #own(id: string): Message {
    const message = this.world.message(id);
    if (message?.customer === this.customer) return message;
    throw new Error(`${this.name} has no message ${id}`);
  }
}

/** A person's data to begin with; without a telephone it cannot be on WhatsApp. */
export interface PersonOptions {
  name: string;
  phone?: string;
  username?: string;
  hidesNumber?: boolean;
}

export function addCustomer(world: World, { name, phone, username, hidesNumber = false }: PersonOptions): Customer {
  if (phone !== undefined && !/^\d{7,15}$/.test(phone)) {
    throw new Error(`${phone} is no number: digits with the country`);
  }
  if (phone !== undefined && world.customerByPhone(phone)) throw new Error(`Somebody has the number ${phone} already`);
  const handle = username ?? (hidesNumber ? `user${newNumericId(6)}` : undefined);
  const customer = {
    name,
    phone,
    username: handle,
    hidesNumber,
    isOnline: true,
    isOptedOut: false,
    ids: new Map<string, string>(),
  };
  world.customers.push(customer);
  world.changed();
  return customer;
}
