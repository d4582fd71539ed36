import { refuse } from "../contract/errors.ts";
import type { Scope } from "../contract/scopes.ts";
import { type WebhookEvent, webhooks } from "../contract/webhooks.ts";
import { isOutsideBot } from "../outside_bots/holds.ts";
import type { Read } from "../platform/company.ts";
import { routes } from "../platform/routes.ts";
import type { Session } from "../platform/session.ts";
import { deliveryById, listDeliveries, replay } from "./deliveries.ts";
import { checkAddress } from "./check_address.ts";
import { tryOut } from "./runner.ts";
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, replaceSecret, replayFailed } from "./webhooks.ts";

export const webhookRoutes = routes((on) => {
  on(webhooks.list, ({ company }) => listWebhooks(company.read));

  on(webhooks.add, async ({ tenants, company, body, session }) => {
    checkReads(session, body.events);
    await checkAddress(body.url);
    return addWebhook(company, body, tenants.keys, Date.now());
  });

  on(webhooks.change, async ({ company, params, body, session }) => {
    checkReads(session, body.events);
    checkIsNoBots(company.read, session, params.id);
    await checkAddress(body.url);
    const userId = session.token ? null : session.person.id;
    return changeWebhook(company, params.id, body, { userId, now: Date.now() });
  });

  on(webhooks.remove, ({ company, params }) => {
    removeWebhook(company, params.id);
    return {};
  });

  on(webhooks.newSecret, ({ tenants, company, params, session }) => {
    checkIsNoBots(company.read, session, params.id);
    return { secret: replaceSecret(company, params.id, tenants.keys, Date.now()) };
  });

  on(webhooks.test, ({ tenants, company, params }) => tryOut(company, params.id, tenants.keys));

  on(webhooks.deliveries, ({ company, params, query }) => listDeliveries(company.read, params.id, query));
  on(webhooks.delivery, ({ company, params, session }) => {
    const delivery = deliveryById(company.read, params.id);
    checkMayRead(session, delivery.event);
    return delivery;
  });
  on(webhooks.replay, ({ company, params }) => replay(company, params.id, Date.now()));
  on(webhooks.replayFailed, ({ company, params }) => ({ count: replayFailed(company, params.id, Date.now()) }));
});

/** A program is told only of what it may read. */
function checkReads(session: Session, events: readonly WebhookEvent[]): void {
  for (const event of events) checkMayRead(session, event);
}

function checkMayRead({ token }: Session, event: string): void {
  const scope = SCOPE_OF[event.split(".")[0]!];
  if (token && scope && !token.scopes.includes(scope)) refuse("ERR_API_TOKEN_SCOPE", { detail: { scope } });
}

/** A program that may not read tickets leads no outside bot's customers elsewhere. */
function checkIsNoBots(db: Read, session: Session, id: number): void {
  if (isOutsideBot(db, id)) checkMayRead(session, "bot.message");
}

const SCOPE_OF: Record<string, Scope> = {
  message: "tickets",
  bot: "tickets",
  ticket: "tickets",
  contact: "contacts",
  opt_out: "contacts",
};
