import { forgetAllKept } from "./keptFiles.ts";
import { closeNotifications } from "./notified.ts";

/** What other pages and the next start of this one find of who is logged in. */
export function keep(key: string, value: string | null | false): void {
  if (value) localStorage.setItem(key, value);
  else localStorage.removeItem(key);
}

/**
 * Whoever sits down here next finds nothing of the one before: no drafts, no unsent texts and files, nothing that was
 * read, and nothing on the lock screen. What the server has of them it gives back at the next login. How this device looks
 * and rings stays, what somebody types who sets the server up, and that it is still to learn of a logout.
 */
export function forgetPerson({ exceptToken = false, exceptShared = false } = {}): void {
  const stays = exceptToken
    ? /^(theme|language|drawer|setUp|logoutOwed|alerts-.*|token)$/
    : /^(theme|language|drawer|setUp|logoutOwed|alerts-.*)$/;
  for (const key of Object.keys(localStorage)) if (!stays.test(key)) localStorage.removeItem(key);
  forgetAllKept({ exceptShared });
  closeNotifications().catch(() => {/* A browser that shows none. */});
}

/** Keeps the place that asked for a login, so that the login leads back to it. */
export function rememberReturnPlace(place: string): void {
  if (place !== "/") sessionStorage.setItem("returnTo", place);
}

export function takeReturnPlace(): string | null {
  const place = sessionStorage.getItem("returnTo");
  forgetReturnPlace();
  return place?.startsWith("/") && !place.startsWith("//") ? place : null;
}

export function forgetReturnPlace(): void {
  sessionStorage.removeItem("returnTo");
}
