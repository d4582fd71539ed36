import { type BinaryNode, encodeBigEndian, generateSignalPubKey, KEY_BUNDLE_TYPE } from "@whiskeysockets/baileys";
import type { Bundle } from "./sessions.ts";
import { bytesOf, childOf, childrenOf, numberFrom, stanza } from "./stanza.ts";

interface PreKey {
  id: number;
  value: Uint8Array;
}

/** What a device published about itself. */
export interface DeviceKeys {
  noiseKey: Uint8Array;
  identityKey: Uint8Array;
  registrationId: number;
  signedPreKey: PreKey & { signature: Uint8Array };
  /** One-time keys nobody has got yet. */
  preKeys: PreKey[];
}

/** What a phone needs to write to the device first; takes one one-time key. */
export function takeBundle({ registrationId, identityKey, signedPreKey, preKeys }: DeviceKeys): Bundle {
  const preKey = preKeys.shift();
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

/** The same as stanzas, for a client that wants to write to the device. */
export function publishBundle({ registrationId, identityKey, signedPreKey, preKeys }: DeviceKeys): BinaryNode[] {
  const preKey = preKeys.shift();
  return [
    stanza("registration", {}, encodeBigEndian(registrationId)),
    stanza("type", {}, KEY_BUNDLE_TYPE),
    stanza("identity", {}, identityKey),
    stanza("skey", {}, [...keyNodes(signedPreKey), stanza("signature", {}, signedPreKey.signature)]),
    ...(preKey ? [stanza("key", {}, keyNodes(preKey))] : []),
  ];
}

export function storePreKeys(keys: DeviceKeys, iq: BinaryNode): void {
  keys.registrationId = numberFrom(bytesOf(iq, "registration"));
  keys.preKeys.push(...childrenOf(childOf(iq, "list")).map(readPreKey));
  const skey = childOf(iq, "skey");
  if (skey) storeSignedPreKey(keys, skey);
}

export function storeSignedPreKey(keys: DeviceKeys, skey: BinaryNode): void {
  keys.signedPreKey = { ...readPreKey(skey), signature: bytesOf(skey, "signature") };
}

function signalKey(key: Uint8Array): Buffer {
  return Buffer.from(generateSignalPubKey(key));
}

function keyNodes({ id, value }: PreKey): BinaryNode[] {
  return [stanza("id", {}, encodeBigEndian(id, 3)), stanza("value", {}, value)];
}

function readPreKey(node: BinaryNode): PreKey {
  return { id: numberFrom(bytesOf(node, "id")), value: bytesOf(node, "value") };
}
