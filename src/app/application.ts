import type { Context, Hono } from "hono";
import { authenticate } from "../access/authenticate.ts";
import { authenticateToken, isApiToken } from "../api_tokens/authenticate.ts";
import { auditor } from "../audit/auditor.ts";
import { noteRenewals } from "../audit/renewals.ts";
import { api } from "./api.ts";
import { grounds, pagesOf, waysOf } from "./pages.ts";
import { RunningBackups } from "../backups/running.ts";
import { listCompanies } from "../companies/companies.ts";
import { SHARE_PATH } from "../brand/manifest.ts";
import { manifestRoute } from "../brand/routes.ts";
import { ChatTyping } from "../chats/typing.ts";
import { Refusal } from "../contract/errors.ts";
import { callerOf, isForeign } from "../platform/caller.ts";
import type { Company } from "../platform/company.ts";
import type { Config } from "../platform/config.ts";
import { answerError, type Vars } from "../platform/routes.ts";
import type { Session } from "../platform/session.ts";
import { shopPage } from "../demo/shop.ts";
import { freeOf } from "../doctor/disk.ts";
import { newMetrics } from "../metrics/metrics.ts";
import { answerScrape } from "../metrics/scrape.ts";
import { Presence } from "../presence/presence.ts";
import { forgetScreen, noteAttention } from "../push/attention.ts";
import { tellPush } from "../push/witness.ts";
import { Restorer } from "../restoring/restorer.ts";
import { eventsEndpoint } from "../platform/socket.ts";
import type { Tenants } from "../platform/tenants.ts";
import { VERSION } from "../root.ts";
import { widgetRoutes } from "../webchat/widget_routes.ts";
import { tellWebhooks } from "../webhooks/witness.ts";
import { tellWidgets } from "../webchat/witness.ts";
import { Supervisor } from "../supervisor/supervisor.ts";

/** All that is asked of this server, and who answers it: the screens, the API, the web chat, Prometheus. */
export function application(
  tenants: Tenants,
  supervisor: Supervisor,
  config: Pick<Config, "demo"> & Partial<Config>,
  metrics = newMetrics(tenants, supervisor),
  backups = new RunningBackups(tenants, undefined),
  pages = pagesOf(tenants),
): Hono<Vars> {
  const ways = waysOf(config), app = grounds(ways, metrics.answered);
  app.onError(answerError);
  noteRenewals(tenants);
  tellOthers(tenants, metrics);
  const introduce = (http: Context<Vars>) => {
    http.set("tenants", tenants);
    const caller = callerOf(http, ways);
    http.set("caller", caller);
    http.set("isForeign", isForeign(http, caller, config.publicUrl));
  };
  app.use("/api/*", async (http, next) => {
    introduce(http);
    http.set("auditor", auditor);
    if (http.req.path !== "/api/events") http.set("who", await whoIs(tenants, http.req.header("authorization")));
    await next();
    if (http.req.method !== "GET") await settledBefore(http);
    // What one person read is for no disk and no cache in between; files say for themselves how long they may be kept.
    // Not by `http.header`, which would make the answer anew, its text a stream.
    if (!http.res.headers.has("cache-control")) http.res.headers.set("cache-control", "no-store");
  });
  app.use("/widget/*", async (http, next) => {
    introduce(http);
    await next();
    if (http.req.method !== "GET") await tenants.settled();
  });
  for (const file of ["/widget/frame.js", "/widget/acts.js", "/widget/frame.css"]) {
    app.get(file, (http) => pages.answer(http.req.raw) ?? http.text("Not found", 404));
  }
  app.route("/widget", widgetRoutes(supervisor));
  app.get("/metrics", (http) => answerScrape(http, metrics, config.metricsToken));
  app.get("/api/health", (http) => answerHealth(http, tenants, config.demo));
  app.get("/api/events", eventsOf(supervisor));
  app.route("/api", api(supervisor, new Restorer({ tenants, supervisor }, backups), backups));
  app.all("/api/*", (http) => http.json({ error: "ERR_NOT_FOUND" }, 404));
  app.use("/manifest.webmanifest", (http, next) => {
    http.set("tenants", tenants);
    return next();
  });
  app.route("/", manifestRoute);
  // Where no service worker takes it, as after the browser's data were deleted.
  app.post(SHARE_PATH, (http) => http.redirect(`${SHARE_PATH}?lost`, 303));
  if (config.demo) {
    app.get("/demo-shop", (http) => {
      const page = shopPage(tenants);
      return page ? http.html(page) : http.text("Not found", 404);
    });
  }
  app.get("*", (http) => pages.answer(http.req.raw) ?? http.text("Not found", 404));
  return app;
}

/** Whoever outside is told what companies write: Prometheus, webhooks, devices, web chats. */
function tellOthers(tenants: Tenants, metrics: ReturnType<typeof newMetrics>): void {
  const toPush = tellPush(tenants);
  tenants.witness = (...written) => {
    metrics.witness(...written);
    tellWebhooks(...written);
    toPush(...written);
    tellWidgets(...written);
  };
}

/** The stream of events of one screen, and what screens say by it: who is there, who types, what is looked at. */
function eventsOf(supervisor: Supervisor) {
  const presence = new Presence(supervisor), chatTyping = new ChatTyping();
  return eventsEndpoint(authenticate, {
    came: ({ company, person }) => emitPresence(company, person),
    left: ({ company, person }) => emitPresence(company, person),
    said: (session, frame, screen) => {
      presence.said(session, frame, screen);
      chatTyping.said(session, frame, screen);
      noteAttention(session, frame, screen);
    },
    closed: (screen) => {
      presence.left(screen);
      chatTyping.left(screen);
      forgetScreen(screen);
    },
  });
}

/** Nobody is told that something is done before it is on the disk. */
async function settledBefore({ var: { who, tenants } }: Context<Vars>): Promise<void> {
  const isOnesOwn = who !== undefined && !(who instanceof Refusal) && !who.person.super;
  await (isOnesOwn ? who.company : tenants).settled();
}

/** With less room (bytes) hardly anything can be written: nobody logs in, and no message is taken. */
const NO_ROOM = 1_048_576;

/**
 * Everybody is told whether all is served, some companies are down or nothing can be written, or nothing is served at all.
 * Only the last is no 200: whoever spreads requests over servers by it would take the server from the companies that it
 * serves. Which are down, and why, is told to super users.
 */
function answerHealth(http: Context<Vars>, tenants: Tenants, demo: boolean | undefined): Response {
  if (tenants.outage !== undefined) return http.json({ status: "unavailable", ...isDemo(demo) }, 503);
  // Also whose folder is gone.
  const ids = listCompanies(tenants).map(({ id }) => id), down = ids.filter((id) => tenants.quarantine.has(id));
  const isDegraded = down.length > 0 || freeOf(tenants.folder).free < NO_ROOM;
  const said = { status: isDegraded ? "degraded" : "ok", ...isDemo(demo) }, { who } = http.var;
  if (who instanceof Refusal || !who.person.super) return http.json(said);
  const quarantined = Object.fromEntries(down.map((id) => [id, tenants.quarantine.get(id)]));
  return http.json({ ...said, version: VERSION, companies: ids.length, quarantined });
}

/** That it is a demonstration is no secret of anybody's, and its screens ask for it. */
function isDemo(demo: boolean | undefined): { demo?: true } {
  return demo ? { demo: true } : {};
}

async function whoIs(tenants: Tenants, header: string | undefined): Promise<Session | Refusal> {
  try {
    const token = /^Bearer\s+(\S+)\s*$/i.exec(header ?? "")?.[1];
    return token !== undefined && isApiToken(token)
      ? authenticateToken(tenants, token, new Date())
      : await authenticate(tenants, token);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** A colleague came online, or the last of their screens was closed. */
function emitPresence({ hub }: Company, { id, name }: { id: number; name: string }): void {
  hub.publish("user", { action: "update", record: { id, name, online: hub.isPresent(id) } });
}
