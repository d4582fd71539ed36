import {
  type BinaryNode,
  encodeBigEndian,
  generateSignalPubKey,
  jidEncode,
  KEY_BUNDLE_TYPE,
  type proto,
} from "@whiskeysockets/baileys";
import type { Connection } from "./connection.ts";
import type { Phone } from "./phone.ts";
import type { Bundle } from "./sessions.ts";
import { bytesOf, childOf, childrenOf, numberFrom, seconds, stanza, userOf } from "./stanza.ts";

/** What a device published about itself when it was linked. */
export interface DeviceKeys {
  noiseKey: Uint8Array;
  identityKey: Uint8Array;
  registrationId: number;
  signedPreKey: { id: number; value: Uint8Array; signature: Uint8Array };
  preKeys: { id: number; value: Uint8Array }[];
}

/** What a message stanza says, so that it can be encrypted anew. */
export interface Letter {
  /** The number of the phone whose session it is encrypted in. */
  by: string;
  message: proto.IMessage;
  attrs: Record<string, string | undefined>;
  /** The jid of the group it is for. */
  group?: string;
}

/** A stanza kept until the device says that it has it. */
export interface Waiting {
  node: BinaryNode;
  letter?: Letter;
  /** Refusals that belong to a copy which has been replaced meanwhile. */
  staleRefusals: number;
  acknowledged?: () => void;
}

/** A client (Balcão, for instance) linked to a phone. */
export class LinkedDevice {
  connection?: Connection;
  /** Whether stanzas go out at once; before login is finished and while held they wait. */
  isLive = false;
  isHeld = false;
  hasHistory = false;
  readonly waiting = new Map<string, Waiting>();

  constructor(readonly phone: Phone, readonly device: number, readonly keys: DeviceKeys) {}

  get number(): string {
    return this.phone.number;
  }

  get jid(): string {
    return jidEncode(this.number, "s.whatsapp.net", this.device);
  }

  get lid(): string {
    return jidEncode(this.phone.lidUser, "lid", this.device);
  }

  /** How phones call it in their sessions. */
  get address(): string {
    return `${this.number}:${this.device}`;
  }

  /** The published keys, less one one-time key. */
  takeBundle(): Bundle {
    const { registrationId, identityKey, signedPreKey, preKeys } = this.keys;
    const preKey = preKeys.shift();
    if (preKeys.length === 4) this.askForPreKeys();
    return {
      registrationId,
      identityKey: signalKey(identityKey),
      signedPreKey: {
        keyId: signedPreKey.id,
        publicKey: signalKey(signedPreKey.value),
        signature: signedPreKey.signature,
      },
      preKey: preKey && { keyId: preKey.id, publicKey: signalKey(preKey.value) },
    };
  }

  /** The same as stanzas, for another client that wants to write to this one. */
  publish(): BinaryNode[] {
    const { registrationId, identityKey, signedPreKey, preKeys } = this.keys;
    const preKey = preKeys.shift();
    return [
      stanza("registration", {}, encodeBigEndian(registrationId)),
      stanza("type", {}, KEY_BUNDLE_TYPE),
      stanza("identity", {}, identityKey),
      stanza("skey", {}, [...keyNodes(signedPreKey), stanza("signature", {}, signedPreKey.signature)]),
      ...(preKey ? [stanza("key", {}, keyNodes(preKey))] : []),
    ];
  }

  storePreKeys(iq: BinaryNode): void {
    this.keys.registrationId = numberFrom(bytesOf(iq, "registration"));
    this.keys.preKeys.push(...childrenOf(childOf(iq, "list")).map(readPreKey));
    const skey = childOf(iq, "skey");
    if (skey) this.storeSignedPreKey(skey);
  }

  storeSignedPreKey(skey: BinaryNode): void {
    this.keys.signedPreKey = { ...readPreKey(skey), signature: bytesOf(skey, "signature") };
  }

  /** Delivers now or when the device is back; kept until the device acknowledges it. */
  deliver(node: BinaryNode, more: Pick<Waiting, "letter" | "acknowledged"> = {}): void {
    this.waiting.set(keyOf(node), { node, staleRefusals: 0, ...more });
    this.phone.network.touch();
    if (this.isLive && !this.isHeld) this.#write(node);
  }

  /** The device has it, or (`refused`) says that it cannot use it. */
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

  /** The device could not decrypt this message: it gets another copy under the same id. False when there is none. */
  async retry(kind: Acknowledged, renew: (letter: Letter) => Promise<BinaryNode>): Promise<boolean> {
    const waiting = this.waiting.get(waitingKey(kind));
    if (!waiting?.letter) return false;
    waiting.staleRefusals++;
    waiting.node = await renew(waiting.letter);
    if (this.isLive && !this.isHeld) this.#write(waiting.node);
    return true;
  }

  /** Everything that waited, as the offline backlog of a login. */
  goLive(): void {
    const backlog = this.isHeld ? [] : [...this.waiting.values()].map(({ node }) => node);
    if (backlog.length) this.#sendBacklog(backlog);
    this.connection?.send(stanza("ib", {}, [stanza("offline", { count: String(backlog.length) })]));
    this.isLive = true;
  }

  hold(on: boolean): void {
    this.isHeld = on;
    if (!on && this.isLive) { for (const { node } of this.waiting.values()) this.connection?.send(node); }
  }

  disconnected(from: Connection): void {
    if (this.connection !== from) return;
    this.connection = undefined;
    this.isLive = false;
  }

  askForPreKeys(): void {
    const count = stanza("count", { value: String(this.keys.preKeys.length) });
    const attrs = { from: "@s.whatsapp.net", type: "encrypt", id: `prekeys-${crypto.randomUUID()}`, t: seconds() };
    this.deliver(stanza("notification", attrs, [count]));
  }

  #write(node: BinaryNode): void {
    const isMessage = node.tag === "message";
    const corrupted = isMessage && this.phone.network.faults.take("corrupt", this.number);
    this.connection?.send(corrupted ? corrupt(node) : node);
    if (isMessage && this.phone.network.faults.take("duplicate", this.number)) this.connection?.send(node);
  }

  #sendBacklog(nodes: BinaryNode[]): void {
    const count = (tag: string) => String(nodes.filter((node) => node.tag === tag).length);
    const preview = stanza("offline_preview", {
      count: String(nodes.length),
      message: count("message"),
      receipt: count("receipt"),
      notification: count("notification"),
      appdata: "0",
    });
    this.connection?.send(stanza("ib", {}, [preview]));
    for (const node of nodes) this.connection?.send({ ...node, attrs: { ...node.attrs, offline: "0" } });
  }
}

interface Acknowledged {
  tag: string;
  id: string | undefined;
  /** Whom the stanza came from, as a jid. */
  from: string | undefined;
  type?: string;
}

function keyOf({ tag, attrs }: BinaryNode): string {
  return waitingKey({ tag, id: attrs.id, from: attrs.from, type: attrs.type });
}

// The type tells the delivered receipt of a message from the read one; messages are acknowledged without theirs.
function waitingKey({ tag, id, from, type = "" }: Acknowledged): string {
  return [tag, id, userOf(from), tag === "receipt" ? type : ""].join(" ");
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

function signalKey(key: Uint8Array): Buffer {
  return Buffer.from(generateSignalPubKey(key));
}

function keyNodes({ id, value }: { id: number; value: Uint8Array }): BinaryNode[] {
  return [stanza("id", {}, encodeBigEndian(id, 3)), stanza("value", {}, value)];
}

function readPreKey(node: BinaryNode): { id: number; value: Buffer } {
  return { id: numberFrom(bytesOf(node, "id")), value: bytesOf(node, "value") };
}
