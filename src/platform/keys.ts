import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { Buffer } from "node:buffer";

/** What the server must keep secret, derived from one key that lies beside the company folders, in none of them. */
export interface Keys {
  /** Signs access tokens and media addresses. */
  signing: string;
  seal(plain: Uint8Array): Uint8Array;
  unseal(sealed: Uint8Array): Uint8Array;
  /** Finds a secret again without storing it: HMAC-SHA-256 in hexadecimal. */
  digest(secret: string): string;
  /** The same, and as the servers made it from which companies have come. */
  digests(secret: string): string[];
  /** What `digest` goes by; another server that takes a company over must know it. */
  digesting: Uint8Array;
  /** Those of other servers. */
  readonly former: Uint8Array[];
}

/** Reads the key file of a data folder, or makes it (32 random bytes, readable by the owner only). */
export function openKeys(folder: string): Keys {
  const path = `${folder}/server.key`;
  let secret: Uint8Array;
  try {
    secret = Deno.readFileSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    secret = randomBytes(32);
    Deno.writeFileSync(path, secret, { mode: 0o600, createNew: true });
  }
  if (secret.length !== 32) throw new Error(`${path} is damaged: restore it from a backup`);
  return keysFrom(secret);
}

export function keysFrom(secret: Uint8Array): Keys {
  const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", `balcao ${purpose}`, 32));
  const sealing = derived("sealing"), digesting = derived("digesting"), former: Uint8Array[] = [];
  const digestBy = (key: Uint8Array, secret: string) => createHmac("sha256", key).update(secret).digest("hex");
  return {
    signing: derived("signing").toString("hex"),
    /** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text. */
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    unseal(sealed) {
      const opener = createDecipheriv("aes-256-gcm", sealing, sealed.subarray(0, 12));
      opener.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([opener.update(sealed.subarray(28)), opener.final()]);
    },
    digest: (secret) => digestBy(digesting, secret),
    digests: (secret) => [digesting, ...former].map((key) => digestBy(key, secret)),
    digesting,
    former,
  };
}
