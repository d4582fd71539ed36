import { access, type Refreshed } from "../src/contract/access.ts";
import type { AnyCall } from "../src/contract/call.ts";
import { within } from "../src/shared/within.ts";
import { CallError, readAnswer, requestOf, sendJson } from "./request.ts";
import { readToken, writeToken } from "./token.ts";

interface Listeners {
  /** What the server says about the person, along with the fresh token. */
  refreshed(answer: Refreshed): void;
  /** The server does not know this session any more. */
  ended(why: CallError): void;
  /** The company demands a second factor by now, and the person has none; or it has not paid. */
  owes(): void;
}

let listeners: Listeners = { refreshed() {}, ended() {}, owes() {} };

/** The session hears here of what happens while calling. */
export function listenToSession(to: Listeners): void {
  listeners = to;
}

/** Sends with the token; once more with a fresh one when it has run out (spec 1 §4.1). */
export async function withToken<T>(declared: AnyCall, sendWith: (token: string | null) => Promise<T>): Promise<T> {
  if (declared.who === "public") return await sendWith(null);
  const token = readToken();
  try {
    return await sendWith(token);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === "ERR_SECOND_FACTOR_REQUIRED" || error.code === "ERR_SUBSCRIPTION_EXPIRED") listeners.owes();
    if (error.code !== "ERR_TOKEN_EXPIRED") return endOn(ENDED, error);
  }
  const fresh = await refreshToken(token);
  return await sendWith(fresh).catch((error) => endOn(ENDED, error));
}

/** With these there is no session any more; with the latter because its company has moved. */
const ENDED = [401, 410];

function endOn(statuses: number[], error: unknown): never {
  if (error instanceof CallError && statuses.includes(error.status)) listeners.ended(error);
  throw error;
}

/** How long (ms) an answer may take; a browser waits minutes for one that a dead network has swallowed. */
const WITHIN = 30_000;

let refreshing: Promise<string> | undefined;

/**
 * A fresh token in the place of the stale one; without a stale one the server is asked in any case. Calls that ask at
 * the same time, also those of other tabs, share one refresh.
 */
export function refreshToken(stale: string | null): Promise<string> {
  refreshing ??= inOneTab(() => exchange(stale)).finally(() => refreshing = undefined);
  return refreshing;
}

/** No other tab trades the cookie for a token meanwhile. */
export function inOneTab<T>(work: () => Promise<T>): Promise<T> {
  // Plain http on a LAN address has no locks; then a tab only shares with itself.
  return navigator.locks ? navigator.locks.request("balcao-refresh", work) as Promise<T> : work();
}

async function exchange(stale: string | null): Promise<string> {
  const now = readToken();
  if (stale && now && now !== stale) return now;
  const { method } = access.refresh;
  const asked = stale === null && takeEarly() || sendJson(method, requestOf(access.refresh, {}), null);
  const answer = await inTime(asked).catch((error) => endOn([...ENDED, 402, 403], error)) as Refreshed;
  writeToken(answer.token);
  listeners.refreshed(answer);
  return answer.token;
}

/** The call itself goes on: the cookie that comes with a late answer is better kept than lost. */
async function inTime<T>(asked: Promise<T>): Promise<T> {
  return await within(WITHIN, asked).catch((error) => {
    throw error instanceof CallError ? error : new CallError("ERR_OFFLINE", 0);
  });
}

/** What `public/theme.js` has asked while the scripts were on their way; for the first who wants to know. */
interface Early {
  earlyRefresh?: Promise<{ status: number; text: string } | null>;
}

function takeEarly(): Promise<unknown> | undefined {
  const page = globalThis as Early, asked = page.earlyRefresh;
  delete page.earlyRefresh;
  return asked?.then((answer) => {
    if (!answer) throw new CallError("ERR_OFFLINE", 0);
    return readAnswer(answer.status, answer.text);
  });
}
