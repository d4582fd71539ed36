import { refuse } from "../contract/errors.ts";
import type { Scope } from "../contract/scopes.ts";
import { type WebhookEvent, webhooks } from "../contract/webhooks.ts";
import { NoAnswer } from "../platform/ask_outside.ts";
import { outerAddresses } from "../platform/inner_network.ts";
import { routes, type Session } from "../platform/routes.ts";
import { deliveryById, listDeliveries, replay } from "./deliveries.ts";
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
    await checkAddress(body.url);
    const userId = session.token ? null : session.person.id;
    return changeWebhook(company, params.id, body, { userId, now: Date.now() });
  });

  on(webhooks.remove, ({ company, params }) => {
    removeWebhook(company, params.id);
    return {};
  });

  on(webhooks.newSecret, ({ tenants, company, params }) => ({
    secret: replaceSecret(company, params.id, tenants.keys, Date.now()),
  }));

  on(webhooks.test, ({ tenants, company, params }) => tryOut(company, params.id, tenants.keys));

  on(webhooks.deliveries, ({ company, params, query }) => listDeliveries(company.read, params.id, query));
  on(webhooks.delivery, ({ company, params }) => deliveryById(company.read, params.id));
  on(webhooks.replay, ({ company, params }) => replay(company, params.id, Date.now()));
  on(webhooks.replayFailed, ({ company, params }) => ({ count: replayFailed(company, params.id, Date.now()) }));
});

/** A program is told only of what it may read. */
function checkReads({ token }: Session, events: readonly WebhookEvent[]): void {
  for (const event of token ? events : []) {
    const scope = SCOPE_OF[event.split(".")[0]!];
    if (scope && !token!.scopes.includes(scope)) refuse("ERR_API_TOKEN_SCOPE", { detail: { scope } });
  }
}

const SCOPE_OF: Record<string, Scope> = {
  message: "tickets",
  ticket: "tickets",
  contact: "contacts",
  opt_out: "contacts",
};

/** An address inside is refused at once; one whose name is not known today may be known tomorrow. */
async function checkAddress(url: string): Promise<void> {
  try {
    await outerAddresses(url);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (/inner/.test(error.message)) refuse("ERR_WEBHOOK_ADDRESS", { fields: { url: "invalid" } });
  }
}
