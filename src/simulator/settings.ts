import {
  type BinaryNode,
  chatModificationToAppPatch,
  decodePatches,
  encodeSyncdPatch,
  jidEncode,
  newLTHashState,
  proto,
} from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";
import type { Phone } from "./phone.ts";
import { childOf, childrenOf, stanza } from "./stanza.ts";

/** The settings a phone shares with its devices (archived chats, contact names …): per collection a log of patches. */
export class Settings {
  readonly patches = new Map<string, Uint8Array[]>();

  constructor(readonly key: proto.Message.IAppStateSyncKey = makeSettingsKey()) {}

  /** Answers `<sync>`: what the device lacks, and takes in what it changed. */
  answer(sync: BinaryNode | undefined): BinaryNode[] {
    return [stanza("sync", {}, childrenOf(sync).map((collection) => this.#answerCollection(collection)))];
  }

  add(name: string, patch: Uint8Array): number {
    const log = this.patches.get(name) ?? [];
    this.patches.set(name, log);
    const decoded = proto.SyncdPatch.decode(patch);
    // A client leaves the version out of its own patches.
    decoded.version = { version: log.length + 1 };
    return log.push(proto.SyncdPatch.encode(decoded).finish());
  }

  #answerCollection(collection: BinaryNode): BinaryNode {
    const { name = "", version = "0" } = collection.attrs;
    const change = childOf(collection, "patch")?.content;
    if (change instanceof Uint8Array) {
      return stanza("collection", { name, version: String(this.add(name, change)) });
    }
    const log = this.patches.get(name) ?? [];
    const missing = log.slice(Number(version)).map((patch) => stanza("patch", {}, patch));
    const attrs = { name, version: String(log.length) };
    return stanza("collection", attrs, missing.length ? [stanza("patches", {}, missing)] : undefined);
  }
}

/** Writes a name into the phone's address book; its devices hear of it. */
export async function saveContact(phone: Phone, number: string, name: string): Promise<void> {
  const other = phone.network.phone(number);
  const contact = { fullName: name, firstName: name, lidJid: other?.lid, saveOnPrimaryAddressbook: true };
  const change = chatModificationToAppPatch({ contact }, jidEncode(number, "s.whatsapp.net"));
  const { settings } = phone;
  const getKey = () => Promise.resolve(proto.Message.AppStateSyncKeyData.fromObject(settings.key.keyData ?? {}));
  const log = (settings.patches.get(change.type) ?? []).map((patch) => proto.SyncdPatch.decode(patch));
  const { state } = await decodePatches(change.type, log, newLTHashState(), getKey, {}, undefined, undefined, false);
  const keyId = Buffer.from(settings.key.keyId?.keyId ?? []).toString("base64");
  const { patch } = await encodeSyncdPatch(change, keyId, state, getKey);
  settings.add(change.type, proto.SyncdPatch.encode(patch).finish());
  announceSettings(phone, change.type);
}

/** Asks the phone's devices to fetch what changed. */
function announceSettings(phone: Phone, name: string): void {
  const version = String(phone.settings.patches.get(name)?.length ?? 0);
  const collection = stanza("collection", { name, version });
  const attrs = { from: phone.jid, type: "server_sync", id: crypto.randomUUID(), t: String(Date.now()) };
  for (const device of phone.devices) device.deliver(stanza("notification", attrs, [collection]));
}

/** A key of the settings that a phone and its devices share; made once per phone. */
function makeSettingsKey(): proto.Message.IAppStateSyncKey {
  const fingerprint = { rawId: randomBytes(4).readUInt32BE(), currentIndex: 1, deviceIndexes: [0] };
  return {
    keyId: { keyId: Buffer.concat([Buffer.from([0, 0]), randomBytes(4)]) },
    keyData: { keyData: randomBytes(32), fingerprint, timestamp: Date.now() },
  };
}
