import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { keepNotice } from "../channels/graph/notices.ts";
import { type Part, partsOf } from "../channels/graph/parts.ts";
import { addressMovedTo } from "../companies/moved.ts";
import { removedCompanies } from "../companies/companies.ts";
import { kindById } from "../connections/connections.ts";
import { refuse } from "../contract/errors.ts";
import { forward } from "../platform/forward.ts";
import type { Company, Write } from "../platform/company.ts";
import { lentFile } from "../platform/lent_files.ts";
import { RareWarning } from "../platform/rare_warning.ts";
import type { Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { metaApp } from "./app.ts";
import { lineOf } from "./lines.ts";
import { Together } from "./together.ts";

/** Meta's notices have at most 3 MB (Meta: "Webhooks"). */
const LONGEST = 4_000_000;
/** For so long (ms) the whole of one may take to arrive. */
const PATIENCE = 10_000;
const SIGNATURE = /^sha256=[0-9a-f]{64}$/;

const passedOver = new RareWarning("Meta told of an account that nobody has", {});
const gone = new RareWarning("Meta told of a company that is no more", {});
const together = new WeakMap<Tenants, Together>();

/**
 * What Meta tells. It is written down before it is answered, so that nothing is lost by whatever comes after; Meta repeats
 * what was not answered with 200, for up to seven days.
 */
export const metaNoticeRoutes = new Hono<Vars>()
  .get("/meta/notices", (http) => {
    const { "hub.mode": mode, "hub.verify_token": token = "", "hub.challenge": challenge = "" } = http.req.query();
    const app = metaApp(http.var.tenants);
    if (!app || mode !== "subscribe" || !isSame(token, app.verifyToken)) refuse("ERR_NO_PERMISSION");
    return http.text(challenge.slice(0, 200));
  })
  .post("/meta/notices", hear)
  .get("/meta/files/:token", async (http) => {
    const file = lentFile(http.req.param("token")) ?? refuse("ERR_NOT_FOUND");
    const { readable } = await Deno.open(file.path).catch(() => refuse("ERR_NOT_FOUND"));
    return http.body(readable, 200, {
      "content-type": file.mimetype,
      "cache-control": "no-store",
      "content-security-policy": "sandbox",
    });
  });

async function hear(http: Context<Vars>): Promise<Response> {
  const { tenants } = http.var, app = metaApp(tenants) ?? refuse("ERR_META_NOT_SET_UP");
  const said = http.req.header("x-hub-signature-256") ?? "";
  // Whoever shows nothing that could be a signature need not send megabytes first.
  if (!SIGNATURE.test(said)) refuse("ERR_NO_PERMISSION");
  const body = await bodyOf(http);
  const isMetas = [app.secret, app.instagramSecret].some((secret) => secret && isSame(said, signatureOf(body, secret)));
  if (!isMetas) refuse("ERR_NO_PERMISSION");
  const parts = partsOf(parsed(body));
  await keep(tenants, parts);
  for (const address of elsewhere(tenants, parts)) await tellThere(http, address, body);
  return http.json({});
}

async function bodyOf(http: Context<Vars>): Promise<Uint8Array> {
  if (Number(http.req.header("content-length")) > LONGEST) refuse("ERR_BODY_TOO_LARGE");
  const chunks: Uint8Array[] = [], reader = http.req.raw.body?.getReader();
  if (!reader) return new Uint8Array();
  // Whoever lets us wait for the rest is waited for no longer than Meta takes.
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), PATIENCE);
  let size = 0;
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if ((size += value!.length) > LONGEST) refuse("ERR_BODY_TOO_LARGE");
      chunks.push(value!);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

function signatureOf(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** Each company's part goes into its own file; one whose file is damaged makes Meta repeat the whole. */
async function keep(tenants: Tenants, parts: Part[]): Promise<void> {
  const now = Date.now(), byCompany = new Map<number, { connectionId: number; notice: string }[]>();
  for (const { accountId, notice } of parts) {
    const line = lineOf(tenants, accountId);
    if (!line) {
      passedOver.warn({ account: accountId });
      continue;
    }
    const own = byCompany.get(line.companyId) ?? [];
    byCompany.set(line.companyId, own);
    own.push({ connectionId: line.connectionId, notice });
  }
  const shared = together.get(tenants) ?? new Together();
  together.set(tenants, shared);
  await Promise.all([...byCompany].map(async ([companyId, notices]) => {
    const company = openCompany(tenants, companyId);
    if (!company) return;
    await shared.write(company, (db) => notices.forEach((each) => keepOne(db, each, now)));
    for (const connectionId of new Set(notices.map((each) => each.connectionId))) {
      company.signals.emit("graph", { connectionId });
    }
  }));
}

/** The servers that have companies by now of which Meta tells us. */
function elsewhere(tenants: Tenants, parts: Part[]): Set<string> {
  const lines = parts.map(({ accountId }) => lineOf(tenants, accountId));
  const addresses = lines.map((line) => line && addressMovedTo(tenants, line.companyId));
  return new Set(addresses.filter((address) => address !== undefined));
}

/** Meta follows nobody: the whole is told there with Meta's own signature. What is not taken there, Meta repeats. */
async function tellThere(http: Context<Vars>, address: string, body: Uint8Array): Promise<void> {
  const { method, url, headers } = http.req.raw, from = http.var.caller.address;
  const answer = await forward({ method, url, headers, body: body as Uint8Array<ArrayBuffer> }, { address, from })
    .catch(() => refuse("ERR_COMPANY_UNAVAILABLE"));
  await answer.body?.cancel();
  if (!answer.ok) refuse("ERR_COMPANY_UNAVAILABLE");
}

/** A connection may go in this moment, or be missing from a file that was restored: that must not take the others with it. */
function keepOne(db: Write, { connectionId, notice }: { connectionId: number; notice: string }, now: number): void {
  if (kindById(db, connectionId)) keepNotice(db, connectionId, notice, now);
  else passedOver.warn({ connection: connectionId });
}

/** One that was removed is told nothing; for one that cannot be opened now Meta keeps it. */
function openCompany(tenants: Tenants, id: number): Company | undefined {
  if (addressMovedTo(tenants, id)) return undefined;
  if (removedCompanies(tenants).has(id) || !tenants.ids().includes(id)) {
    gone.warn({ company: id });
    return undefined;
  }
  return tenants.company(id);
}
