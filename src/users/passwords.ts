import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** scrypt with 32 MiB of memory, off the event loop (OWASP Password Storage). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString("base64url")}$${(await derive(password, salt)).toString("base64url")}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, salt, key] = hash.split("$");
  if (!salt || !key) return false;
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url")), Buffer.from(key, "base64url"));
}

function derive(password: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, 32, COST, (error, key) => error ? reject(error) : resolve(key))
  );
}
