import { msg } from "@lingui/core/macro";
import type * as z from "zod/mini";
import { access, type LoggedIn, type LoginForm, type Me, WARN_DAYS } from "../src/contract/access.ts";
import { may } from "../src/contract/permissions.ts";
import { call } from "./call.ts";
import { takeReturnPlace } from "./kept.ts";
import { finishLogout } from "./log_out.ts";
import { arriveAt, enter, reloadMe } from "./session.ts";
import { writeToken } from "./token.ts";
import { daysUntil } from "./ui/dates.ts";
import { toast } from "./ui/toast.ts";

export async function login(form: z.input<typeof LoginForm>): Promise<void> {
  await finishLogout();
  begin(await call(access.login, form));
}

/** The server has let this person in. */
export function begin(answer: LoggedIn): void {
  writeToken(answer.token);
  arriveAt(takeReturnPlace() ?? workplaceOf(answer.user));
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

function warnOfDueDate(me: Me): void {
  const { dueDate, timeZone } = me.company;
  if (!dueDate) return;
  const days = daysUntil(dueDate, timeZone);
  if (days >= 0 && days < WARN_DAYS) toast.warning(msg`Sua assinatura vence em ${days} dia(s)`);
}

/** Goes on with the token that an administrator's refusal has, to the bills of a company that has not paid. */
export async function openBills(token: string): Promise<void> {
  writeToken(token);
  arriveAt(takeReturnPlace() ?? "/financeiro");
  await reloadMe();
}
