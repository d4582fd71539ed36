import { type BinaryNode, proto } from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";
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

/** A key of the settings that a phone and its devices share; made once per phone. */
function makeSettingsKey(): proto.Message.IAppStateSyncKey {
  const fingerprint = { rawId: randomBytes(4).readUInt32BE(), currentIndex: 1, deviceIndexes: [0] };
  return {
    keyId: { keyId: Buffer.concat([Buffer.from([0, 0]), randomBytes(4)]) },
    keyData: { keyData: randomBytes(32), fingerprint, timestamp: Date.now() },
  };
}
