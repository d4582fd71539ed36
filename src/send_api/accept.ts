import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { secondsToMilliseconds } from "date-fns/secondsToMilliseconds";
import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { connectionById } from "../connections/connections.ts";
import { contactById } from "../contacts/contacts.ts";
import { knownContact } from "../contacts/remember.ts";
import type { ContactRow } from "../contacts/table.ts";
import { refuse } from "../contract/errors.ts";
import { FURTHEST, KEY_LIFE, type SendDraft } from "../contract/send_api.ts";
import { messageById } from "../messages/change.ts";
import type { MessageRow } from "../messages/table.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import { type Company, prepared, preparedInsert, type Read, type Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import type { TokenCaller } from "../platform/routes.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { dayIn, startOfDay } from "../shared/clock.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { defaultConnection } from "../tickets/connection_for.ts";
import { anyFor, BEHIND } from "./order.ts";
import { apiRequestTable, type Draft } from "./table.ts";

export type Wanted = z.output<typeof SendDraft>;

/** A request as it came. */
export interface Coming {
  caller: TokenCaller;
  wanted: Wanted;
  files: ReceivedFile[];
  /** The `Idempotency-Key`, and what was asked for under it. */
  key?: { text: string; fingerprint: string };
  address: string;
  /** When it came (ms). */
  at: number;
  timeZone: string;
  keys: Pick<Keys, "digest">;
}

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
  const first = byKey(db, { owner, key: key!.text })[0];
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

/** What must be right before anything is stored. */
interface Checked {
  /** Canonical digits, or a group as the network writes it. */
  number: string;
  /** Null = whichever the contact's ticket has when it leaves. */
  connectionId: number | null;
}

export function check(db: Read, { wanted, files, caller, at, keys }: Omit<Coming, "address" | "timeZone">): Checked {
  const { body, mediaUrl, reaction, quotedMsg } = wanted;
  const says = body.trim() !== "" || mediaUrl !== undefined || files.length > 0;
  if (says === (reaction !== undefined)) {
    refuse("ERR_INVALID_INPUT", { fields: { body: reaction ? "invalid" : "required" } });
  }
  if (mediaUrl !== undefined && files.length > 0) refuse("ERR_INVALID_INPUT", { fields: { mediaUrl: "invalid" } });
  if (wanted.sendAt !== undefined && Date.parse(wanted.sendAt) > at + secondsToMilliseconds(FURTHEST)) {
    refuse("ERR_INVALID_INPUT", { fields: { sendAt: "invalid" } });
  }
  const connectionId = caller.connectionId ?? wanted.whatsappId ?? null;
  if (wanted.whatsappId !== undefined && wanted.whatsappId !== connectionId) refuse("ERR_NO_WAPP_FOUND");
  if (connectionId !== null && !connectionById(db, connectionId)) refuse("ERR_NO_WAPP_FOUND");
  const number = receiverOf(wanted.number), contact = contactBehind(db, number);
  if (isGroup(number) && !contact) refuse("ERR_NO_CONTACT_FOUND", { fields: { number: "unknown" } });
  // With neither a connection nor a contact it goes by the default one, which must be there.
  if (connectionId === null && !contact) defaultConnection(db);
  for (const id of [quotedMsg?.id, reaction?.id]) if (id !== undefined) messageOf(db, id, { contact, connectionId });
  if (wanted.marketing && isOptedOut(db, number, keys)) refuse("ERR_OPTED_OUT");
  return { number, connectionId };
}

/** A number in its canonical form; a group as it is written. */
export function receiverOf(number: string): string {
  return isGroup(number) ? number : canonicalNumber(number);
}

export function isGroup(number: string): boolean {
  return number.endsWith("@g.us");
}

/** Who is behind a receiver, if the company knows them. */
export function contactBehind(db: Read, number: string): ContactRow | undefined {
  if (isGroup(number)) return knownContact(db, { jid: number, group: number.replace("@g.us", "") });
  return knownContact(db, { jid: `${number}@s.whatsapp.net`, phone: number });
}

interface Whose {
  contact: Pick<ContactRow, "id"> | undefined;
  /** Null = any. */
  connectionId: number | null;
}

/** A message of the receiver's own at a connection; ERR_NO_MESSAGE_FOUND for all others. */
export function messageOf(db: Read, id: number, { contact, connectionId }: Whose): MessageRow {
  const message = messageById(db, id);
  if (!message || message.isDeleted || message.contactId !== contact?.id || !contactById(db, contact.id)) {
    refuse("ERR_NO_MESSAGE_FOUND");
  }
  if (connectionId !== null && message.connectionId !== connectionId) refuse("ERR_NO_MESSAGE_FOUND");
  return message;
}

/** One thing to send for each file; the text goes with the first. */
function draftsOf(
  company: Company,
  { body, mediaUrl, quotedMsg, reaction, marketing }: Wanted,
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
  return [{ kind, draft: { body, mediaUrl, ...quoted, ...always } }];
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
