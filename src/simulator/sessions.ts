import {
  type BinaryNode,
  Curve,
  encodeBigEndian,
  generateRegistrationId,
  generateSignalPubKey,
  KEY_BUNDLE_TYPE,
  type KeyPair,
  signedKeyPair,
  xmppPreKey,
  xmppSignedPreKey,
} from "@whiskeysockets/baileys";
import { ProtocolAddress, SessionBuilder, SessionCipher, type SessionRecord, type SignalStorage } from "libsignal";
import { stanza } from "./stanza.ts";

export interface PhoneKeys {
  identity: KeyPair;
  registrationId: number;
  /** Made when somebody first asks for it: to sign takes 13 ms, and a flood has hundreds of phones. */
  signedPreKey?: ReturnType<typeof signedKeyPair>;
  preKeys: Map<number, KeyPair>;
  nextPreKey: number;
}

/** What a linked device published, so that someone can write to it first. */
export interface Bundle {
  registrationId: number;
  identityKey: Uint8Array;
  signedPreKey: { keyId: number; publicKey: Uint8Array; signature: Uint8Array };
  preKey?: { keyId: number; publicKey: Uint8Array };
}

export interface Sealed {
  type: "pkmsg" | "msg";
  bytes: Uint8Array;
}

export function makePhoneKeys(): PhoneKeys {
  return {
    identity: Curve.generateKeyPair(),
    registrationId: generateRegistrationId(),
    preKeys: new Map(),
    nextPreKey: 1,
  };
}

/** Messages on their way may still belong to one of these. */
const OLD_SESSIONS_KEPT = 10;

/** A phone's end of its Signal sessions, one per linked device it has met. */
export class Sessions {
  /** Records stay live objects: to serialise them for every message would halve the speed. */
  readonly records = new Map<string, SessionRecord>();
  readonly #storage: SignalStorage;

  constructor(readonly owner: string, readonly keys: PhoneKeys) {
    const ownIdentity = keyPair(keys.identity);
    this.#storage = {
      loadSession: (id) => Promise.resolve(this.records.get(id)),
      storeSession: (id, record) => Promise.resolve(void this.records.set(id, record)),
      isTrustedIdentity: () => true,
      loadPreKey: (id) => {
        const preKey = keys.preKeys.get(Number(id));
        return Promise.resolve(preKey && keyPair(preKey));
      },
      removePreKey: (id) => void keys.preKeys.delete(id),
      loadSignedPreKey: () => keyPair(this.#signedPreKey().keyPair),
      getOurRegistrationId: () => keys.registrationId,
      getOurIdentity: () => ownIdentity,
    };
  }

  async encrypt(device: string, plain: Uint8Array, bundleOf: () => Bundle): Promise<Sealed> {
    const address = this.#address(device);
    const record = this.records.get(address.toString());
    if (!record?.haveOpenSession()) await this.#open(address, bundleOf());
    const { type, body } = await new SessionCipher(this.#storage, address).encrypt(Buffer.from(plain));
    // The declaration says string, the code returns bytes.
    return { type: type === 3 ? "pkmsg" : "msg", bytes: body as unknown as Uint8Array };
  }

  async decrypt(device: string, { type, bytes }: Sealed): Promise<Buffer> {
    const address = this.#address(device);
    const cipher = new SessionCipher(this.#storage, address);
    if (type === "msg") return await cipher.decryptWhisperMessage(Buffer.from(bytes));
    this.#closeOpen(address.toString(), { unless: baseKeyOf(bytes) });
    return await cipher.decryptPreKeyWhisperMessage(Buffer.from(bytes));
  }

  /** The next message to this device starts a new session. */
  renew(device: string): void {
    this.#closeOpen(this.#address(device).toString());
  }

  /** `<registration/><type/><identity/><skey/><key/>`, with a one-time key nobody else gets. */
  publish(): BinaryNode[] {
    const id = this.keys.nextPreKey++;
    const preKey = Curve.generateKeyPair();
    this.keys.preKeys.set(id, preKey);
    return [
      this.registration(),
      stanza("type", {}, KEY_BUNDLE_TYPE),
      stanza("identity", {}, this.keys.identity.public),
      xmppSignedPreKey(this.#signedPreKey()),
      xmppPreKey(preKey, id),
    ];
  }

  /** Makes what takes long before anybody waits for it. */
  prepare(): void {
    this.#signedPreKey();
  }

  registration(): BinaryNode {
    return stanza("registration", {}, encodeBigEndian(this.keys.registrationId));
  }

  #signedPreKey() {
    return this.keys.signedPreKey ??= signedKeyPair(this.keys.identity, 1);
  }

  async #open(address: ProtocolAddress, bundle: Bundle): Promise<void> {
    type Device = Parameters<SessionBuilder["initOutgoing"]>[0];
    // The declaration demands a one-time key; the code, like WhatsApp, does without when they have run out.
    await new SessionBuilder(this.#storage, address).initOutgoing(bundle as Device);
  }

  // libsignal prints a whole session, private keys and all, when it closes or drops one itself; so it never has to.
  #closeOpen(address: string, { unless }: { unless?: string } = {}): void {
    const record = this.records.get(address) as SessionRecord & LiveRecord | undefined;
    if (!record || (unless && record.sessions[unless])) return;
    const byAge = Object.entries(record.sessions).toSorted(([, a], [, b]) => b.indexInfo.created - a.indexInfo.created);
    for (const [at, [key, { indexInfo }]] of byAge.entries()) {
      if (indexInfo.closed === -1) indexInfo.closed = Date.now();
      if (at >= OLD_SESSIONS_KEPT) delete record.sessions[key];
    }
  }

  // libsignal queues work by address in one map for the whole process, therefore the owner is part of it.
  #address(device: string): ProtocolAddress {
    const [user = "", number = "0"] = device.split(":");
    return new ProtocolAddress(`${this.owner}>${user}`, Number(number));
  }
}

interface LiveRecord {
  sessions: Record<string, { indexInfo: { closed: number; created: number } }>;
}

function keyPair(pair: KeyPair): { privKey: Buffer; pubKey: Buffer } {
  return { privKey: Buffer.from(pair.private), pubKey: Buffer.from(generateSignalPubKey(pair.public)) };
}

const BASE_KEY_FIELD = 2;

/** The base key (base64) that a PreKeyWhisperMessage names; libsignal keeps its sessions under it. */
function baseKeyOf(pkmsg: Uint8Array): string | undefined {
  const bytes = Buffer.from(pkmsg);
  let at = 1; // the version
  const varint = () => {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const isBytes = (tag & 7) === 2;
    const value = varint();
    if (tag >> 3 === BASE_KEY_FIELD) return bytes.subarray(at, at + value).toString("base64");
    if (isBytes) at += value;
  }
}
