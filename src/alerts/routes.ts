import { type AlertPosted, alerts } from "../contract/alerts.ts";
import { refuse } from "../contract/errors.ts";
import type { MailLanguage } from "../contract/mail.ts";
import { linkTo, mailServer } from "../mail/mail_server.ts";
import { mailSender } from "../mail/sender.ts";
import { faultSending } from "../mail/smtp.ts";
import type { MailText } from "../mail/texts.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { userById } from "../users/users.ts";
import { checkAddress } from "../webhooks/check_address.ts";
import { deliver } from "../webhooks/deliver.ts";
import { alertSecret, alertSettings, saveAlertSettings } from "./settings.ts";
import { HEALTH, newPost } from "./tell.ts";
import { alertTestMail } from "./texts.ts";

export const alertRoutes = routes((on) => {
  on(alerts.show, ({ tenants }) => alertSettings(tenants));

  on(alerts.save, async ({ tenants, person, body }) => {
    if (body.url) await checkAddress(body.url);
    const { provider, keys } = tenants, by = { by: person, now: Date.now(), keys };
    const changed = provider.write((db) => saveAlertSettings(db, body, by));
    for (const record of changed) publishToSupers(tenants, "providerSetting", { action: "update", record });
    return alertSettings(tenants);
  });

  on(alerts.test, async ({ tenants, company, person, body: { byMail, url, language } }) => {
    if (url) await checkAddress(url);
    const { email: to } = userById(company.read, person.id) ?? refuse("ERR_SESSION_EXPIRED");
    const server = byMail ? mailServer(tenants.provider.read, tenants.keys) : undefined;
    // Whoever waits for both waits no longer than for the slower one.
    const [fault, posted] = await Promise.all([
      server && faultSending(server, { to, ...testMailIn(tenants, language) }),
      url ? postTest(tenants, url, new Date()) : null,
    ]);
    if (fault) refuse("ERR_MAIL_SERVER", { detail: { fault, posted } });
    return { mailedTo: server ? to : null, posted };
  });
});

function testMailIn({ provider: { read } }: Tenants, language: MailLanguage): MailText {
  return alertTestMail(language, mailSender(read), linkTo(read, HEALTH));
}

async function postTest(tenants: Tenants, url: string, now: Date): Promise<AlertPosted> {
  const { messageId: id, payload } = newPost({ type: "alert.test", data: {} }, now);
  const { status, said } = await deliver({ url, secrets: [alertSecret(tenants)], id, payload }, now.getTime());
  return { status, said };
}
