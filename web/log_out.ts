import { getDefaultStore } from "jotai";
import { access, type LoggedIn, type Me } from "../src/contract/access.ts";
import { call } from "./call.ts";
import { forgetPerson, forgetReturnPlace, keep } from "./kept.ts";
import { closeEvents, openEvents, resync } from "./live.ts";
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
  await call(access.logout).catch(() => {/* The token is forgotten here whatever the server says. */});
  end();
  departure.isLoggingOut = false;
  forgetReturnPlace();
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
