import { type Context, Hono } from "hono";
import { companyRow, isAtWork } from "../companies/companies.ts";
import { checkStorage, storageLeft } from "../companies/limits.ts";
import { isVisited, type VisitedSession } from "../channels/channel.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import {
  VisitorAbout,
  WidgetDraft,
  WidgetLanguage,
  WidgetMarks,
  type WidgetPage,
  WidgetReaction,
} from "../contract/widget.ts";
import { mediaById } from "../messages/change.ts";
import { networkOf } from "../platform/caller.ts";
import type { Company } from "../platform/company.ts";
import { mediaPath, serveFile } from "../platform/media.ts";
import type { Vars } from "../platform/routes.ts";
import { readJson, readWhole } from "../platform/read_request.ts";
import { discard, readMultipart } from "../platform/upload.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { checkFileAddress, fileAddress } from "./file_address.ts";
import { handOver } from "./handover.ts";
import { LARGEST_FILE_OF_VISITOR } from "../shared/limits.ts";
import { WidgetLimits } from "./limits.ts";
import { liveEndpoint } from "./live.ts";
import { markMessages } from "./marks.ts";
import { askThere, movedTo } from "./moved_widget.ts";
import { framePage, framePolicy, startOf } from "./page.ts";
import { receiveFromVisitor } from "./receive.ts";
import { Screens } from "./screens.ts";
import { servingOf } from "./serving.ts";
import type { VisitorRow, WebchatRow } from "./table.ts";
import { type Chat, isOfConnection, messageIn, pageOf } from "./thread.ts";
import { addressOf, beginVisit, visitorBy } from "./visitors.ts";
import { ownerOf, webchatOf } from "./webchats.ts";

/** Where a widget is at home: a connection of a company. */
interface Home {
  company: Company;
  webchat: WebchatRow;
}

/** What widgets on other people's pages ask, below /widget. Who asks is nobody's user: a visitor, by what their browser keeps. */
export function widgetRoutes(supervisor: Supervisor): Hono<Vars> {
  const app = new Hono<Vars>({ strict: false });
  const limits = new WidgetLimits(), screens = new Screens();
  app.use(async (http, next) => {
    // The frame is a page of ours, so that no other page has any business here.
    if (http.var.isForeign && (http.req.method !== "GET" || http.req.header("upgrade"))) refuse("ERR_FOREIGN_ORIGIN");
    const elsewhere = movedTo(http);
    if (elsewhere) return await askThere(http, elsewhere);
    await next();
    if (!http.res.headers.has("cache-control")) http.res.headers.set("cache-control", "no-store");
  });
  app.get("/:key{[A-Za-z0-9_-]{16}}", (http) => {
    limits.pages.countOrRefuse(networkOf(http.var.caller.address), Date.now());
    const home = homeOf(http), { tenants } = http.var;
    const isOpen = sessionOf(http, supervisor, home) !== undefined;
    return http.html(framePage(startOf(tenants, home.company, home.webchat, isOpen)), 200, {
      "content-security-policy": framePolicy(home.webchat.origins),
      "cache-control": "no-cache",
    });
  });
  answerVisitors(app, supervisor, limits);
  answerFiles(app);
  app.get("/:key/live", (http, next) => {
    const home = homeOf(http);
    openSession(http, supervisor, home);
    return liveEndpoint({
      screens,
      chatBy: (shown) => {
        const session = openSession(http, supervisor, home);
        return { session, chat: chatOf(http, home, visitorShowing(http, limits, home, shown)) };
      },
    })(http, next);
  });
  app.all("*", (http) => http.json({ error: "ERR_NOT_FOUND" }, 404));
  return app;
}

function answerVisitors(app: Hono<Vars>, supervisor: Supervisor, limits: WidgetLimits): void {
  app.post("/:key/visitors", async (http) => {
    const now = Date.now(), home = homeOf(http);
    openSession(http, supervisor, home);
    limits.begins.countOrRefuse(networkOf(http.var.caller.address), now);
    limits.beginsOfAll.countOrRefuse(home.webchat.key, now);
    const about = await readJson(http, VisitorAbout);
    return http.json({ visitor: beginVisit(home.company, http.var.tenants.keys, home.webchat, about, now) });
  });

  app.get("/:key/messages", (http) => {
    const { chat } = asked(http, limits);
    const before = http.req.query("before");
    const page = pageOf(chat, before && /^\d{1,15}$/.test(before) ? Number(before) : undefined);
    return http.json({ ...page, serving: servingOf(chat) } satisfies WidgetPage);
  });

  app.post("/:key/messages", async (http) => {
    const now = Date.now(), { chat, visitor, home } = asked(http, limits);
    const session = openSession(http, supervisor, home);
    limits.messages.countOrRefuse(visitor.id, now);
    limits.messagesOfAddress.countOrRefuse(networkOf(http.var.caller.address), now);
    if (!isForm(http)) {
      return http.json(receiveFromVisitor(chat, session, visitor, { draft: await readJson(http, WidgetDraft) }, now));
    }
    limits.files.countOrRefuse(visitor.id, now);
    limits.filesOfAddress.countOrRefuse(networkOf(http.var.caller.address), now);
    return http.json(await takeFile(http, { chat, session, visitor }, now));
  });

  app.post("/:key/marks", async (http) => {
    const { chat, home } = asked(http, limits);
    markMessages(chat, openSession(http, supervisor, home), await readJson(http, WidgetMarks));
    return http.json({});
  });

  app.post("/:key/reactions", async (http) => {
    const { chat, visitor, home } = asked(http, limits), session = openSession(http, supervisor, home);
    limits.reactions.countOrRefuse(visitor.id, Date.now());
    const { id, emoji } = await readJson(http, WidgetReaction);
    const { wid } = messageIn(chat, id) ?? refuse("ERR_NO_MESSAGE_FOUND");
    session.happened({ what: "reaction", chat: addressOf(visitor.id), wid, who: "them", emoji, at: Date.now() });
    chat.company.signals.emit("visitors", { connectionId: chat.connectionId, jid: chat.jid, wids: [wid] });
    return http.json({});
  });

  app.post("/:key/handover", (http) => {
    const { visitor, home } = asked(http, limits);
    openSession(http, supervisor, home);
    const language = WidgetLanguage.parse(http.req.query("lang"));
    return http.json({ url: handOver(home.company, home.webchat, visitor, language, Date.now()) });
  });
}

interface FromVisitor {
  chat: Chat;
  session: VisitedSession;
  visitor: VisitorRow;
}

async function takeFile(http: Context<Vars>, { chat, session, visitor }: FromVisitor, now: number) {
  const { company } = chat, { tenants } = http.var;
  const { fields, files } = await readMultipart(http.req.raw, company, {
    field: "medias",
    admit: () => storageLeft(tenants, company),
    largest: LARGEST_FILE_OF_VISITOR,
  });
  try {
    const [file, ...more] = files;
    if (!file || more.length > 0) {
      refuse("ERR_INVALID_INPUT", { fields: { medias: more.length ? "too_long" : "required" } });
    }
    checkStorage(tenants, company, file.size);
    return receiveFromVisitor(chat, session, visitor, { draft: readWhole(WidgetDraft, fields), file }, now);
  } finally {
    await discard(files);
  }
}

function answerFiles(app: Hono<Vars>): void {
  app.get("/:key/files/:id{[1-9][0-9]{0,14}}", (http) => {
    const { company, webchat } = homeOf(http), messageId = Number(http.req.param("id"));
    const right = { key: webchat.key, companyId: company.id, messageId };
    checkFileAddress(http.var.tenants.keys, right, http.req.query(), Date.now());
    const media = mediaById(company.read, messageId);
    if (!media?.file || !isOfConnection(company.read, webchat.connectionId, messageId)) refuse("ERR_NO_MESSAGE_FOUND");
    return serveFile(http.req.raw, mediaPath(company, media.file), media);
  });
}

/** Whose chat the address names; ERR_NOT_FOUND for a key that nobody has, and for one whose connection is gone. */
function homeOf(http: Context<Vars>): Home {
  const { tenants } = http.var;
  const owner = ownerOf(tenants, http.req.param("key") ?? "") ?? refuse("ERR_NOT_FOUND");
  if ((companyRow(tenants, owner.companyId)?.removedAt ?? null) !== null) refuse("ERR_NOT_FOUND");
  const company = tenants.company(owner.companyId);
  try {
    return { company, webchat: webchatOf(company.read, owner.connectionId) };
  } catch (error) {
    if (error instanceof Refusal && error.code === "ERR_NO_WAPP_FOUND") refuse("ERR_NOT_FOUND");
    throw error;
  }
}

/** The connection while it runs and its company is at work: a company that cannot answer takes nothing, and says so. */
function sessionOf(
  http: Context<Vars>,
  supervisor: Supervisor,
  { company, webchat }: Home,
): VisitedSession | undefined {
  if (!isAtWork(companyRow(http.var.tenants, company.id), new Date())) return undefined;
  const session = supervisor.find(company, webchat.connectionId);
  return isVisited(session) && session.state.status === "CONNECTED" ? session : undefined;
}

function openSession(http: Context<Vars>, supervisor: Supervisor, home: Home): VisitedSession {
  return sessionOf(http, supervisor, home) ?? refuse("ERR_COMPANY_UNAVAILABLE");
}

/** A visitor's request: who it is, and the one chat that is theirs. */
function asked(http: Context<Vars>, limits: WidgetLimits) {
  const home = homeOf(http);
  const shown = /^Bearer\s+(\S+)\s*$/i.exec(http.req.header("authorization") ?? "")?.[1] ?? "";
  const visitor = visitorShowing(http, limits, home, shown);
  limits.calls.countOrRefuse(visitor.id, Date.now());
  return { home, visitor, chat: chatOf(http, home, visitor) };
}

function visitorShowing(
  http: Context<Vars>,
  limits: WidgetLimits,
  { company, webchat }: Home,
  shown: string,
): VisitorRow {
  const { tenants, caller } = http.var, from = networkOf(caller.address), now = Date.now();
  if (limits.strangers.isReached(from, now)) limits.strangers.countOrRefuse(from, now);
  try {
    return visitorBy(company, tenants.keys, webchat.connectionId, shown);
  } catch (error) {
    limits.strangers.count(from, now);
    throw error;
  }
}

function chatOf(http: Context<Vars>, { company, webchat }: Home, { id }: VisitorRow): Chat {
  const { keys } = http.var.tenants, { key, connectionId } = webchat;
  return {
    company,
    connectionId,
    visitorId: id,
    jid: addressOf(id).jid,
    fileUrl: (messageId) => fileAddress(keys, { key, companyId: company.id, messageId }, Date.now()),
  };
}

function isForm(http: Context<Vars>): boolean {
  return /^multipart\/form-data\s*;/i.test(http.req.header("content-type") ?? "");
}
