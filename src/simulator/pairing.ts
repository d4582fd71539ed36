import {
  type BinaryNode,
  Curve,
  generateSignalPubKey,
  hmacSign,
  type KeyPair,
  proto,
  S_WHATSAPP_NET,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
} from "@whiskeysockets/baileys";
import { getUnixTime } from "date-fns/getUnixTime";
import { verifySignature } from "libsignal/src/curve.js";
import { randomBytes } from "node:crypto";
import type { DeviceKeys } from "./device_keys.ts";
import { LinkedDevice } from "./linked_device.ts";
import type { Connection, Phone, Unlinked } from "./model.ts";
import { bytesOf, childOf, numberFrom, seconds, stanza } from "./stanza.ts";

const REFS = 6;

/** Begins the pairing of a client that came without a number: it gets the references of its QR codes. */
export function offerPairing(connection: Connection, noiseKey: Uint8Array, payload: proto.ClientPayload): Unlinked {
  const given = payload.devicePairingData;
  if (!given?.eIdent || !given.eRegid || !given.eSkeyId || !given.eSkeyVal || !given.eSkeySig) {
    throw new Error("The client came without a number and without pairing data");
  }
  const keys: DeviceKeys = {
    noiseKey,
    identityKey: given.eIdent,
    registrationId: numberFrom(given.eRegid),
    signedPreKey: { id: numberFrom(given.eSkeyId), value: given.eSkeyVal, signature: given.eSkeySig },
    preKeys: [],
  };
  const refs = Array.from({ length: REFS }, () => `2@${randomBytes(48).toString("base64url")}`);
  const nodes = refs.map((ref) => stanza("ref", {}, Buffer.from(ref)));
  const attrs = { type: "set", id: crypto.randomUUID(), xmlns: "md", from: S_WHATSAPP_NET };
  connection.send(stanza("iq", attrs, [stanza("pair-device", {}, nodes)]));
  return { connection, keys, refs };
}

/**
 * Signs the client into the phone's account; the client answers, is told to start again, and is a linked device. An
 * account that demands a passkey sends a challenge instead, and is not linked.
 */
export async function link(phone: Phone, client: Unlinked, advSecret: Uint8Array): Promise<LinkedDevice | undefined> {
  if (phone.needsPasskey) {
    const attrs = { type: "passkey_prologue_request", from: S_WHATSAPP_NET, id: crypto.randomUUID(), t: seconds() };
    return void client.connection.send(stanza("notification", attrs, []));
  }
  const { identity } = phone.sessions.keys;
  const device = phone.nextDevice++;
  const details = proto.ADVDeviceIdentity.encode({
    rawId: randomBytes(4).readUInt32BE(),
    timestamp: getUnixTime(Date.now()),
    keyIndex: device,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish();
  const accountSignature = Curve.sign(
    identity.private,
    Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, client.keys.identityKey]),
  );
  const account = { details, accountSignatureKey: identity.public, accountSignature };
  const signedDetails = proto.ADVSignedDeviceIdentity.encode(account).finish();
  const hmac = hmacSign(signedDetails, advSecret);
  const blob = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signedDetails, hmac }).finish();

  const linked = new LinkedDevice(phone, device, client.keys);
  const answer = new Promise<BinaryNode>((resolve, reject) => {
    client.signed = resolve;
    client.connection.onClose(() => reject(new Error("The client went away while it was being linked")));
  });
  client.connection.send(pairSuccess(phone, linked, blob));
  checkDeviceSignature(await answer, { details, client, identity });
  phone.devices.push(linked);
  client.connection.end(stanza("stream:error", { code: "515" }));
  return linked;
}

function pairSuccess(phone: Phone, device: LinkedDevice, blob: Uint8Array): BinaryNode {
  return stanza("iq", { type: "set", id: crypto.randomUUID(), from: S_WHATSAPP_NET }, [
    stanza("pair-success", {}, [
      stanza("device-identity", {}, blob),
      stanza("device", { jid: device.jid, lid: device.lid }),
      stanza("biz", { name: phone.name }),
      stanza("platform", { name: "android" }),
    ]),
  ]);
}

interface Signing {
  details: Uint8Array;
  client: Unlinked;
  identity: KeyPair;
}

// Not with Baileys' Curve.verify: it answers true to everything that does not throw.
function checkDeviceSignature(iq: BinaryNode, { details, client, identity }: Signing): void {
  const blob = bytesOf(childOf(iq, "pair-device-sign"), "device-identity");
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(blob);
  const { identityKey } = client.keys;
  const signed = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, identityKey, identity.public]);
  const key = Buffer.from(generateSignalPubKey(identityKey));
  if (!deviceSignature || verifySignature(key, signed, deviceSignature) !== true) {
    throw new Error("The client's signature over its device identity is wrong");
  }
}
