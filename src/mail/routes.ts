import { refuse } from "../contract/errors.ts";
import { brandShown } from "../brand/brand.ts";
import { mail, type MailLanguage } from "../contract/mail.ts";
import { PROVIDER_SETS } from "../contract/provider_settings.ts";
import type { Setting } from "../contract/settings.ts";
import { refuseIfOther } from "../platform/provider_revisions.ts";
import { publishToAll, publishToSupers } from "../platform/publish_to_all.ts";
import { routes } from "../platform/routes.ts";
import type { Session } from "../platform/session.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { settingSet } from "../provider_settings/provider_settings.ts";
import { userById } from "../users/users.ts";
import { confirmAgain, confirmEmail, emailToConfirm } from "./confirmations.ts";
import {
  forgetMailServer,
  hasMail,
  mailServerShown,
  saveMailServer,
  type TypedServer,
  typedServer,
} from "./mail_server.ts";
import { mailSender } from "./sender.ts";
import { faultSending } from "./smtp.ts";
import { testMail } from "./texts.ts";

export const mailRoutes = routes((on) => {
  on(mail.show, ({ tenants }) => mailServerShown(tenants.provider.read));

  on(mail.test, async ({ tenants, company, person, body: { language, ...typed } }) => ({
    to: await tryServer(tenants, typed, { company, person, language }),
  }));

  on(mail.save, async ({ tenants, company, person, body: { untested, was, language, ...typed } }) => {
    const { provider, keys } = tenants;
    // Before a letter leaves: what somebody else has saved meanwhile is not overwritten anyway.
    refuseIfOther(settingSet(provider.read, PROVIDER_SETS.mail), was, mailServerShown(provider.read));
    if (!untested) await tryServer(tenants, typed, { company, person, language });
    else typedServer(provider.read, typed, keys);
    const by = { by: person, now: Date.now(), was, keys };
    publish(tenants, provider.write((db) => saveMailServer(db, typed, by)));
    return mailServerShown(provider.read);
  });

  on(mail.forget, ({ tenants, person, body: { was } }) => {
    const { provider, keys } = tenants, by = { by: person, now: Date.now(), was, keys };
    publish(tenants, provider.write((db) => forgetMailServer(db, by)));
    return mailServerShown(provider.read);
  });

  on(mail.toConfirm, ({ tenants, company, person }) => {
    const who = { companyId: company.id, userId: person.id };
    return { email: hasMail(tenants) ? emailToConfirm(tenants.provider.read, who) ?? null : null };
  });

  on(mail.confirmAgain, ({ tenants, company, person, body: { language } }) => {
    const again = { companyId: company.id, userId: person.id, name: person.name, language };
    return { email: confirmAgain(tenants, again, new Date()) };
  });

  on(mail.confirm, ({ tenants, body: { token } }) => ({ email: confirmEmail(tenants, token, new Date()) }));
});

/** Sends a test e-mail to the person's own address by a server that is not saved yet, and answers the address. */
async function tryServer(
  tenants: Tenants,
  typed: TypedServer,
  { company, person, language }: { company: Company; person: Session["person"]; language: MailLanguage },
): Promise<string> {
  const { provider, keys } = tenants, server = typedServer(provider.read, typed, keys);
  const { email: to } = userById(company.read, person.id) ?? refuse("ERR_SESSION_EXPIRED");
  const fault = await faultSending(server, { to, ...testMail(language, mailSender(provider.read)) });
  if (fault) refuse("ERR_MAIL_SERVER", { detail: { fault } });
  return to;
}

/** Super users see the settings, and everybody whether there are e-mails. */
function publish(tenants: Tenants, changed: Setting[]): void {
  for (const record of changed) publishToSupers(tenants, "providerSetting", { action: "update", record });
  const hasSwitched = changed.some(({ key }) => key === "smtpHost");
  if (hasSwitched) publishToAll(tenants, "brand", { action: "update", record: brandShown(tenants.provider.read) });
}
