import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import { KEY_LIFE } from "../contract/send_api.ts";
import { noteAnswer } from "../outside_bots/holds.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import { prepared, preparedInsert } from "../platform/prepared.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { dayIn, startOfDay } from "../shared/clock.ts";
import { check } from "./check.ts";
import type { Coming, Wanted } from "./coming.ts";
import { anyFor, BEHIND } from "./order.ts";
import { apiRequestTable, type Draft } from "./table.ts";

/** What was stored for a request, one row for each file; those of an earlier one under the same key come again. */
export interface Accepted {
  ids: number[];
  isRepeated: boolean;
}

/**
 * Stores a request in one transaction: once it is answered it is sent, whatever happens. What it asks for is checked as far
 * as that takes no network. A key that was used in the last 24 hours answers what it answered then, and refuses another
 * request (ERR_IDEMPOTENCY_MISMATCH, draft-ietf-httpapi-idempotency-key-header §2.6).
 */
export function accept(company: Company, coming: Coming): Accepted {
  return company.write((db) => {
    const repeated = coming.key && answeredBefore(db, coming);
    if (repeated) return { ids: repeated, isRepeated: true };
    checkQuota(company, db, coming);
    const checked = check(db, coming), { wanted, files, caller, at, key, address } = coming;
    const sendAt = wanted.sendAt === undefined ? null : Math.max(at, Date.parse(wanted.sendAt));
    const isBehind = sendAt === null && anyFor(db, { number: checked.number, now: at }).length > 0;
    // Of several files the second waits for the first.
    const dueAt = (nth: number) => sendAt ?? (isBehind || nth > 0 ? BEHIND : 0);
    const ids = draftsOf(company, wanted, files).map(({ kind, draft }, nth) =>
      insert(db, {
        ...{ at, owner: caller.owner, tokenName: caller.name, address, kind, number: checked.number },
        ...{ fileName: draft.file?.name ?? "", status: key ? 202 : 200, state: "waiting", draft },
        // Of several files the first carries the key; the others follow it.
        ...{
          idempotencyKey: nth === 0 ? key?.text ?? null : null,
          fingerprint: nth === 0 ? key?.fingerprint ?? null : null,
        },
        ...{ sendAt, dueAt: dueAt(nth), needsFile: draft.mediaUrl !== undefined, connectionId: checked.connectionId },
        duration: Date.now() - at,
      }).id
    );
    const isNow = sendAt === null && !wanted.marketing && !wanted.reaction;
    if (isNow && checked.contact) {
      noteAnswer(db, checked.contact.id, { connectionId: checked.connectionId, by: caller });
    }
    countDaily(company, coming, ids.length);
    return { ids, isRepeated: false };
  });
}

const insert = preparedInsert(apiRequestTable, [
  "at",
  "owner",
  "tokenName",
  "address",
  "kind",
  "number",
  "fileName",
  "status",
  "state",
  "draft",
  "idempotencyKey",
  "fingerprint",
  "sendAt",
  "dueAt",
  "needsFile",
  "connectionId",
  "duration",
]);

const byKey = prepared((db) =>
  db.select().from(apiRequestTable).where(and(
    eq(apiRequestTable.owner, prepared.arg("owner")),
    eq(apiRequestTable.idempotencyKey, prepared.arg("key")),
  )).prepare()
);

/** The rows that a key stands for; one that is older than a day is free again. */
function answeredBefore(db: Write, { caller: { owner }, key, at, files }: Coming): number[] | undefined {
  const first = byKey.one(db, { owner, key: key!.text });
  if (!first) return undefined;
  if (Math.abs(at - first.at) > KEY_LIFE) {
    db.update(apiRequestTable).set({ idempotencyKey: null }).where(eq(apiRequestTable.id, first.id)).run();
    return undefined;
  }
  if (first.fingerprint !== key!.fingerprint) refuse("ERR_IDEMPOTENCY_MISMATCH");
  return Array.from({ length: Math.max(1, files.length) }, (_, nth) => first.id + nth);
}

/** What a request asks for, in 64 hexadecimal digits: the same request has the same ones. */
export async function fingerprintOf(wanted: Wanted, files: ReceivedFile[]): Promise<string> {
  const hash = createHash("sha256").update(
    // What is left out and what is empty ask for the same.
    JSON.stringify(wanted, (_, value) => value === null || value === "" || value === false ? undefined : value),
  );
  for (const { path, name } of files) {
    hash.update(`\0${name}\0`);
    for await (const chunk of createReadStream(path!)) hash.update(chunk as Uint8Array);
  }
  return hash.digest("hex");
}

/** One thing to send for each file; the text goes with the first. */
function draftsOf(
  company: Company,
  { body, mediaUrl, quotedMsg, reaction, marketing, template }: Wanted,
  files: ReceivedFile[],
): { kind: "text" | "media" | "reaction"; draft: Draft }[] {
  const always = marketing ? { marketing: true as const } : {};
  if (reaction) return [{ kind: "reaction", draft: { body: "", reaction, ...always } }];
  const quoted = quotedMsg ? { quotedId: quotedMsg.id } : {};
  if (files.length > 0) {
    return files.map((file, nth) => {
      const words = nth === 0 ? { body, ...quoted } : { body: "" };
      return { kind: "media" as const, draft: { ...words, file: keep(company, file), ...always } };
    });
  }
  const kind = mediaUrl === undefined ? "text" as const : "media" as const;
  return [{ kind, draft: { body, mediaUrl, template, ...quoted, ...always } }];
}

/** Takes the file over from the request, once it is stored. */
function keep(company: Company, file: ReceivedFile): NonNullable<Draft["file"]> {
  const path = file.path ?? refuse("ERR_INVALID_INPUT");
  company.afterwards(() => void (file.path = undefined));
  return { file: path.split("/").at(-1)!, name: file.name, mimetype: file.mimetype, size: file.size };
}

/** How many messages each token has sent today, so that they are counted in the file once a day. */
const counted = new WeakMap<Company, Map<string, { day: string; count: number }>>();

function checkQuota(company: Company, db: Read, coming: Coming): void {
  const { caller: { perDay }, at, timeZone, files } = coming;
  if (perDay === null || todayOf(company, db, coming).count + Math.max(1, files.length) <= perDay) return;
  const until = startOfDay(timeZone, dayIn(timeZone, at + 86_400_000));
  refuse("ERR_TOO_MANY_REQUESTS", { detail: { seconds: Math.max(1, Math.ceil((until - at) / 1000)), perDay } });
}

function todayOf(company: Company, db: Read, { caller: { owner }, at, timeZone }: Coming) {
  const day = dayIn(timeZone, at), all = counted.get(company) ?? new Map<string, { day: string; count: number }>();
  counted.set(company, all);
  const known = all.get(owner);
  if (known?.day === day) return known;
  const [{ count } = { count: 0 }] = db.select({ count: sql<number>`count(*)` }).from(apiRequestTable)
    .where(and(
      eq(apiRequestTable.owner, owner),
      gte(apiRequestTable.at, startOfDay(timeZone, day)),
      isNotNull(apiRequestTable.state),
    )).all();
  const fresh = { day, count };
  all.set(owner, fresh);
  return fresh;
}

function countDaily(company: Company, { caller: { owner, perDay } }: Coming, more: number): void {
  if (perDay === null) return;
  company.afterwards(() => {
    const known = counted.get(company)?.get(owner);
    if (known) known.count += more;
  });
}
