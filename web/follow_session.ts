import { msg } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import type { Me } from "../src/contract/access.ts";
import type { CompanyDetails } from "../src/contract/companies.ts";
import type { Events } from "../src/contract/events.ts";
import type { Setting } from "../src/contract/settings.ts";
import { CallError } from "./call.ts";
import { forgetPerson } from "./kept.ts";
import { onEvent, resync } from "./live.ts";
import { finishLogout, followOtherTabs } from "./log_out.ts";
import { listenToSession, refreshToken } from "./refresh.ts";
import { enter, leave, meAtom, owes, reloadMe, sessionAtom, tellOfLoss } from "./session.ts";
import { ownSessionId, readToken } from "./token.ts";
import { showError } from "./ui/showError.ts";
import { toast } from "./ui/toast.ts";
import { leaveFreely } from "./ui/unsaved.ts";

const store = getDefaultStore();
/** So long (ms) it is read that a bill is paid (spec 2 §9). */
const READ_WITHIN = 4000;

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
    forgetPerson({ exceptShared: true });
    void finishLogout();
  }
}

/** Asks the server whether the token from before still holds. */
export async function resumeSession(): Promise<void> {
  await refreshToken(null).catch((error) => {
    const isOver = error instanceof CallError && [401, 402, 403].includes(error.status);
    if (!isOver) store.set(sessionAtom, { state: "unreachable", error });
  });
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

/** Somebody changed what this person may see and do. */
async function followOwnRights(): Promise<void> {
  const before = store.get(meAtom);
  await reloadMe();
  const rights = (me: Me | null) => JSON.stringify([me?.profile, me?.queues]);
  if (rights(before) !== rights(store.get(meAtom))) resync();
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
