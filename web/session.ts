import { msg } from "@lingui/core/macro";
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { access, type Me, owesSecondFactor, type Refreshed } from "../src/contract/access.ts";
import type { AuthReason } from "../src/contract/events.ts";
import { may, type Permission } from "../src/contract/permissions.ts";
import type { SettingKey } from "../src/contract/settings.ts";
import { call, CallError } from "./call.ts";
import { forgetPerson, keep } from "./kept.ts";
import { closeEvents, openEvents } from "./live.ts";
import { readToken } from "./token.ts";
import { showError } from "./ui/showError.ts";
import { toast } from "./ui/toast.ts";
import { isHeld } from "./ui/unsaved.ts";
import "./unsent.ts";

export type Session =
  | { state: "starting" }
  /** There is a token, but no server to ask about it, or one that cannot serve this company. */
  | { state: "unreachable"; error: unknown }
  /** `why`: what the login page should say about it. */
  | { state: "out"; why?: LeftWhy }
  | { state: "in"; me: Me };

/** A login ended for one of the reasons that the server gives, or because its company is closed. */
export type LeftWhy = AuthReason | "acting" | CallError;

const store = getDefaultStore();

export const sessionAtom = atom<Session>({ state: readToken() ? "starting" : "out" });

/** Who is logged in; null when nobody is. */
export const meAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.state === "in" ? session.me : null;
});

/** Who is logged in, on screens that only exist for somebody. */
export function useMe(): Me {
  const me = useAtomValue(meAtom);
  if (!me) throw new Error("This screen is for people who are logged in.");
  return me;
}

export function useMay(permission: Permission): boolean {
  return may(useMe(), permission);
}

/** Reads anew who this is: name, profile and queues may have been changed. */
export async function reloadMe(): Promise<void> {
  enter({ user: await call(access.me) });
}

/** The server asks for something before it goes on: a second factor, or what is to be paid. */
export function owes(): void {
  reloadMe().catch(() => {/* What cannot be read now is asked again by the next call. */});
}

/** What the company has set; empty for what this person's screens need not know. */
export function useSetting(key: SettingKey): string {
  const { company } = useMe();
  return company.settings.find((one) => one.key === key)?.value ?? "";
}

/** Whether this company may send campaigns, as the browser has kept it since the login (spec 3 §2.1). */
export function hasCampaigns(): boolean {
  return localStorage.getItem("cshow") !== null;
}

export function useHasCampaigns(): boolean {
  // Drawn again when the flag is kept or dropped, which happens with the session.
  useAtomValue(sessionAtom);
  return hasCampaigns();
}

/** The server knows in which language this person uses the product. */
export function noteLanguage(language: Me["language"]): void {
  const me = store.get(meAtom);
  if (me) enter({ user: { ...me, language } });
}

/** ms */
const LOSS_STAYS = 10_000;

let arrival: string | undefined;

/** Where the login page leads once it is done. */
export function arriveAt(place: string): void {
  arrival = place;
}

/** Where someone who is logged in goes from the login page: after a login to work, otherwise home. */
export function placeAfterLogin(): string {
  return arrival ?? "/";
}

/** Goes on as who the server says that this is. */
export function enter({ user: me, at }: Pick<Refreshed, "user"> & Partial<Refreshed>): void {
  const before = store.get(meAtom);
  const { isOverdue, dueDate } = me.company;
  if (isOverdue && me.profile !== "admin") {
    return leave(new CallError("ERR_SUBSCRIPTION_EXPIRED", 402, {}, { dueDate }));
  }
  keep("companyId", String(me.companyId));
  keep("userId", String(me.id));
  keep("actedBy", me.actedBy ?? null);
  keep("companyDueDate", me.company.dueDate);
  keep("cshow", me.company.settings.some((one) => one.key === "campaignsEnabled" && one.value === "true") && "true");
  // First the line, so that what is read for this person from now on waits until events come.
  if (owesSecondFactor(me)) closeEvents();
  else if (before?.id !== me.id || owesSecondFactor(before) || before.company.isOverdue !== isOverdue) {
    openEvents(me.companyId, leaveUnknown, owes, at);
  }
  store.set(sessionAtom, { state: "in", me });
}

/** Why a session that ends here needs no word: the person is leaving by themselves, or becoming somebody else. */
export const departure = { isLoggingOut: false, isChanging: false };

/** The login was ended from elsewhere, by another tab too: nobody was asked here, and nothing can be saved any more. */
export function leave(why?: LeftWhy): void {
  if (departure.isChanging || store.get(sessionAtom).state === "out") return;
  if (departure.isLoggingOut) return end();
  tellOfLoss();
  end(why);
}

/** The line to the events says that the server does not know the login any more; a call would have heard just that. */
export function leaveUnknown(): void {
  leave(new CallError("ERR_SESSION_EXPIRED", 401));
}

export function end(reason?: LeftWhy): void {
  if (store.get(sessionAtom).state === "out") return;
  const wasActing = localStorage.getItem("actedBy") !== null;
  const why = wasActing && reason instanceof CallError && reason.status === 401 ? "acting" : reason;
  closeEvents();
  // What the system has shared with the app before anybody was in waits for the login.
  forgetPerson({ exceptShared: store.get(sessionAtom).state !== "in" });
  arrival = undefined;
  // What closes the company, or ended the login from elsewhere, stays on the login page until somebody has read it.
  const stays = typeof why === "string" || (why !== undefined && CLOSED.includes(why.code));
  store.set(sessionAtom, { state: "out", why: stays ? why : undefined });
  if (why && !stays) showError(why);
}

/** Refusals of a whole company, whoever logs in. */
export const CLOSED: readonly string[] = ["ERR_SUBSCRIPTION_EXPIRED", "ERR_COMPANY_BLOCKED", "ERR_COMPANY_MOVED"];

export function tellOfLoss(): void {
  if (isHeld("logout")) toast.error(msg`O que não tinha sido enviado ou salvo aqui se perdeu.`, { stay: LOSS_STAYS });
}
