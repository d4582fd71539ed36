import { type BinaryNode, jidEncode, S_WHATSAPP_NET } from "@whiskeysockets/baileys";
import { type DeviceKeys, publishBundle, takeBundle } from "./device_keys.ts";
import type * as model from "./model.ts";
import type { Acknowledged, Letter, Waiting } from "./model.ts";
import type { Bundle } from "./sessions.ts";
import { childrenOf, seconds, stanza, userOf } from "./stanza.ts";

/** The client uploads new one-time keys only when it hears of fewer than five. */
const FEW_KEYS = 4;

/** A client (Balcão, for instance) linked to a phone. */
export class LinkedDevice implements model.LinkedDevice {
  connection?: model.Connection;
  /** Whether stanzas go out at once; before login is finished and while held they wait. */
  isLive = false;
  isHeld = false;
  hasHistory = false;
  readonly waiting = new Map<string, Waiting>();

  constructor(readonly phone: model.Phone, readonly device: number, readonly keys: DeviceKeys) {}

  get number(): string {
    return this.phone.number;
  }

  get jid(): string {
    return jidEncode(this.number, "s.whatsapp.net", this.device);
  }

  get lid(): string {
    return jidEncode(this.phone.lidUser, "lid", this.device);
  }

  get address(): string {
    return `${this.number}:${this.device}`;
  }

  /** Its keys for a phone that writes to it first, or as stanzas for another client; it is asked for new ones in time. */
  takeBundle(): Bundle {
    return this.#watchingKeys(() => takeBundle(this.keys));
  }

  publish(): BinaryNode[] {
    return this.#watchingKeys(() => publishBundle(this.keys));
  }

  deliver(node: BinaryNode, more: Pick<Waiting, "letter" | "acknowledged"> = {}): void {
    const waiting = { node, staleRefusals: 0, ...more };
    this.waiting.set(keyOf(node), waiting);
    this.phone.network.touch();
    if (this.isLive && !this.isHeld) this.#write(waiting);
  }

  acknowledge(kind: Acknowledged, refused = false): void {
    const key = waitingKey(kind);
    const waiting = this.waiting.get(key);
    if (!waiting) return;
    if (refused && waiting.staleRefusals > 0) {
      waiting.staleRefusals--;
      return;
    }
    this.waiting.delete(key);
    this.phone.network.touch();
    waiting.acknowledged?.();
  }

  async retry(kind: Acknowledged, renew: (letter: Letter) => Promise<BinaryNode>): Promise<boolean> {
    const waiting = this.waiting.get(waitingKey(kind));
    if (!waiting?.letter) return false;
    waiting.staleRefusals++;
    waiting.node = await renew(waiting.letter);
    if (this.isLive && !this.isHeld) this.#write(waiting);
    return true;
  }

  goLive(): void {
    const backlog = this.isHeld ? [] : [...this.waiting.values()];
    if (backlog.length) this.#sendBacklog(backlog);
    this.connection?.send(stanza("ib", {}, [stanza("offline", { count: String(backlog.length) })]));
    this.isLive = true;
  }

  /** While held nothing goes out; afterwards what has not gone out on this connection yet. */
  hold(on: boolean): void {
    this.isHeld = on;
    if (on || !this.isLive) return;
    for (const waiting of this.waiting.values()) {
      if (waiting.writtenTo !== this.connection) this.#write(waiting);
    }
  }

  disconnected(from: model.Connection): void {
    if (this.connection !== from) return;
    this.connection = undefined;
    this.isLive = false;
  }

  #watchingKeys<T>(take: () => T): T {
    const taken = take();
    const { length } = this.keys.preKeys;
    if (length === FEW_KEYS) {
      const attrs = { from: S_WHATSAPP_NET, type: "encrypt", id: crypto.randomUUID(), t: seconds() };
      this.deliver(stanza("notification", attrs, [stanza("count", { value: String(length) })]));
    }
    return taken;
  }

  #write(waiting: Waiting): void {
    const { node } = waiting;
    const { faults } = this.phone.network;
    const isMessage = node.tag === "message";
    const isCorrupt = isMessage && faults.take("corrupt", this.number);
    waiting.writtenTo = this.connection;
    this.connection?.send(isCorrupt ? corrupt(node) : node);
    if (isMessage && faults.take("duplicate", this.number)) this.connection?.send(node);
  }

  #sendBacklog(backlog: Waiting[]): void {
    const count = (tag: string) => String(backlog.filter(({ node }) => node.tag === tag).length);
    const preview = stanza("offline_preview", {
      count: String(backlog.length),
      message: count("message"),
      receipt: count("receipt"),
      notification: count("notification"),
      appdata: "0",
    });
    this.connection?.send(stanza("ib", {}, [preview]));
    for (const waiting of backlog) {
      const { node } = waiting;
      waiting.writtenTo = this.connection;
      this.connection?.send({ ...node, attrs: { ...node.attrs, offline: "0" } });
    }
  }
}

function keyOf({ tag, attrs }: BinaryNode): string {
  return waitingKey({ ...attrs, tag, id: attrs.id, from: attrs.from });
}

// Type and member tell a message's receipts apart; messages themselves are acknowledged without.
function waitingKey({ tag, id, from, type, participant }: Acknowledged): string {
  const more = tag === "receipt" ? [type, userOf(participant)] : [];
  return [tag, id, userOf(from), ...more].join(" ");
}

/** The same message with a wrong last byte, which belongs to the checksum of its ciphertext. */
function corrupt(node: BinaryNode): BinaryNode {
  const content = childrenOf(node).map((enc, at, all) => {
    if (!(enc.content instanceof Uint8Array) || at < all.length - 1) return enc;
    const bytes = Buffer.from(enc.content);
    bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
    return { ...enc, content: bytes };
  });
  return { ...node, content };
}
