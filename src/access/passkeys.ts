import { getUnixTime } from "date-fns/getUnixTime";
import { minutesToSeconds } from "date-fns/minutesToSeconds";
import { Buffer } from "node:buffer";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, asc, eq } from "drizzle-orm";
import { sign, verify } from "hono/jwt";
import * as z from "zod/mini";
import { brandOf } from "../brand/brand.ts";
import { refuse } from "../contract/errors.ts";
import type { Caller } from "../platform/caller.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Who } from "./second_factor.ts";
import { passkeyTable } from "./table.ts";

/** Seconds between our question and the device's answer. */
const TICKET_LIFE = minutesToSeconds(5);

/** What a browser sent: our ticket, and what its device says. */
export interface PasskeyAnswer {
  ticket: string;
  response: Record<string, unknown>;
}

interface Met {
  caller: Caller;
  now: Date;
}

/** A third of a megabyte, read when the first passkey comes. */
const library = () => import("@simplewebauthn/server");

export function passkeysOf({ provider }: Tenants, who: Who) {
  return provider.read.select().from(passkeyTable).where(ofUser(who)).orderBy(asc(passkeyTable.since)).all();
}

/** What a browser needs to make a passkey for a person. */
export async function beginPasskey(
  tenants: Tenants,
  { name, email, ...who }: Who & { name: string; email: string },
  caller: Caller,
  now: Date,
) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: brandOf(tenants.provider.read).name,
    rpID: hostOf(caller),
    // The same for all of a person's keys, so that a device keeps one; it says nothing about them (WebAuthn §14.6.1).
    userID: Uint8Array.from(Buffer.from(tenants.keys.digest(`passkeys of ${who.companyId} ${who.userId}`), "hex")),
    userName: email,
    userDisplayName: name,
    excludeCredentials: passkeysOf(tenants, who).map(({ id, transports }) => ({ id, transports: transports as never })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return {
    options: { ...options },
    ticket: await ticketFor(tenants.keys, { ...who, challenge: options.challenge }, now),
  };
}

/** Stores the passkey that a device made; ERR_PASSKEY_REFUSED when it is not what we asked for. */
export async function addPasskey(
  tenants: Tenants,
  { name, ...who }: Who & { name: string },
  { ticket, response }: PasskeyAnswer,
  { caller, now }: Met,
): Promise<void> {
  const asked = await spendTicket(tenants.keys, ticket, now);
  if (asked.companyId !== who.companyId || asked.userId !== who.userId) refuse("ERR_PASSKEY_REFUSED");
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: originsOf(caller),
    expectedRPID: hostOf(caller),
    requireUserVerification: true,
  }).catch(refused);
  if (!made) refuse("ERR_PASSKEY_REFUSED");
  const { id, publicKey, counter, transports = [] } = made.credential;
  const row = { id, ...who, publicKey: Buffer.from(publicKey), counter, transports, name, since: now.getTime() };
  const added = tenants.provider.write((db) =>
    db.insert(passkeyTable).values(row).onConflictDoNothing().returning({ id: passkeyTable.id }).all()
  );
  if (added.length === 0) refuse("ERR_PASSKEY_REFUSED");
}

/** What a browser needs to log somebody in: the device knows whom. */
export async function askPasskey(keys: Keys, caller: Caller, now: Date) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({ rpID: hostOf(caller), userVerification: "required" });
  return { options: { ...options }, ticket: await ticketFor(keys, { challenge: options.challenge }, now) };
}

/** Whom a device has recognized, by a finger, a face or a PIN; ERR_PASSKEY_REFUSED when its key is none of ours. */
export async function checkPasskey(tenants: Tenants, answer: PasskeyAnswer, { caller, now }: Met): Promise<Who> {
  const { challenge } = await spendTicket(tenants.keys, answer.ticket, now);
  const response = answer.response as unknown as AuthenticationResponseJSON;
  const { provider } = tenants, isIt = eq(passkeyTable.id, String(response.id));
  const [key] = provider.read.select().from(passkeyTable).where(isIt).all();
  if (!key) refuse("ERR_PASSKEY_REFUSED");
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originsOf(caller),
    expectedRPID: hostOf(caller),
    requireUserVerification: true,
    credential: { id: key.id, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
  }).catch(refused);
  if (!verified) refuse("ERR_PASSKEY_REFUSED");
  provider.write((db) =>
    void db.update(passkeyTable).set({ counter: authenticationInfo.newCounter }).where(isIt).run()
  );
  return { companyId: key.companyId, userId: key.userId };
}

export function removePasskey({ provider }: Tenants, who: Who, id: string): void {
  provider.write((db) => void db.delete(passkeyTable).where(and(ofUser(who), eq(passkeyTable.id, id))).run());
}

/** Says whether there were any. */
export function removePasskeys({ provider }: Tenants, who: Who): boolean {
  return provider.write((db) => db.delete(passkeyTable).where(ofUser(who)).returning().all()).length > 0;
}

const Asked = z.object({
  use: z.literal("passkey"),
  challenge: z.string(),
  companyId: z.optional(z.int()),
  userId: z.optional(z.int()),
  exp: z.int(),
});

function ticketFor(keys: Keys, asked: Partial<Who> & { challenge: string }, now: Date): Promise<string> {
  const exp = getUnixTime(now) + TICKET_LIFE;
  return sign({ use: "passkey", ...asked, exp }, keys.signing, "HS256");
}

/** Challenges that were answered, with their end (s since 1970): an answer that somebody overheard lets nobody in again. */
const spent = new Map<string, number>();

async function spendTicket(keys: Keys, ticket: string, now: Date): Promise<z.infer<typeof Asked>> {
  const asked = Asked.safeParse(await verify(ticket, keys.signing, "HS256").catch(() => undefined)).data;
  if (!asked || spent.has(asked.challenge)) refuse("ERR_PASSKEY_REFUSED");
  for (const [challenge, exp] of spent) if (exp < getUnixTime(now)) spent.delete(challenge);
  spent.set(asked.challenge, asked.exp);
  return asked;
}

/** The library says in a sentence of its own what did not hold. */
function refused(): never {
  refuse("ERR_PASSKEY_REFUSED");
}

/** Without the port (WebAuthn §5.1.2). */
function hostOf({ host }: Caller): string {
  return new URL(`http://${host}`).hostname;
}

/** Browsers do this under https and at localhost alone; what a proxy makes of the scheme does not matter here. */
function originsOf({ host }: Caller): string[] {
  return ["https", "http"].map((scheme) => new URL(`${scheme}://${host}`).origin);
}

function ofUser({ companyId, userId }: Who) {
  return and(eq(passkeyTable.companyId, companyId), eq(passkeyTable.userId, userId));
}
