import { BlockList } from "node:net";
import { Cron } from "croner";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { authenticate } from "../access/authenticate.ts";
import { authenticateToken, isApiToken } from "../api_tokens/authenticate.ts";
import { auditor } from "../audit/auditor.ts";
import { noteRenewals } from "../audit/renewals.ts";
import { api } from "./api.ts";
import { BRAND_PATH, brandShown } from "../brand/brand.ts";
import { brandedPage, manifestOf } from "../brand/page.ts";
import { ChatTyping } from "../chats/typing.ts";
import { ListChecker } from "../campaigns/check_lists.ts";
import { CampaignRunner } from "../campaigns/runner.ts";
import { endInterrupted, stopImports } from "../contact_lists/imports.ts";
import { companyRow, idsAtWork, removedCompanies } from "../companies/companies.ts";
import { pointTo } from "../channels/whatsapp/trust.ts";
import { checkStorage } from "../companies/limits.ts";
import { Refusal } from "../contract/errors.ts";
import { type Clock, JOBS } from "./jobs.ts";
import { callerOf, isForeign } from "../platform/caller.ts";
import type { Company } from "../platform/company.ts";
import { BadCommand, type Config } from "../platform/config.ts";
import { type OpenFolder, openFolder } from "../platform/data_folder.ts";
import { allowInner } from "../platform/inner_network.ts";
import { log } from "../platform/log.ts";
import { answerError, type Session, type Vars } from "../platform/routes.ts";
import { heedInnerHosts } from "../provider_settings/provider_settings.ts";
import { Presence } from "../presence/presence.ts";
import { eventsEndpoint } from "../platform/socket.ts";
import type { Tenants } from "../platform/tenants.ts";
import { webFiles } from "../platform/web_files.ts";
import { ROOT, VERSION } from "../root.ts";
import { WebhookRunner } from "../webhooks/runner.ts";
import { tellWebhooks } from "../webhooks/witness.ts";
import { ApiRunner } from "../send_api/runner.ts";
import { VIDEO_HOST } from "../shared/video.ts";
import { Supervisor } from "../supervisor/supervisor.ts";

export interface Server {
  /** Where it listens: http://127.0.0.1:3000 */
  address: string;
  port: number;
  tenants: Tenants;
  supervisor: Supervisor;
  stop(): Promise<void>;
}

/** Opens the data folder and serves it, until `stop`. */
export async function serve(config: Config, folder = openFolder(config.data)): Promise<Server> {
  try {
    return await serveFolder(config, folder);
  } catch (error) {
    folder.close();
    throw error;
  }
}

async function serveFolder(config: Config, { tenants, close }: OpenFolder): Promise<Server> {
  pointTo(config.whatsappUrl ? { url: config.whatsappUrl, ca: readCa(config.whatsappCa) } : undefined);
  if (config.innerHosts) allowInner(config.innerHosts);
  heedInnerHosts(tenants.provider.read);
  const companies = tenants.checkAll(idsOf(tenants));
  endInterrupted(companies);
  const supervisor = new Supervisor(tenants);
  const app = application(tenants, supervisor, config);
  const http = listen(config, app);
  const { port, hostname } = http.addr;
  const address = `http://${hostname === "0.0.0.0" || hostname === "::" ? "127.0.0.1" : hostname}:${port}`;
  log.info(`Balcão ${VERSION} serves ${companies.length} companies at ${config.publicUrl ?? address}`);
  const campaigns = new CampaignRunner(supervisor, tenants.keys);
  const apiRunner = new ApiRunner(supervisor, tenants.keys, (company, bytes) => checkStorage(tenants, company, bytes));
  const webhooks = new WebhookRunner(tenants.keys);
  const listChecks = new ListChecker(campaigns.checks);
  const clock = startClock({ tenants, supervisor, campaigns, listChecks, apiRunner, webhooks });
  if (companies.length === 0) {
    log.warn(`${config.data} has no company yet: balcao company add NAME --data ${config.data}`);
  }
  const started = supervisor.startAll(companies);
  return {
    address,
    port,
    tenants,
    supervisor,
    async stop() {
      for (const job of clock) job.stop();
      campaigns.close();
      webhooks.close();
      await stopImports();
      await supervisor.closeAll();
      await started;
      await Promise.race([http.shutdown(), new Promise((resolve) => setTimeout(resolve, 1000))]);
      close();
    },
  };
}

export function application(
  tenants: Tenants,
  supervisor: Supervisor,
  config: Pick<Config, "demo"> & Partial<Config>,
): Hono<Vars> {
  const app = new Hono<Vars>({ strict: false });
  const ways = { publicUrl: config.publicUrl, trusted: config.trustedProxies ?? new BlockList() };
  const pages = webFiles(`${ROOT}/web/dist`, brandedPage(tenants));
  app.onError(answerError);
  app.use(policies());
  // A made-up Host header makes an address that nothing can read; strangers must not fill the log with it.
  app.use((http, next) => {
    if (URL.canParse(http.req.url)) return next();
    return Promise.resolve(http.json({ error: "ERR_INVALID_INPUT" }, 400, { "cache-control": "no-store" }));
  });
  noteRenewals(tenants);
  tenants.witness = tellWebhooks;
  const presence = new Presence(supervisor), chatTyping = new ChatTyping();
  const events = eventsEndpoint(authenticate, {
    came: ({ company, person }) => emitPresence(company, person),
    left: ({ company, person }) => emitPresence(company, person),
    said: (session, frame, screen) => {
      presence.said(session, frame, screen);
      chatTyping.said(session, frame, screen);
    },
    closed: (screen) => {
      presence.left(screen);
      chatTyping.left(screen);
    },
  });
  app.use("/api/*", async (http, next) => {
    http.set("tenants", tenants);
    http.set("auditor", auditor);
    const caller = callerOf(http, ways);
    http.set("caller", caller);
    http.set("isForeign", isForeign(http, caller, config.publicUrl));
    if (http.req.path !== "/api/events") http.set("who", await whoIs(tenants, http.req.header("authorization")));
    await next();
    // What one person read is for no disk and no cache in between; files say for themselves how long they may be kept.
    if (!http.res.headers.has("cache-control")) http.header("cache-control", "no-store");
  });
  app.get("/api/health", (http) => answerHealth(http, tenants, config.demo));
  app.get("/api/events", events);
  app.route("/api", api(supervisor));
  app.all("/api/*", (http) => http.json({ error: "ERR_NOT_FOUND" }, 404));
  app.get("/manifest.webmanifest", (http) => {
    const headers = { "content-type": "application/manifest+json", "cache-control": "no-cache" };
    return http.body(JSON.stringify(manifestOf(brandShown(tenants.provider.read))), 200, headers);
  });
  app.get("*", (http) => pages(http.req.raw) ?? http.text("Not found", 404));
  return app;
}

/** What browsers may do with what they get. */
function policies(): MiddlewareHandler<Vars> {
  const always = { crossOriginResourcePolicy: "same-origin", referrerPolicy: "same-origin" } as const;
  const onPages = secureHeaders({
    ...always,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", "blob:", "data:"],
      mediaSrc: ["'self'", "blob:"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      // 'self' covers ws: and wss: of the same host (CSP3 §6.7.2.8).
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      workerSrc: ["'self'", "blob:"],
      // The films of the help page, once somebody presses.
      frameSrc: [VIDEO_HOST],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
    },
  });
  // What a customer sent has a stricter policy of its own.
  const onMedia = secureHeaders(always);
  // The logo is in e-mails, which other people's pages show.
  const onBrand = secureHeaders({ ...always, crossOriginResourcePolicy: "cross-origin" });
  return (http, next) => {
    const { path } = http.req;
    if (path.startsWith(`${BRAND_PATH}/`)) return onBrand(http, next);
    return (/^\/api\/(?:media|public)\//.test(path) ? onMedia : onPages)(http, next);
  };
}

function answerHealth(http: Context<Vars>, tenants: Tenants, demo: boolean | undefined): Response {
  const isOut = tenants.outage !== undefined;
  // That it is a demonstration is no secret of anybody's, and its screens ask for it.
  const well = { status: isOut ? "unavailable" : "ok", ...(demo ? { demo: true } : {}) };
  const { who } = http.var;
  if (who instanceof Refusal || !who.person.super) return http.json(well, isOut ? 503 : 200);
  const quarantined = Object.fromEntries(tenants.quarantine);
  const status = isOut ? "unavailable" : tenants.quarantine.size > 0 ? "damaged" : "ok";
  return http.json(
    { ...well, status, version: VERSION, companies: idsOf(tenants).length, quarantined },
    isOut ? 503 : 200,
  );
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

function listen({ port, host }: Config, app: Hono<Vars>): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve(
      { port, hostname: host, automaticCompression: true, onListen: () => {} },
      (request, info) => app.fetch(request, info),
    );
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new BadCommand(`Port ${port} is in use: stop the other program, or choose another with --port`);
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new BadCommand(`Port ${port} may not be used by this user: choose one above 1023 with --port`);
    }
    throw new BadCommand(`${host} cannot be listened on: choose an address of this machine with --host (${error})`);
  }
}

type Workers = Pick<Clock, "tenants" | "supervisor" | "campaigns" | "listChecks" | "apiRunner" | "webhooks">;

function startClock(workers: Workers): Cron[] {
  const { tenants } = workers;
  const clock = {
    ...workers,
    companies: () => servedCompanies(tenants),
    companiesAtWork: (now: Date) =>
      tenants.outage !== undefined
        ? []
        : idsAtWork(tenants, now).filter((id) => !tenants.quarantine.has(id)).map((id) => tenants.company(id)),
    timeZoneOf: ({ id }: Company) => companyRow(tenants, id)!.timeZone,
  };
  return JOBS.map(({ name, when, run }) =>
    new Cron(
      when,
      { protect: true, catch: (error) => log.error(`Job failed: ${name}`, { error }) },
      async () => await run(clock, new Date()),
    )
  );
}

function servedCompanies(tenants: Tenants): Company[] {
  if (tenants.outage !== undefined) return [];
  return idsOf(tenants).filter((id) => !tenants.quarantine.has(id)).map((id) => tenants.company(id));
}

/** The folders of all companies, but of those that are removed. */
function idsOf(tenants: Tenants): number[] {
  const removed = removedCompanies(tenants);
  return tenants.ids().filter((id) => !removed.has(id));
}

function readCa(path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    throw new BadCommand(`BALCAO_WHATSAPP_CA: ${path} cannot be read: ${(error as Error).message}`);
  }
}
