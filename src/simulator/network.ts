import { jidDecode } from "@whiskeysockets/baileys";
import type { PhoneOptions } from "./account.ts";
import type { Connection } from "./connection.ts";
import { Faults, type Standing } from "./faults.ts";
import { makeGroup } from "./groups.ts";
import type { MediaHost } from "./media_host.ts";
import type * as model from "./model.ts";
import type { Group, LinkedDevice, NetworkEvent, Unlinked } from "./model.ts";
import { makeServerIdentity, type ServerIdentity } from "./noise.ts";
import { Phone } from "./phone.ts";
import type { PhoneKeys } from "./sessions.ts";
import { stanza } from "./stanza.ts";

export type CloseReason = number | "drop" | "replaced" | "stream-error";

/** All phones, the clients linked to them, and the server between them. */
export class Network implements model.Network {
  readonly identity: ServerIdentity = makeServerIdentity();
  readonly faults = new Faults();
  readonly connections = new Set<Connection>();
  readonly asked = new Map<string, number>();
  changes = 0;
  readonly #phones = new Map<string, Phone>();
  readonly #groups = new Map<string, Group>();
  readonly #byLid = new Map<string, Phone>();
  readonly #unlinked = new Map<string, Unlinked>();
  readonly #onStop = new Set<() => void>();
  readonly #listeners = new Set<(event: NetworkEvent) => void>();

  constructor(readonly media: MediaHost) {}

  /** Who hears of what went wrong; nobody unless set. */
  complain: (what: string) => void = () => {};

  /** The phone of this number; a new one unless it exists. */
  addPhone(options: PhoneOptions, keys?: PhoneKeys): Phone {
    const { number } = options;
    if (!/^\d{8,15}$/.test(number)) {
      throw new Error(`${number} is not a phone number: 8 to 15 digits, country code first`);
    }
    const known = this.#phones.get(number);
    if (known) return known;
    const phone = new Phone(this, options, keys);
    this.#phones.set(number, phone);
    this.#byLid.set(phone.lidUser, phone);
    this.report({ phone: number });
    return phone;
  }

  phone(number: string): Phone | undefined {
    return this.#phones.get(number);
  }

  /** A group of phones; the creator is a member. */
  addGroup({ subject, creator, members }: { subject: string; creator: string; members: string[] }): Group {
    const stranger = [creator, ...members].find((number) => !this.phone(number));
    if (stranger) throw new Error(`Nobody has the number ${stranger}`);
    const group = makeGroup(subject, creator, members);
    this.restoreGroup(group);
    return group;
  }

  restoreGroup(group: Group): void {
    this.#groups.set(group.id, group);
    for (const phone of group.members) this.report({ phone, chat: group.id });
  }

  group(id: string): Group | undefined {
    return this.#groups.get(id);
  }

  groups(): Group[] {
    return [...this.#groups.values()];
  }

  phones(): Phone[] {
    return [...this.#phones.values()];
  }

  registered(number: string): Phone | undefined {
    return this.phone(number) ?? this.phone(otherForm(number) ?? "");
  }

  find(jid: string | undefined): { phone: Phone; device?: LinkedDevice } | undefined {
    const decoded = jidDecode(jid);
    if (!decoded) return undefined;
    const phone = (decoded.server === "lid" ? this.#byLid : this.#phones).get(decoded.user);
    if (!phone) return undefined;
    if (!decoded.device) return { phone };
    const device = phone.devices.find(({ device }) => device === decoded.device);
    return device && { phone, device };
  }

  waitForPairing(unlinked: Unlinked): void {
    for (const ref of unlinked.refs) this.#unlinked.set(ref, unlinked);
    unlinked.connection.onClose(() => unlinked.refs.forEach((ref) => this.#unlinked.delete(ref)));
  }

  unlinked(): Unlinked[] {
    return [...new Set(this.#unlinked.values())];
  }

  unlinkedBy(ref: string): Unlinked | undefined {
    return this.#unlinked.get(ref);
  }

  /** Ends the connections of a number's clients: with a stream error, or without a word. */
  close(number: string, reason: CloseReason): void {
    for (const { connection } of this.phone(number)?.devices ?? []) {
      if (reason === "drop") connection?.close();
      else if (reason === "replaced") {
        connection?.end(stanza("stream:error", {}, [stanza("conflict", { type: reason })]));
      } else connection?.end(stanza("stream:error", { code: String(reason === "stream-error" ? 503 : reason) }));
    }
  }

  /** The server answers the number's next messages with an error, for instance 463. */
  refuseNext(number: string, { error, count }: { error: number; count: number }): void {
    this.faults.refuse("message", number, { error, count });
  }

  /** What the number's account is told about whom it may write to. */
  setStanding(number: string, standing: Standing): void {
    this.faults.setStanding(number, standing);
  }

  /** The next logins of the number's clients fail, for instance with 403 (banned) or 405 (too old). */
  failLogins(number: string, { reason, count }: { reason: number; count: number }): void {
    this.faults.refuse("login", number, { error: reason, count });
  }

  /** The number's account may not be linked without a passkey. */
  needPasskey(number: string, on: boolean): void {
    const phone = this.phone(number);
    if (phone) phone.needsPasskey = on;
  }

  /** While held, the server accepts the number's messages, but nothing comes from it or to it. */
  hold(number: string, on: boolean): void {
    const phone = this.phone(number);
    if (on) this.faults.hold(number);
    else this.faults.release(number);
    for (const device of phone?.devices ?? []) device.hold(on);
    if (!on) phone?.line.flow();
  }

  /** The next messages to this number are delivered twice. */
  duplicateNext(number: string, count: number): void {
    this.faults.set("duplicate", number, count);
  }

  /** The next messages to this number cannot be decrypted, so that a retry is asked for. */
  corruptNext(number: string, count: number): void {
    this.faults.set("corrupt", number, count);
  }

  /** Refuses every connection and ends those there are. */
  down(on: boolean): void {
    this.faults.isDown = on;
    if (on) { for (const connection of this.connections) connection.close(); }
  }

  /** Returns how to take it back. */
  onStop(stop: () => void): () => void {
    this.#onStop.add(stop);
    return () => this.#onStop.delete(stop);
  }

  /** Ends every connection and every stream of events. */
  stop(): void {
    this.down(true);
    for (const stop of this.#onStop) stop();
  }

  listen(listener: (event: NetworkEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  touch(): void {
    this.changes++;
  }

  report(event: NetworkEvent): void {
    this.touch();
    for (const listener of this.#listeners) listener(event);
  }
}

/** 5511987654321 ↔ 551187654321; nothing for landlines and other countries. */
export function otherForm(number: string): string | undefined {
  const [, area, rest] = /^55(\d\d)(9?[6-9]\d{7})$/.exec(number) ?? [];
  if (!area || !rest) return undefined;
  return `55${area}${rest.length === 9 ? rest.slice(1) : `9${rest}`}`;
}
