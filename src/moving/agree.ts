import { Buffer } from "node:buffer";
import { createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from "node:crypto";
import { type Keys, keysFrom } from "../platform/keys.ts";

/**
 * Two sides agree upon a key that whoever reads along does not have (X25519, RFC 7748): what a server keeps sealed crosses
 * the way sealed, too, where that is a folder that others can read.
 */
export function newAgreement() {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  return {
    key: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
    /** Of the other side's key the common ones. */
    with(other: string): Pick<Keys, "seal" | "unseal"> {
      const theirs = createPublicKey({ key: Buffer.from(other, "base64"), format: "der", type: "spki" });
      const common = diffieHellman({ privateKey, publicKey: theirs });
      return keysFrom(Buffer.from(hkdfSync("sha256", common, "", "balcao move", 32)));
    },
  };
}
