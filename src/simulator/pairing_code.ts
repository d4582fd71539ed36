import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  hkdf,
  S_WHATSAPP_NET,
} from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";
import type { Connection, Phone, Unlinked } from "./model.ts";
import { link } from "./pairing.ts";
import { bytesOf, childOf, iqResult, seconds, stanza, userOf } from "./stanza.ts";

/** The two stanzas of a client that is paired by code. */
export function answerCodePairing(connection: Connection, iq: BinaryNode): void {
  const { unlinked } = connection;
  const registration = childOf(iq, "link_code_companion_reg");
  if (!unlinked || !registration) return;
  if (registration.attrs.stage === "companion_finish") {
    connection.send(iqResult(iq));
    return unlinked.code?.finish?.(registration);
  }
  const ref = Buffer.from(randomBytes(24).toString("base64url"));
  const wrapped = bytesOf(registration, "link_code_pairing_wrapped_companion_ephemeral_pub");
  unlinked.code = { number: userOf(registration.attrs.jid), ref, wrapped };
  const answer = stanza("link_code_companion_reg", {}, [stanza("link_code_pairing_ref", {}, ref)]);
  connection.send(iqResult(iq, [answer]));
}

/** Links the client that shows this code to the phone, or fails because nobody shows it. */
export async function linkByCode(phone: Phone, waiting: Unlinked[], code: string): Promise<void> {
  const typed = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  if (typed.length !== 8) throw new Error("A pairing code has eight letters and digits");
  const client = waiting.findLast((client) => client.code?.number === phone.number);
  if (!client?.code) throw new Error(`No client waits for a code on ${phone.number}`);
  const { identity } = phone.sessions.keys;
  const ephemeral = Curve.generateKeyPair();
  const answer = new Promise<BinaryNode>((resolve, reject) => {
    if (client.code) client.code.finish = resolve;
    client.connection.onClose(() => reject(new Error("The client went away while the code was checked")));
  });
  client.connection.send(
    stanza("notification", {
      type: "link_code_companion_reg",
      from: S_WHATSAPP_NET,
      id: crypto.randomUUID(),
      t: seconds(),
    }, [
      stanza("link_code_companion_reg", { stage: "primary_hello" }, [
        stanza("link_code_pairing_wrapped_primary_ephemeral_pub", {}, await wrap(typed, ephemeral.public)),
        stanza("primary_identity_pub", {}, identity.public),
        stanza("link_code_pairing_ref", {}, client.code.ref),
      ]),
    ]),
  );
  const theirs = await unwrap(typed, client.code.wrapped);
  const shared = Curve.sharedKey(ephemeral.private, theirs);
  const random = readBundle(await answer, { shared, client, identity: identity.public });
  const secrets = Buffer.concat([shared, Curve.sharedKey(identity.private, client.keys.identityKey), random]);
  await link(phone, client, hkdf(secrets, 32, { info: "adv_secret" }));
}

async function wrap(code: string, key: Uint8Array): Promise<Buffer> {
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  return Buffer.concat([salt, iv, aesEncryptCTR(key, await derivePairingCodeKey(code, salt), iv)]);
}

async function unwrap(code: string, wrapped: Buffer): Promise<Buffer> {
  const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32));
  return aesDecryptCTR(wrapped.subarray(48, 80), key, wrapped.subarray(32, 48));
}

interface Shared {
  shared: Uint8Array;
  client: Unlinked;
  identity: Uint8Array;
}

/** The client's random bytes. Only who knew the right code can seal them so that they open. */
function readBundle(registration: BinaryNode, { shared, client, identity }: Shared): Buffer {
  const sealed = bytesOf(registration, "link_code_pairing_wrapped_key_bundle");
  const info = "link_code_pairing_key_bundle_encryption_key";
  const key = hkdf(shared, 32, { salt: sealed.subarray(0, 32), info });
  let bundle: Buffer;
  try {
    bundle = aesDecryptGCM(sealed.subarray(44), key, sealed.subarray(32, 44), Buffer.alloc(0));
  } catch {
    throw new Error("The pairing code is wrong");
  }
  if (!bundle.subarray(0, 32).equals(client.keys.identityKey) || !bundle.subarray(32, 64).equals(identity)) {
    throw new Error("The client names other keys than its own and this phone's");
  }
  return bundle.subarray(64);
}
