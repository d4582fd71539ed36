import { atom, getDefaultStore, useAtomValue } from "jotai";
import { msg } from "@lingui/core/macro";
import * as z from "zod/mini";
import { access, type LoggedIn, type LoginForm, type Me, owesSecondFactor, WARN_DAYS } from "../src/contract/access.ts";
import type { CompanyDetails } from "../src/contract/companies.ts";
import type { AuthReason, Events } from "../src/contract/events.ts";
import { may, type Permission } from "../src/contract/permissions.ts";
import type { Setting, SettingKey } from "../src/contract/settings.ts";
import { call, CallError } from "./call.ts";
import { closeEvents, onEvent, openEvents, resync } from "./live.ts";
import { listenToSession, refreshToken } from "./refresh.ts";
import { forgetPerson, forgetReturnPlace, keep, takeReturnPlace } from "./kept.ts";
import { ownSessionId, readToken, writeToken } from "./token.ts";
import { daysUntil } from "./ui/dates.ts";
import { showError } from "./ui/showError.ts";
import { toast } from "./ui/toast.ts";
import { isHeld, leaveFreely, mayLeave } from "./ui/unsaved.ts";
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

/** Once, at the start of the page. */
export function startSession(): void {
  listenToSession({ refreshed: enter, ended: leave, owes });
  addEventListener("storage", followOtherTabs);
  onEvent("auth", endIfElsewhere);
  onEvent("company", ({ record }) => noteCompany(record));
  onEvent("settings", ({ record }) => followSetting(record));
  onEvent("queue", followQueue);
  onEvent("user", (change) => {
    const id = change.action === "delete" ? change.id : change.record.id;
    if (change.isEdited && id === store.get(meAtom)?.id) void followOwnRights().catch(showError);
  });
  if (readToken()) resumeSession();
  else {
    // The login may have ended while no page of ours was open.
    tellOfLoss();
    forgetPerson();
  }
}

/** Asks the server whether the token from before still holds. */
export async function resumeSession(): Promise<void> {
  await refreshToken(null).catch((error) => {
    const isOver = error instanceof CallError && [401, 402, 403].includes(error.status);
    if (!isOver) store.set(sessionAtom, { state: "unreachable", error });
  });
}

export async function login(form: z.input<typeof LoginForm>): Promise<void> {
  begin(await call(access.login, form));
}

/** The server has let this person in. */
export function begin(answer: LoggedIn): void {
  writeToken(answer.token);
  arrival = takeReturnPlace() ?? workplaceOf(answer.user);
  enter(answer);
  toast.success(msg`Login efetuado com sucesso!`);
  warnOfDueDate(answer.user);
}

/** Whoever has just begun a company has no tickets yet: first a number is connected. */
function workplaceOf(me: Me): string {
  if (me.firstPage === "cockpit") return "/cockpit";
  const isNew = me.company.settings.some(({ key, value }) => key === "firstSteps" && value === "new");
  return isNew && may(me, "connections-page:addConnection") ? "/connections" : "/tickets";
}

/** Reads anew who this is: name, profile and queues may have been changed. */
export async function reloadMe(): Promise<void> {
  enter({ user: await call(access.me) });
}

/** The server asks for something before it goes on: a second factor, or what is to be paid. */
function owes(): void {
  reloadMe().catch(() => {/* What cannot be read now is asked again by the next call. */});
}

/** The company has another name, day or clock now. */
export function noteCompany(
  { name, dueDate, isOverdue, timeZone }: Pick<CompanyDetails, "name" | "dueDate" | "isOverdue" | "timeZone">,
): void {
  const me = store.get(meAtom);
  // It has paid: all that was kept from this screen is there again, once somebody could read that.
  if (me?.company.isOverdue && !isOverdue) return void setTimeout(() => location.assign("/"), READ_WITHIN);
  if (me) enter({ user: { ...me, company: { ...me.company, name, dueDate, isOverdue, timeZone } } });
}

/** The server knows in which language this person uses the product. */
export function noteLanguage(language: Me["language"]): void {
  const me = store.get(meAtom);
  if (me) enter({ user: { ...me, language } });
}

/** Goes on with the token that an administrator's refusal has, to the bills of a company that has not paid. */
export async function openBills(token: string): Promise<void> {
  writeToken(token);
  arrival = takeReturnPlace() ?? "/financeiro";
  await reloadMe();
}

/** A setting of the company is another now. */
function followSetting({ key, value }: Setting): void {
  const me = store.get(meAtom);
  if (!me?.company.settings.some((one) => one.key === key)) return;
  const settings = me.company.settings.map((one) => one.key === key ? { key, value } : one);
  enter({ user: { ...me, company: { ...me.company, settings } } });
}

/** A queue of one's own has another name or colour; what is gone, the event about oneself says. */
function followQueue(change: Events["queue"]): void {
  const me = store.get(meAtom);
  if (change.action === "delete" || !me?.queues.some(({ id }) => id === change.record.id)) return;
  const { id, name, color } = change.record;
  enter({ user: { ...me, queues: me.queues.map((queue) => queue.id === id ? { id, name, color } : queue) } });
}

/** What the company has set; empty for what this person's screens need not know. */
export function useSetting(key: SettingKey): string {
  const { company } = useMe();
  return company.settings.find((one) => one.key === key)?.value ?? "";
}

/** Somebody changed what this person may see and do. */
async function followOwnRights(): Promise<void> {
  const before = store.get(meAtom);
  await reloadMe();
  const rights = (me: Me | null) => JSON.stringify([me?.profile, me?.queues]);
  if (rights(before) !== rights(store.get(meAtom))) resync();
}

/** So long (ms) it is read that a bill is paid (spec 2 §9). */
const READ_WITHIN = 4000;
/** ms */
const LOSS_STAYS = 10_000;

const lastWishes = new Set<() => Promise<unknown>>();
/** How long (ms) a person who logs out waits for what is still to be saved. */
const LAST_WISH_WITHIN = 2000;

/** Called before a person logs out, while the server still knows them. */
export function beforeLogout(save: () => Promise<unknown>): void {
  lastWishes.add(save);
}

/** Set while this browser changes from one person to another: other tabs wait with what they have for the next page. */
const CHANGING = "changingPerson";
let isChanging = false;

/**
 * Goes on as somebody else at a place of theirs, in every tab of this browser: the page is loaded anew, and nothing that
 * was read for the one before is left on it. Says whether it does; the person may want to keep what is not saved.
 */
export async function goOnAs(letIn: () => Promise<LoggedIn>, place: string): Promise<boolean> {
  if (!await mayLeave("logout")) return false;
  await saveLastWishes();
  isChanging = true;
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
    isChanging = false;
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

/** Whoever logs out has agreed to what is lost by it, even if the server's event about it comes first. */
let isLoggingOut = false;

/** Ends the login, once the person has agreed to lose what was not sent or saved. */
export async function logout(): Promise<void> {
  if (!await mayLeave("logout")) return;
  isLoggingOut = true;
  await saveLastWishes();
  await call(access.logout).catch(() => {/* The token is forgotten here whatever the server says. */});
  end();
  isLoggingOut = false;
  forgetReturnPlace();
}

let arrival: string | undefined;

/** Where someone who is logged in goes from the login page: after a login to work, otherwise home. */
export function placeAfterLogin(): string {
  return arrival ?? "/";
}

function enter({ user: me }: Pick<LoggedIn, "user">): void {
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
    {
      openEvents(me.companyId, leave, owes);
    }
  }
  store.set(sessionAtom, { state: "in", me });
}

/** The login was ended from elsewhere, by another tab too: nobody was asked here, and nothing can be saved any more. */
function leave(why?: LeftWhy): void {
  if (isChanging || store.get(sessionAtom).state === "out") return;
  if (!isLoggingOut) tellOfLoss();
  end(why);
}

function end(reason?: LeftWhy): void {
  if (store.get(sessionAtom).state === "out") return;
  const wasActing = localStorage.getItem("actedBy") !== null;
  const why = wasActing && reason instanceof CallError && reason.status === 401 ? "acting" : reason;
  closeEvents();
  forgetPerson();
  arrival = undefined;
  // What closes the company, or ended the login from elsewhere, stays on the login page until somebody has read it.
  const stays = typeof why === "string" || (why !== undefined && CLOSED.includes(why.code));
  store.set(sessionAtom, { state: "out", why: stays ? why : undefined });
  if (why && !stays) showError(why);
}

/** Refusals of a whole company, whoever logs in. */
export const CLOSED: readonly string[] = ["ERR_SUBSCRIPTION_EXPIRED", "ERR_COMPANY_BLOCKED"];

function warnOfDueDate(me: Me): void {
  const { dueDate, timeZone } = me.company;
  if (!dueDate) return;
  const days = daysUntil(dueDate, timeZone);
  if (days >= 0 && days < WARN_DAYS) toast.warning(msg`Sua assinatura vence em ${days} dia(s)`);
}

/** A login of the same person elsewhere ends this one (spec 1 §4.1), and so do other things that happen to their login. */
function endIfElsewhere({ userId, sessionId, ended, why }: Events["auth"]): void {
  const own = ownSessionId();
  if (userId !== store.get(meAtom)?.id || sessionId === own || (ended && own && !ended.includes(own))) return;
  if (why) return leave(why);
  toast.error(msg`Sua conta foi acessada em outro computador.`);
  tellOfLoss();
  setTimeout(() => {
    leaveFreely();
    forgetPerson();
    location.reload();
  }, 1000);
}

function tellOfLoss(): void {
  if (isHeld("logout")) toast.error(msg`O que não tinha sido enviado ou salvo aqui se perdeu.`, { stay: LOSS_STAYS });
}

function followOtherTabs({ key, newValue }: StorageEvent): void {
  // A null key: all was cleared at once.
  if ((key === "token" || key === null) && newValue === null && !readToken()) leave();
  const me = store.get(meAtom);
  if (key === CHANGING && newValue !== null && me) return waitForOther(newValue === "failed", me);
  const isOther = newValue !== null &&
    ((key === "userId" && newValue !== String(me?.id)) || (key === "companyId" && newValue !== String(me?.companyId)));
  if (isOther || (key === CHANGING && isChanging)) {
    leaveFreely();
    location.reload();
  }
}

/** Another tab is about to go on as somebody else; or it could not, and all is as before. */
function waitForOther(isOver: boolean, { companyId }: Me): void {
  isChanging = !isOver;
  if (!isOver) return closeEvents();
  openEvents(companyId, leave, owes);
  resync();
}
