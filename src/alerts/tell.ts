import { companyTable } from "../companies/table.ts";
import { linkTo } from "../mail/mail_server.ts";
import { queueMail } from "../mail/queue.ts";
import { mailSender } from "../mail/sender.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { momentOf } from "../platform/moment.ts";
import type { Receiver } from "./receivers.ts";
import type { Alert } from "./table.ts";
import { alertPostTable } from "./table.ts";
import { alertMail, alertTitle, type ToldAlert } from "./texts.ts";

/** Where it leads who wants to know more. */
export const HEALTH = "/cockpit?tab=health";

export interface Telling {
  begun: readonly Alert[];
  /** What was told before and has become urgent. */
  worse: readonly Alert[];
  ended: readonly (Alert & { goodSince: number })[];
}

export interface By {
  receivers: readonly Receiver[];
  isPosted: boolean;
  keys: Keys;
  now: Date;
}

/** Tells what began and what is over, once this transaction is committed; `db` is provider.db. */
export function tell(db: Write, { begun, worse, ended }: Telling, { receivers, isPosted, keys, now }: By): void {
  if (begun.length + worse.length + ended.length === 0) return;
  const names = companyNames(db), named = <A extends Alert>(alert: A) => ({ ...alert, company: nameOf(names, alert) });
  const news = {
    begun: [...begun, ...worse].map(named),
    ended: ended.map((alert) => ({ ...named(alert), lasted: alert.goodSince - alert.beganAt })),
  };
  for (const { email, language } of receivers) {
    const text = alertMail(language, mailSender(db), news, linkTo(db, HEALTH));
    queueMail(db, { kind: "alert", language, to: email, ...text }, { keys, now });
  }
  if (!isPosted) return;
  for (const alert of begun) post(db, "alert.began", named(alert), now);
  for (const alert of worse) post(db, "alert.worsened", named(alert), now);
  for (const alert of ended) post(db, "alert.ended", named(alert), now);
}

function companyNames(db: Read): Map<number, string> {
  const { id, name } = companyTable;
  return new Map(db.select({ id, name }).from(companyTable).all().map((row) => [row.id, row.name]));
}

function nameOf(names: Map<number, string>, { companyId }: Alert): string | undefined {
  return companyId === null ? undefined : names.get(companyId);
}

/** In the shape of Standard Webhooks. */
function post(db: Write, type: string, alert: Alert & ToldAlert, now: Date): void {
  const { id, kind, what, level, facts, companyId, company, beganAt, goodSince } = alert;
  const data = {
    ...{ id, kind, what, level, facts, says: alertTitle("en", alert) },
    company: companyId === null ? null : { id: companyId, name: company ?? null },
    beganAt: momentOf(beganAt),
    endedAt: type === "alert.ended" ? momentOf(goodSince!) : null,
  };
  db.insert(alertPostTable).values(newPost({ type, data }, now)).run();
}

export function newPost({ type, data }: { type: string; data: unknown }, now: Date) {
  const messageId = `msg_${crypto.randomUUID().replaceAll("-", "")}`, at = now.getTime();
  const payload = JSON.stringify({ type, timestamp: now.toISOString(), data });
  return { messageId, payload, nextAt: at, createdAt: at };
}
