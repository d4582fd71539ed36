import { alerts } from "../contract/alerts.ts";
import { refuse } from "../contract/errors.ts";
import { hasMail, linkTo } from "../mail/mail_server.ts";
import { queueMail } from "../mail/queue.ts";
import { mailSender } from "../mail/sender.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import { routes } from "../platform/routes.ts";
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
    const { provider, keys } = tenants, now = new Date();
    if (url) await checkAddress(url);
    const { email: to } = userById(company.read, person.id) ?? refuse("ERR_SESSION_EXPIRED");
    const isMailed = byMail && hasMail(tenants);
    if (isMailed) {
      provider.write((db) => {
        const text = alertTestMail(language, mailSender(db), linkTo(db, HEALTH));
        queueMail(db, { kind: "alert", language, to, ...text }, { keys, now });
      });
    }
    const { messageId: id, payload } = newPost({ type: "alert.test", data: {} }, now);
    const answered = url ? await deliver({ url, secrets: [alertSecret(tenants)], id, payload }, now.getTime()) : null;
    const posted = answered && { status: answered.status, said: answered.said };
    return { mailedTo: isMailed ? to : null, posted };
  });
});
