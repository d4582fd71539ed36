import { Buffer } from "node:buffer";
import { randomBytes, scrypt } from "node:crypto";
import * as z from "zod/mini";
import { opened, sealed } from "../backups/envelope.ts";
import { BadExport } from "./bad_export.ts";

/** What an encrypted export begins with. */
const MAGIC = "BALCAO-COMPANY-ENCRYPTED ";
/** scrypt's N as a power of two: with r = 8, 17 takes 128 MiB (OWASP Password Storage). Whoever has the file may guess for long. */
const COST = 17, MOST_COST = 19;
/** The first line is never longer (bytes). */
const LONGEST_HEAD = 200;

const Head = z.object({ salt: z.string().check(z.regex(/^[\w-]{22}$/)), cost: z.int() });

/** Encrypts a stream with a password: a line that says how the key is derived, then an object as backups have it. */
export async function* encrypted(
  password: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(16), head = MAGIC + JSON.stringify({ salt: salt.toString("base64url"), cost: COST });
  const key = await keyOf(password, salt, COST);
  yield new TextEncoder().encode(`${head}\n`);
  // Bound to the first line, which thereby cannot be changed either.
  yield* sealed(key, head, plain);
}

/** The plain bytes of a file, encrypted or not; a BadExport where a password is missing, or does not fit. */
export async function* decrypted(
  stored: AsyncIterable<Uint8Array>,
  password: string | undefined,
): AsyncGenerator<Uint8Array> {
  const source = stored[Symbol.asyncIterator]();
  let begun = new Uint8Array();
  while (begun.length < LONGEST_HEAD) {
    const { value, done } = await source.next();
    if (done) break;
    begun = Buffer.concat([begun, value]);
  }
  const rest = (from: Uint8Array) => following(from, source);
  if (!Buffer.from(begun.subarray(0, MAGIC.length)).equals(Buffer.from(MAGIC))) {
    if (password !== undefined) throw new BadExport("This export has no password: leave out --password-file");
    return yield* rest(begun);
  }
  const end = begun.indexOf(10);
  if (end < 0) throw new BadExport("This export is damaged: its first line has no end");
  const head = new TextDecoder().decode(begun.subarray(0, end));
  if (password === undefined) {
    throw new BadExport("This export is encrypted: name the file with its password by --password-file");
  }
  yield* opened(await keyIn(head, password), head, rest(begun.subarray(end + 1)));
}

function keyIn(head: string, password: string): Promise<Uint8Array> {
  const { salt, cost } = readHead(head);
  return keyOf(password, Buffer.from(salt, "base64url"), cost);
}

function readHead(head: string): z.infer<typeof Head> {
  try {
    const read = Head.parse(JSON.parse(head.slice(MAGIC.length)));
    if (read.cost >= 1 && read.cost <= MOST_COST) return read;
  } catch { /* It is said below. */ }
  throw new BadExport("This export is damaged: its first line cannot be read");
}

async function* following(begun: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (begun.length > 0) yield begun;
  for (;;) {
    const { value, done } = await source.next();
    if (done) return;
    yield value;
  }
}

function keyOf(password: string, salt: Uint8Array, cost: number): Promise<Uint8Array> {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 8 * 128 + 33_554_432 };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFC"), salt, 32, options, (error, key) => error ? reject(error) : resolve(key))
  );
}
