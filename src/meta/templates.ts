import { milliseconds } from "date-fns/milliseconds";
import { and, asc, eq, ne } from "drizzle-orm";
import { accountOf } from "../channels/graph/accounts.ts";
import { fetchTemplates } from "../channels/graph/templates.ts";
import type { Outgoing } from "../channels/channel.ts";
import { refuse } from "../contract/errors.ts";
import type { Template, TemplateFilled } from "../contract/templates.ts";
import type { Company, Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import { blanksOf, filledIn } from "../shared/blanks.ts";
import type * as z from "zod/mini";
import { metaApp } from "./app.ts";
import { byGraph } from "./link.ts";
import { type TemplateRow, templateTable } from "./table.ts";

/** Older than this (ms), the list is asked for again when somebody looks at it. */
const FRESH = milliseconds({ minutes: 10 });

export type Filled = z.output<typeof TemplateFilled>;

/** The templates of a connection, asked for at Meta when they were not lately, or `isWanted` says so. */
export async function templatesOf(
  tenants: Tenants,
  company: Company,
  connectionId: number,
  isWanted: boolean,
): Promise<Template[]> {
  const known = rows(company.read, connectionId), now = Date.now();
  const isOld = known.length === 0 || known.some(({ fetchedAt }) => Math.abs(now - fetchedAt) > FRESH);
  if (!isWanted && !isOld) return known.map(shown);
  await fetchOnce(tenants, company, connectionId, now);
  return rows(company.read, connectionId).map(shown);
}

/** What is being asked for now: many who look at once, or programs that send at once, ask Meta once. */
const asking = new WeakMap<Company, Map<number, Promise<void>>>();

function fetchOnce(tenants: Tenants, company: Company, connectionId: number, now: number): Promise<void> {
  const asked = asking.get(company) ?? new Map<number, Promise<void>>();
  asking.set(company, asked);
  const running = asked.get(connectionId) ??
    fetchAll(tenants, company, connectionId, now).finally(() => void asked.delete(connectionId));
  asked.set(connectionId, running);
  return running;
}

async function fetchAll(tenants: Tenants, company: Company, connectionId: number, now: number): Promise<void> {
  const app = metaApp(tenants) ?? refuse("ERR_META_NOT_SET_UP");
  const { parentId, ...account } = accountOf(company.read, tenants.keys, connectionId) ?? refuse("ERR_NO_WAPP_FOUND");
  const found = await byGraph(() => fetchTemplates({ app, host: account.host, token: account.token }, parentId));
  company.write((db) => {
    for (const template of found) {
      const row = { ...template, fetchedAt: now };
      db.insert(templateTable).values({ connectionId, ...row }).onConflictDoUpdate({
        target: [templateTable.connectionId, templateTable.name, templateTable.language],
        set: row,
      }).run();
    }
    const gone = and(eq(templateTable.connectionId, connectionId), ne(templateTable.fetchedAt, now));
    db.delete(templateTable).where(gone).run();
  });
}

function rows(db: Read, connectionId: number): TemplateRow[] {
  return db.select().from(templateTable).where(eq(templateTable.connectionId, connectionId))
    .orderBy(asc(templateTable.name), asc(templateTable.language)).all();
}

function shown({ id, name, language, category, status, parts, fetchedAt }: TemplateRow): Template {
  const isSendable = status === "APPROVED" && (!parts.header || parts.header.format === "TEXT");
  return {
    ...{ id, name, language, category, status, parts, isSendable },
    blanks: blanksIn(parts),
    fetchedAt: momentOf(fetchedAt),
  };
}

function blanksIn({ header, body, buttons }: Template["parts"]): Template["blanks"] {
  return {
    header: blanksOf(header?.text ?? ""),
    body: blanksOf(body),
    buttons: buttons.flatMap(({ type, url }) => type === "URL" && blanksOf(url).length > 0 ? ["1"] : []),
  };
}

/** A template to be sent: how it reads, and what goes to the network. Refuses one that cannot go, and blanks that are left. */
export function templateToSend(
  db: Read,
  connectionId: number,
  which: { id: number } | { name: string; language: string },
  filled: Filled,
): { body: string; template: NonNullable<Outgoing["template"]> } {
  const wanted = "id" in which
    ? eq(templateTable.id, which.id)
    : and(eq(templateTable.name, which.name), eq(templateTable.language, which.language));
  const [row] = db.select().from(templateTable).where(and(eq(templateTable.connectionId, connectionId), wanted)).all();
  if (!row || !shown(row).isSendable) refuse("ERR_META_TEMPLATE");
  const { parts, name, language } = row, blanks = blanksIn(parts);
  for (const place of ["header", "body", "buttons"] as const) {
    if (filled[place].length !== blanks[place].length) refuse("ERR_META_TEMPLATE", { fields: { filled: "required" } });
  }
  const names = blanks.body.every((each) => /^\d+$/.test(each)) ? undefined : blanks.body;
  return {
    body: [filledIn(parts.header?.text ?? "", filled.header), filledIn(parts.body, filled.body), parts.footer]
      .filter(Boolean).join("\n\n"),
    template: { name, language, parameters: { ...filled, buttons: byPlace(parts, filled.buttons), names } },
  };
}

/** What fills a button stands where the button does; the others have nothing to fill. */
function byPlace({ buttons }: Template["parts"], words: readonly string[]): string[] {
  let nth = 0;
  return buttons.map(({ type, url }) => type === "URL" && blanksOf(url).length > 0 ? words[nth++] ?? "" : "");
}
