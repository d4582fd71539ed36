import { milliseconds } from "date-fns/milliseconds";
import { eq } from "drizzle-orm";
import { connectionById, kindById } from "../connections/connections.ts";
import { rememberContact } from "../contacts/remember.ts";
import type { ContactRow } from "../contacts/table.ts";
import { numberCheckTable } from "../contact_lists/table.ts";
import { type ErrorCode, refuse } from "../contract/errors.ts";
import { may } from "../contract/permissions.ts";
import { LONGEST_CAPTION } from "../contract/messages.ts";
import { templateToSend } from "../meta/templates.ts";
import { react } from "../messages/change.ts";
import { shownMessage } from "../messages/show.ts";
import { holdOf } from "../outside_bots/holds.ts";
import { noteMarketing } from "../opt_outs/marks.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import { compose, kindOf, type Part } from "../outbox/compose.ts";
import { enqueueChange, RANK } from "../outbox/enqueue.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { mediaPath } from "../platform/media.ts";
import { connectionFor, defaultConnection } from "../tickets/connection_for.ts";
import { ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { contactBehind, messageOf } from "./check.ts";
import { promote } from "./order.ts";
import { type ApiRequestRow, apiRequestTable, type Draft } from "./table.ts";

/** What could not be sent after this long (ms) fails, visibly. */
export const LIFE = milliseconds({ hours: 24 });

export interface Taking {
  company: Company;
  keys: Pick<Keys, "digests">;
  now: number;
}

/** Turns an accepted request into what waits in the outbox. Answers the connection; refuses what can never leave. */
export function take(db: Write, emit: Emit, row: ApiRequestRow, { company, keys, now }: Taking): number {
  const draft = row.draft!;
  // The process was down, the company had not paid: what was to be said then is not said days later (behaviour.md, Sending).
  if (now - (row.sendAt ?? row.at) > LIFE) refuse("ERR_SCHEDULE_TOO_LATE");
  if (row.connectionId !== null && !connectionById(db, row.connectionId)) refuse("ERR_NO_WAPP_FOUND");
  if (draft.marketing && isOptedOut(db, row.number, keys)) refuse("ERR_OPTED_OUT");
  const contact = contactBehind(db, row.number) ?? newContact(db, row, now);
  const { messageId, connectionId } = draft.reaction
    ? putReaction(db, emit, { contact, connectionId: row.connectionId }, draft.reaction, now)
    : putMessage(db, emit, { company, row, contact, now });
  db.update(apiRequestTable).set({ state: "taken", draft: null, dueAt: null, messageId })
    .where(eq(apiRequestTable.id, row.id)).run();
  promote(db, row.number);
  return connectionId;
}

/** At the Cloud API nobody can be asked whether a number is known: a message to nobody's fails by itself. */
export function asksNobody(db: Read, connectionId: number | null): boolean {
  return kindById(db, connectionId ?? defaultConnection(db)) === "cloud";
}

/** Somebody whom the company did not know: the network was asked about the number. */
function newContact(db: Write, { number, connectionId }: ApiRequestRow, now: number): ContactRow {
  if (asksNobody(db, connectionId)) {
    return rememberContact(db, { jid: `${number}@s.whatsapp.net`, phone: number }, "", now).contact;
  }
  const [said] = db.select().from(numberCheckTable).where(eq(numberCheckTable.number, number)).all();
  if (!said?.jid) refuse("ERR_WAPP_INVALID_CONTACT");
  return rememberContact(db, { jid: said.jid, phone: number, lid: said.lid ?? undefined }, "", now).contact;
}

interface Putting {
  company: Company;
  row: ApiRequestRow;
  contact: ContactRow;
  now: number;
}

/** It is filed like what was scheduled, and is nobody's work until the customer answers (behaviour.md, Campaigns). */
function putMessage(db: Write, emit: Emit, { company, row, contact, now }: Putting) {
  const connectionId = row.connectionId ?? connectionFor(db, contact.id, null);
  const ticket = ticketInProgress(db, contact.id, connectionId) ??
    ticketForFiling(db, contact, connectionId, { at: now, closedAt: now });
  const { quotedId } = row.draft!;
  // Who was given to an outside bot waits for its answer as for ours.
  const rank = holdOf(db, ticket.id) ? RANK.bot : RANK.scheduled;
  if (quotedId !== undefined) messageOf(db, quotedId, { contact, connectionId: row.connectionId });
  const quotedMsg = quotedId === undefined ? undefined : { id: quotedId };
  const ids = partsOf(company, db, row.draft!, connectionId).map((part, nth) =>
    compose(db, ticket, { ...part, quotedMsg: nth === 0 ? quotedMsg : undefined, rank }, null, now)
  );
  const shown = shownTicket(db, ticket.id);
  for (const id of ids) {
    const message = shownMessage(db, id);
    emit("appMessage", { action: "create", message, ticket: shown, live: false }, viewersOf(shown));
  }
  const messageId = ids.at(-1)!;
  if (row.draft!.marketing) noteMarketing(db, { contactId: contact.id, connectionId, messageId }, now);
  return { messageId, connectionId };
}

/** A text that cannot go along with its file goes before it. */
function partsOf(company: Company, db: Read, { body, file, template }: Draft, connectionId: number): Part[] {
  if (template) {
    const approved = templateToSend(db, connectionId, template, template);
    return [{ body: approved.body, kind: "text", extra: { template: approved.template } }];
  }
  const text: Part[] = body ? [{ body, kind: "text" }] : [];
  if (!file) return text;
  const received = { ...file, path: mediaPath(company, file.file) }, kind = kindOf(received, undefined);
  if (kind === "audio" || body.length > LONGEST_CAPTION) return [...text, { body: "", kind, file: received }];
  return [{ body, kind, file: received }];
}

function putReaction(
  db: Write,
  emit: Emit,
  whose: { contact: ContactRow; connectionId: number | null },
  { id, emoji }: NonNullable<Draft["reaction"]>,
  now: number,
) {
  const message = messageOf(db, id, whose);
  react(db, emit, message, { who: "me", emoji, at: now });
  enqueueChange(db, message, "react", now);
  return { messageId: id, connectionId: message.connectionId ?? defaultConnection(db) };
}

/** It will never leave: why, and its file is gone. */
export function endRequest(company: Company, db: Write, row: ApiRequestRow, failure: ErrorCode): void {
  db.update(apiRequestTable).set({ state: "failed", failure, draft: null, dueAt: null })
    .where(eq(apiRequestTable.id, row.id)).run();
  promote(db, row.number);
  dropFile(company, row);
}

export function dropFile(company: Company, { draft }: Pick<ApiRequestRow, "draft">): void {
  const file = draft?.file?.file;
  if (file) company.afterwards(() => void Deno.remove(mediaPath(company, file)).catch(() => {}));
}

/** Whoever looks at the requests reads them anew. */
export function emitRequests(emit: Emit): void {
  emit("apiRequests", { action: "reload" }, (person) => may(person, "api:edit"));
}
