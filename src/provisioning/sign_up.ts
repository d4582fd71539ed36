import { milliseconds } from "date-fns/milliseconds";
import { createHash, randomBytes } from "node:crypto";
import type * as z from "zod/mini";
import { type ProofAsked, type SignUpForm, TRIAL_DAYS } from "../contract/companies.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import type { MailLanguage } from "../contract/mail.ts";
import { queueConfirmation } from "../mail/confirmations.ts";
import { hasMail, linkTo } from "../mail/mail_server.ts";
import { queueMail } from "../mail/queue.ts";
import { mailSender } from "../mail/sender.ts";
import { alreadyKnownMail } from "../mail/texts.ts";
import { planOffers } from "../plans/plans.ts";
import { networkOf } from "../platform/caller.ts";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import type { Tenants } from "../platform/tenants.ts";
import { mayStrangersSignUp } from "../provider_settings/provider_settings.ts";
import { dayAfter, dayIn } from "../shared/clock.ts";
import { provisionCompany } from "./provision.ts";

const HOUR = milliseconds({ hours: 1 });
/** One address signs up no more often than this in an hour, and tries no more often than that. */
const perAddress = new RateLimit(5, HOUR), triesPerAddress = new RateLimit(30, HOUR);
/** More than this from anywhere in an hour are a flood: whoever comes then shows a proof of work. */
const fromAnywhere = new RateLimit(20, HOUR);
/** Zero bits: about a second of a phone's time, and 10,000 times that for whoever signs up 10,000 times. */
const PROOF_BITS = 16;
/** So long (ms) a challenge may be answered. */
const PROOF_WITHIN = milliseconds({ minutes: 10 });

/** Where new companies are, until they say otherwise. */
const USUAL_ZONE = "America/Sao_Paulo";

export interface SignedUp {
  /** The new company; none where the address had an account already, of which only its owner is told. */
  id?: number;
  /** YYYY-MM-DD, or null where the plan costs nothing. */
  dueDate: string | null;
  /** Nobody may learn from the answer whose addresses are known: it says the same in either case. */
  isQuiet: boolean;
}

/**
 * Makes a stranger's company on trial (spec 2 §4, Signup). Where e-mails are sent, an address that has an account gets one
 * that says so, and the stranger learns nothing; elsewhere it is refused with ERR_DUPLICATED_EMAIL. Refuses with ERR_USER_CREATION_DISABLED where the provider wants
 * none, ERR_TOO_MANY_REQUESTS, or ERR_PROOF_REQUIRED with what to prove while many come at once.
 */
export async function signUp(
  tenants: Tenants,
  { name, email, password, planId, language, website, proof }: z.output<typeof SignUpForm>,
  { address, now }: { address: string; now: Date },
): Promise<SignedUp> {
  if (!mayStrangersSignUp(tenants.provider.read)) refuse("ERR_USER_CREATION_DISABLED");
  const from = networkOf(address), at = now.getTime();
  const wait = Math.max(perAddress.wait(from, at), triesPerAddress.wait(from, at));
  if (wait > 0) refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: Math.ceil(wait / 1000) } });
  triesPerAddress.count(from, at);
  if (website) refuse("ERR_INVALID_INPUT", { fields: { website: "invalid" } });
  if (fromAnywhere.isReached("all", at)) checkProof(tenants.keys, proof, at);
  const offer = planOffers(tenants.provider.read).find((plan) => plan.id === planId);
  if (!offer) refuse("ERR_INVALID_INPUT", { fields: { planId: "unknown" } });
  // What costs nothing needs no trial, and is never overdue.
  const dueDate = offer.value > 0 ? dayAfter(dayIn(USUAL_ZONE, now), TRIAL_DAYS) : null;
  // Those that come at once are counted before the first of them is done.
  perAddress.count(from, at);
  fromAnywhere.count("all", at);
  const isQuiet = hasMail(tenants);
  try {
    const { id, userId } = await provisionCompany(tenants, {
      ...{ name, email, password, planId, phone: "", status: true, campaignsEnabled: true },
      ...{ dueDate, recurrence: "MENSAL", trialExpiration: dueDate ?? undefined },
      ...{ isQuiet, language },
    }, now);
    askForConfirmation(tenants, { companyId: id, userId, name, email, language }, now);
    return { id, dueDate, isQuiet };
  } catch (error) {
    if (isQuiet && error instanceof Refusal && error.code === "ERR_DUPLICATED_EMAIL") {
      tellOwner(tenants, { email, language }, now);
      return { dueDate, isQuiet };
    }
    // Whoever tries out which addresses and names are taken learns as few as they may sign up.
    if (!(error instanceof Refusal && error.code.startsWith("ERR_DUPLICATED"))) {
      perAddress.takeBack(from);
      fromAnywhere.takeBack("all");
    }
    throw error;
  }
}

interface SignUpMail {
  email: string;
  language: MailLanguage;
}

/** The company is there already: what goes wrong here is no reason to say that it is not. */
function askForConfirmation(tenants: Tenants, confirming: Parameters<typeof queueConfirmation>[1], now: Date): void {
  try {
    if (hasMail(tenants)) {
      tenants.provider.write((db) => queueConfirmation(db, confirming, { keys: tenants.keys, now }));
    }
  } catch (error) {
    log.error("Nobody was asked to confirm an address", { company: confirming.companyId, error });
  }
}

/** So often in a day somebody is told that their address was used, however many strangers do so. */
const told = new RateLimit(3, milliseconds({ days: 1 }));

function tellOwner({ provider, keys }: Tenants, { email, language }: SignUpMail, now: Date): void {
  if (told.isReached(email, now.getTime())) return;
  told.count(email, now.getTime());
  provider.write((db) => {
    const text = alreadyKnownMail(language, mailSender(db), linkTo(db, "/login"));
    queueMail(db, { kind: "alreadyKnown", language, to: email, ...text }, { keys, now });
  });
}

const used = new RateLimit(1, PROOF_WITHIN);

/** A challenge carries its time and our seal, so that nothing is kept of those that never come back; each counts once. */
function checkProof(keys: Keys, proof: { challenge: string; nonce: number } | undefined, now: number): void {
  const [at = "", chance = "", seal = ""] = proof?.challenge.split(".") ?? [];
  const isOurs = seal === sealOf(keys, `${at}.${chance}`) && now - Number(at) < PROOF_WITHIN;
  if (proof && isOurs && isProved(proof) && !used.isReached(proof.challenge, now)) {
    return used.count(proof.challenge, now);
  }
  const stamp = `${now}.${randomBytes(12).toString("base64url")}`;
  const detail: ProofAsked = { challenge: `${stamp}.${sealOf(keys, stamp)}`, bits: PROOF_BITS };
  refuse("ERR_PROOF_REQUIRED", { detail });
}

function isProved({ challenge, nonce }: { challenge: string; nonce: number }): boolean {
  const digest = createHash("sha256").update(`${challenge}:${nonce}`).digest();
  return digest.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0;
}

function sealOf(keys: Keys, stamp: string): string {
  return keys.digest(`sign-up ${stamp}`).slice(0, 32);
}

/** For tests: as after a restart. */
export function forgetSignUps(): void {
  for (const limit of [perAddress, triesPerAddress, fromAnywhere, used, told]) limit.forgetAll();
}
