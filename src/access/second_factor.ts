import { milliseconds } from "date-fns/milliseconds";
import { Buffer } from "node:buffer";
import { randomBytes, randomInt } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { brandOf } from "../brand/brand.ts";
import { refuse } from "../contract/errors.ts";
import type { SetUp } from "../contract/security.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tenants } from "../platform/tenants.ts";
import { recoveryCodeTable, secondFactorTable } from "../users/table.ts";
import { base32, matchingStep, SECRET_SIZE } from "./totp.ts";

/** A person with a login. */
export interface Who {
  companyId: number;
  userId: number;
}

/** How long (ms) a person may take between the secret and its first code. */
const SET_UP_LIFE = milliseconds({ hours: 1 });
const RECOVERY_CODES = 10;
/** No letter or digit that is taken for another. Ten of these make 49 bits. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** The second factor of a person; nothing when none is asked for. */
export function secondFactorOf({ provider }: Tenants, who: Who) {
  return provider.read.select().from(secondFactorTable).where(ofFactor(who)).all()[0];
}

export function recoveryCodesLeft({ provider }: Tenants, who: Who): number {
  return provider.read.select({ left: count() }).from(recoveryCodeTable).where(ofCode(who)).all()[0]!.left;
}

/** A new secret. Nothing is stored until its first code comes back with `setUp`, which only this server can read. */
export function beginSetUp({ keys, provider }: Tenants, { email, ...who }: Who & { email: string }, now: Date): SetUp {
  const issuer = encodeURIComponent(brandOf(provider.read).name);
  const bytes = randomBytes(SECRET_SIZE), secret = base32(bytes);
  const begun: Begun = { ...who, secret: bytes.toString("base64url"), until: now.getTime() + SET_UP_LIFE };
  const label = `${issuer}:${encodeURIComponent(email)}`;
  return {
    secret,
    // github.com/google/google-authenticator/wiki/Key-Uri-Format
    uri: `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}`,
    setUp: Buffer.from(keys.seal(Buffer.from(JSON.stringify(begun)))).toString("base64url"),
  };
}

const Begun = z.object({ companyId: z.int(), userId: z.int(), secret: z.string(), until: z.number() });
type Begun = z.infer<typeof Begun>;

/** Asks for codes of a secret from now on, and returns the recovery codes. A wrong first code changes nothing. */
export function confirmSetUp(tenants: Tenants, who: Who, { setUp, code }: { setUp: string; code: string }, now: Date) {
  const begun = readBegun(tenants.keys, setUp);
  if (!begun || begun.companyId !== who.companyId || begun.userId !== who.userId || begun.until < now.getTime()) {
    refuse("ERR_INVALID_INPUT", { fields: { setUp: "invalid" } });
  }
  const secret = Buffer.from(begun.secret, "base64url");
  const lastStep = matchingStep(secret, digitsOf(code), { now: now.getTime(), lastStep: 0 }) ??
    refuse("ERR_INVALID_INPUT", { fields: { code: "wrong" } });
  const sealedSecret = Buffer.from(tenants.keys.seal(secret));
  return tenants.provider.write((db) => {
    const row = { ...who, sealedSecret, since: now.getTime(), lastStep };
    db.delete(secondFactorTable).where(ofFactor(who)).run();
    db.insert(secondFactorTable).values(row).run();
    return putRecoveryCodes(db, tenants.keys, who);
  });
}

function readBegun(keys: Keys, setUp: string): Begun | undefined {
  try {
    const text = Buffer.from(keys.unseal(Buffer.from(setUp, "base64url"))).toString();
    return Begun.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Ten new codes; the old ones count no more. */
export function newRecoveryCodes(tenants: Tenants, who: Who): string[] {
  if (!secondFactorOf(tenants, who)) refuse("ERR_NOT_FOUND");
  return tenants.provider.write((db) => putRecoveryCodes(db, tenants.keys, who));
}

type Write = Parameters<Parameters<Tenants["provider"]["write"]>[0]>[0];

function putRecoveryCodes(db: Write, keys: Keys, who: Who): string[] {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
  db.delete(recoveryCodeTable).where(ofCode(who)).run();
  for (const code of codes) db.insert(recoveryCodeTable).values({ ...who, codeHash: hashOf(keys, who, code) }).run();
  return codes;
}

/** Whether a code of the app or a recovery code is good. It counts once: the same one is wrong from then on. */
export function spendCode(tenants: Tenants, who: Who, code: string, now: Date): boolean {
  const { provider, keys } = tenants;
  return provider.write((db) => {
    const [factor] = db.select().from(secondFactorTable).where(ofFactor(who)).all();
    if (!factor) return false;
    const { sealedSecret, lastStep } = factor;
    const step = matchingStep(keys.unseal(sealedSecret), digitsOf(code), { now: now.getTime(), lastStep });
    if (step !== undefined) {
      db.update(secondFactorTable).set({ lastStep: step }).where(ofFactor(who)).run();
      return true;
    }
    const isThisCode = and(ofCode(who), eq(recoveryCodeTable.codeHash, hashOf(keys, who, code)));
    return db.delete(recoveryCodeTable).where(isThisCode).returning().all().length > 0;
  });
}

/** Says whether there was one. */
export function endSecondFactor({ provider }: Tenants, who: Who): boolean {
  return provider.write((db) => db.delete(secondFactorTable).where(ofFactor(who)).returning().all()).length > 0;
}

/** As apps show them, in two groups. */
function digitsOf(code: string): string {
  return code.replace(/[\s-]/g, "");
}

function hashOf(keys: Keys, { companyId, userId }: Who, code: string): string {
  return keys.digest(`recovery ${companyId} ${userId} ${digitsOf(code).toLowerCase()}`);
}

function ofFactor({ companyId, userId }: Who) {
  return and(eq(secondFactorTable.companyId, companyId), eq(secondFactorTable.userId, userId));
}

function ofCode({ companyId, userId }: Who) {
  return and(eq(recoveryCodeTable.companyId, companyId), eq(recoveryCodeTable.userId, userId));
}
