import { getDefaultStore } from "jotai";
import { access, type LoggedIn, type Me, type Refreshed } from "../src/contract/access.ts";
import { call, CallError } from "./call.ts";
import { forgetPerson, forgetReturnPlace, keep } from "./kept.ts";
import { closeEvents, openEvents, resync } from "./live.ts";
import { unsubscribeHere } from "./notified.ts";
import { inOneTab } from "./refresh.ts";
import { requestOf, sendJson } from "./request.ts";
import { departure, end, leave, leaveUnknown, meAtom, owes } from "./session.ts";
import { readToken, writeToken } from "./token.ts";
import { leaveFreely, mayLeave } from "./ui/unsaved.ts";

const lastWishes = new Set<() => Promise<unknown>>();
/** How long (ms) a person who logs out waits for what is still to be saved. */
const LAST_WISH_WITHIN = 2000;

/** Called before a person logs out, while the server still knows them. */
export function beforeLogout(save: () => Promise<unknown>): void {
  lastWishes.add(save);
}

/** Set while this browser changes from one person to another: other tabs wait with what they have for the next page. */
const CHANGING = "changingPerson";

/**
 * Goes on as somebody else at a place of theirs, in every tab of this browser: the page is loaded anew, and nothing that
 * was read for the one before is left on it. Says whether it does; the person may want to keep what is not saved.
 */
export async function goOnAs(letIn: () => Promise<LoggedIn>, place: string): Promise<boolean> {
  if (!await mayLeave("logout")) return false;
  await saveLastWishes();
  departure.isChanging = true;
  keep(CHANGING, "true");
  try {
    const { token, user } = await letIn();
    closeEvents();
    leaveFreely();
    // Other tabs take a browser without a token for one that is logged out.
    writeToken(token);
    forgetPerson({ exceptToken: true });
    forgetReturnPlace();
    keep("companyId", String(user.companyId));
    keep("userId", String(user.id));
    location.assign(place);
    return true;
  } catch (error) {
    departure.isChanging = false;
    keep(CHANGING, "failed");
    keep(CHANGING, null);
    throw error;
  }
}

/** What is still to be saved of the one who goes, for as long as they wait. */
async function saveLastWishes(): Promise<void> {
  const saved = Promise.allSettled([...lastWishes].map((save) => save()));
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, LAST_WISH_WITHIN))]);
}

/** Ends the login, once the person has agreed to lose what was not sent or saved. */
export async function logout(): Promise<void> {
  if (!await mayLeave("logout")) return;
  // What is lost by it was agreed to, even if the server's event about it comes first.
  departure.isLoggingOut = true;
  await saveLastWishes();
  const isTold = await call(access.logout).then(() => true, isFinal);
  if (!isTold) await unsubscribeHere().catch(() => {/* It was told nothing. */});
  end();
  departure.isLoggingOut = false;
  forgetReturnPlace();
  keep(OWED, !isTold && "true");
  if (!isTold) finishLater();
}

/** Set while the server does not know yet that the login of this browser is over. */
const OWED = "logoutOwed";
/** So long (ms) until it is told again. */
const AGAIN = 10_000;

/**
 * After a logout without a line: whoever sits down next could go on with the cookie that is left, so the server is told as
 * soon as it answers, and before anybody logs in.
 */
export async function finishLogout(): Promise<void> {
  if (!localStorage.getItem(OWED)) return;
  const isTold = readToken() !== null || await inOneTab(tellServer).then(() => true, isFinal);
  if (isTold) keep(OWED, null);
  else finishLater();
}

/** The cookie is worth a token, with which the login is ended. */
async function tellServer(): Promise<void> {
  const { token } = await sendJson(access.refresh.method, requestOf(access.refresh, {}), null) as Refreshed;
  await sendJson(access.logout.method, requestOf(access.logout, {}), token);
}

let clock: ReturnType<typeof setTimeout> | undefined;

function finishLater(): void {
  clearTimeout(clock);
  clock = setTimeout(() => void finishLogout(), AGAIN);
}

/** Whether the server has answered, so that asking again changes nothing: it knows the login no more. */
function isFinal(error: unknown): boolean {
  return error instanceof CallError && error.status > 0 && error.status < 500 && error.status !== 429;
}

/** Another tab has logged out, or goes on as somebody else: this one does so, too. */
export function followOtherTabs({ key, newValue }: StorageEvent): void {
  // A null key: all was cleared at once.
  if ((key === "token" || key === null) && newValue === null && !readToken()) leave();
  const me = getDefaultStore().get(meAtom);
  if (key === CHANGING && newValue !== null && me) return waitForOther(newValue === "failed", me);
  const isOther = newValue !== null &&
    ((key === "userId" && newValue !== String(me?.id)) || (key === "companyId" && newValue !== String(me?.companyId)));
  if (isOther || (key === CHANGING && departure.isChanging)) {
    leaveFreely();
    location.reload();
  }
}

/** Another tab is about to go on as somebody else; or it could not, and all is as before. */
function waitForOther(isOver: boolean, { companyId }: Me): void {
  departure.isChanging = !isOver;
  if (!isOver) return closeEvents();
  openEvents(companyId, leaveUnknown, owes);
  resync();
}
