import type { Context, Hono, Next } from "hono";
import { EndedToken } from "../api_tokens/authenticate.ts";
import { Pace } from "../api_tokens/pace.ts";
import { companyRow } from "../companies/companies.ts";
import { checkStorage, storageLeft } from "../companies/limits.ts";
import { kindById } from "../connections/connections.ts";
import { ERRORS, Refusal, refuse } from "../contract/errors.ts";
import { sendApi } from "../contract/send_api.ts";
import { templatesOf } from "../meta/templates.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { type Asked, routes, type Vars } from "../platform/routes.ts";
import type { TokenCaller } from "../platform/session.ts";
import type { Tenants } from "../platform/tenants.ts";
import { defaultConnection } from "../tickets/connection_for.ts";
import { dayIn, startOfDay } from "../shared/clock.ts";
import { accept, fingerprintOf } from "./accept.ts";
import { receiverOf } from "./check.ts";
import type { Wanted } from "./coming.ts";
import { dryRun } from "./dry_run.ts";
import { cancelRequest, fateById, listRequests, noteRefused } from "./fate.ts";
import type { Network } from "./runner.ts";
import { emitRequests } from "./take.ts";

/** As the scripts of the field expect it (reference/official-channels.md). */
const SENT = "Mensagem enviada", SCHEDULED = "Mensagem agendada";

export function sendApiRoutes(network: Network): Hono<Vars> {
  const app = routes((on) => {
    on(sendApi.send, (asked) => answerSend(asked, network), ({ tenants, company }) => storageLeft(tenants, company));

    on(sendApi.fate, ({ company, params, session }) => fateById(company.read, params.id, session.token!, Date.now()));

    on(sendApi.cancel, ({ company, params, session }) => cancelRequest(company, params.id, session.token!, Date.now()));

    on(sendApi.requests, ({ tenants, company, query }) => {
      const { timeZone } = companyRow(tenants, company.id)!, now = Date.now();
      return listRequests(company.read, query, { now, today: startOfDay(timeZone, dayIn(timeZone, now)) });
    });
  });
  return watched(app);
}

async function answerSend(
  { tenants, company, session, body, files, http }: Asked<typeof sendApi.send>,
  network: Network,
) {
  const caller = session.token!, at = Date.now(), { timeZone } = companyRow(tenants, company.id)!;
  const named = {
    kind: kindOf(body, files.length),
    number: receiverOf(body.number ?? ""),
    fileName: files[0]?.name ?? "",
  };
  http.set("asked" as never, named as never);
  if (files.length > 0) checkStorage(tenants, company, files.reduce((sum, { size }) => sum + size, 0));
  if (body.template) await learnTemplates(tenants, company, caller.connectionId ?? body.whatsappId);
  const coming = { caller, wanted: body, files, at, keys: tenants.keys };
  if (body.dryRun) return { mensagem: "", dryRun: true as const, ...await dryRun(company, coming, network) };
  const text = keyOf(http);
  const key = text === undefined ? undefined : { text, fingerprint: await fingerprintOf(body, files) };
  const { ids, isRepeated } = accept(company, { ...coming, key, address: http.var.caller.address, timeZone });
  if (key) http.status(202);
  if (isRepeated) http.header("idempotent-replayed", "true");
  else {
    company.signals.emit("api", {});
    company.write((_, emit) => emitRequests(emit));
  }
  const [id] = ids as [number];
  const said = fateById(company.read, id, caller, at), mensagem = said.fate === "scheduled" ? SCHEDULED : SENT;
  return { mensagem, ...said, ...(ids.length > 1 ? { ids } : {}) };
}

/** Programs need not have looked at the list before: it is asked for where it is old. Without an answer what is known counts. */
async function learnTemplates(tenants: Tenants, company: Company, chosen: number | null | undefined): Promise<void> {
  const connectionId = chosen ?? defaultConnection(company.read);
  if (kindById(company.read, connectionId) !== "cloud") return;
  await templatesOf(tenants, company, connectionId, false).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

function kindOf({ reaction, mediaUrl }: Wanted, files: number): "text" | "media" | "reaction" {
  if (reaction) return "reaction";
  return files > 0 || mediaUrl !== undefined ? "media" : "text";
}

function keyOf(http: Context): string | undefined {
  const key = http.req.header("idempotency-key");
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) refuse("ERR_INVALID_INPUT", { fields: { "Idempotency-Key": "invalid" } });
  return key;
}

/** What is noted of one token's refused requests a minute at most: who floods us does not fill the company's file. */
const NOTED_A_MINUTE = 10;

/** Keeps repeats of a request from overtaking it, and notes what is refused. */
function watched(app: Hono<Vars>): Hono<Vars> {
  const outer = routes(() => {});
  const noting = new Pace(), underWay = new Set<string>();
  outer.post("/messages/send", async (http: Context<Vars>, next: Next) => {
    const began = Date.now(), key = keyUnderWay(http);
    const isFree = key === undefined || !underWay.has(key);
    if (key !== undefined && isFree) underWay.add(key);
    try {
      if (!isFree) {
        http.header("retry-after", "1");
        refuse("ERR_IDEMPOTENCY_UNDER_WAY");
      }
      await next();
      if (http.error) noteRefusal(http, http.error, began, noting);
    } catch (error) {
      noteRefusal(http, error, began, noting);
      throw error;
    } finally {
      if (key !== undefined && isFree) underWay.delete(key);
    }
  });
  outer.route("/", app);
  return outer;
}

function keyUnderWay(http: Context<Vars>): string | undefined {
  const key = http.req.header("idempotency-key"), { who } = http.var;
  return key === undefined || who instanceof Refusal || !who.token
    ? undefined
    : `${who.company.id}/${who.token.owner}/${key}`;
}

/** A request that was refused stands in the company's list, as far as one knows whose it was. */
function noteRefusal(http: Context<Vars>, error: unknown, began: number, noting: Pace): void {
  const whose = behind(http.var.who);
  if (!(error instanceof Refusal) || !whose) return;
  const { company, caller } = whose;
  try {
    noting.count(`${company.id}/${caller.owner}`, NOTED_A_MINUTE, began);
    const named = http.get("asked" as never) as Record<string, never> | undefined;
    noteRefused(company, {
      ...{ at: began, owner: caller.owner, tokenName: caller.name, address: http.var.caller.address },
      ...{ status: ERRORS[error.code], error: error.code, duration: Date.now() - began, ...named },
    });
  } catch (fault) {
    if (!(fault instanceof Refusal)) {
      log.error("A refused request could not be noted", { company: company.id, error: fault });
    }
  }
}

function behind(
  who: Vars["Variables"]["who"],
): { company: Company; caller: Pick<TokenCaller, "owner" | "name"> } | undefined {
  if (who instanceof EndedToken) return { company: who.company, caller: who.caller };
  return who instanceof Refusal || !who.token ? undefined : { company: who.company, caller: who.token };
}
