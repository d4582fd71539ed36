import { and, eq, sql } from "drizzle-orm";
import { contactById } from "../contacts/contacts.ts";
import { rememberContact } from "../contacts/remember.ts";
import { type ContactRow, identityTable } from "../contacts/table.ts";
import type { Slot } from "../contract/campaigns.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { messageTable } from "../messages/table.ts";
import { shownMessage } from "../messages/show.ts";
import { compose } from "../outbox/compose.ts";
import { RANK } from "../outbox/enqueue.ts";
import type { Emit, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";
import { whyNot } from "./left_out.ts";
import type { JidOf } from "./numbers.ts";
import { goesAsTemplate, mayWriteFreely, partsFor } from "./parts.ts";
import { putAgain } from "./put_again.ts";
import { changeRecipient, insertSend, sendAt } from "./rows.ts";
import type { Sending, Taken } from "./sending.ts";
import type { CampaignRow, RecipientRow } from "./table.ts";
import { ticketFor } from "./ticket.ts";
import { variantOf, type Which } from "./texts.ts";

/**
 * Turns a recipient's next message into one in the outbox, in one transaction: once for each step, whatever happens (the
 * unique index campaign_sends_once). Who is not to get it any more is told apart here, when their turn has come.
 */
export function take(db: Write, emit: Emit, row: RecipientRow, sending: Sending, jid: JidOf): Taken {
  const recipient = recognised(db, row);
  const leftOut = whyNot(db, recipient, sending, jid);
  if (leftOut) {
    changeRecipient(db, recipient.id, { ...leftOut, nextAt: null, changedAt: sending.now });
    return { is: "left_out" };
  }
  const step = stepOf(recipient, sending.campaign);
  const again = sendAt.one(db, { recipientId: recipient.id, step });
  if (again) return putAgain(db, emit, recipient, again, sending);
  const contact = contactFor(db, recipient, jid, sending.now);
  if (!mayGetIt(db, contact, step, sending)) refuse("ERR_META_WINDOW_CLOSED");
  const isStranger = !hasWritten.one(db, { contactId: contact.id });
  const variant = variantOf(stillWritten(recipient, sending.campaign), sending.campaign);
  const ticket = ticketFor(db, contact, sending);
  const [messageId, fileMessageId] = write(db, emit, ticket, { recipient, step, variant }, sending);
  insertSend(db, {
    recipientId: recipient.id,
    campaignId: sending.campaign.id,
    step,
    variant,
    connectionId: sending.connectionId,
    messageId: messageId!,
    fileMessageId: fileMessageId ?? null,
    isStranger,
    putAt: sending.now,
  });
  const where = { connectionId: sending.connectionId, contactId: contact.id, isStranger };
  changeRecipient(db, recipient.id, { ...where, variant, pendingStep: step, changedAt: sending.now });
  return { is: "put", isStranger };
}

/** Over the Cloud API what follows the template goes only to who has answered it within the day. */
function mayGetIt(db: Write, { id }: ContactRow, step: number, { campaign, connectionId, now }: Sending): boolean {
  return goesAsTemplate(campaign, step) || mayWriteFreely(db, connectionId, id, now);
}

/** Whoever was nobody's contact when the recipients were made may have written since. */
function recognised(db: Write, recipient: RecipientRow): RecipientRow {
  const { contactId, number } = recipient;
  if (contactId !== null || number === "") return recipient;
  const known = contactWith.one(db, { number });
  return known ? { ...recipient, ...known, isStranger: !hasWritten.one(db, known) } : recipient;
}

const contactWith = prepared((db) =>
  db.select({ contactId: identityTable.contactId }).from(identityTable)
    .where(and(eq(identityTable.kind, "phone"), eq(identityTable.value, prepared.arg("number")))).prepare()
);

/** The same; one whose message cannot be made fails alone, and stops nobody behind them. */
export function takeSafely(db: Write, recipient: RecipientRow, sending: Sending, jid: JidOf): Taken {
  const { company, campaign, now } = sending;
  try {
    return company.write((part, emit) => take(part, emit, recipient, sending, jid));
  } catch (error) {
    if (isDiskFull(error)) throw error;
    const reason = error instanceof Refusal ? error.code : "ERR_CREATING_MESSAGE";
    if (!(error instanceof Refusal)) {
      log.error("A campaign's message could not be made", { campaign: campaign.id, error });
    }
    const is = recipient.state === "sent" ? {} : { state: "failed" as const, reason };
    changeRecipient(db, recipient.id, { ...is, nextAt: null, changedAt: now });
    return { is: "left_out" };
  }
}

/** The question first where there is one; then the message; then what follows. */
export function stepOf({ state, sentStep }: RecipientRow, { confirmation }: CampaignRow): number {
  if (state === "sent") return (sentStep ?? 1) + 1;
  return state === "waiting" && confirmation ? 0 : 1;
}

const hasWritten = prepared((db) =>
  db.select({ id: messageTable.id }).from(messageTable).where(sql`${messageTable.ticketId} in
    (select id from tickets where contact_id = ${prepared.arg("contactId")}) and ${messageTable.fromMe} = 0`).limit(1)
    .prepare()
);
function contactFor(db: Write, { contactId, number, name }: RecipientRow, jid: JidOf, now: number): ContactRow {
  const known = contactId === null ? undefined : contactById(db, contactId);
  if (known) return known;
  const said = jid(number), found = said === "nobody" ? undefined : said;
  const address = { jid: found?.jid ?? `${number}@s.whatsapp.net`, phone: number, lid: found?.lid ?? undefined };
  return rememberContact(db, address, name, now).contact;
}

/** Whose text was taken out of the campaign while it stood still gets another. */
function stillWritten({ id, variant }: RecipientRow, campaign: CampaignRow): Pick<RecipientRow, "id" | "variant"> {
  const isWritten = variant !== null && campaign[`message${variant as Slot}`] !== "";
  return { id, variant: isWritten ? variant : null };
}

/** Stores the message, with the campaign's file if it has one. Answers the id of the one that counts, and of a file after it. */
function write(db: Write, emit: Emit, ticket: TicketRow, which: Which, sending: Sending): number[] {
  const { campaign, now } = sending, parts = partsFor(db, campaign, which, sending);
  if (parts.length === 0) refuse("ERR_CAMPAIGN_TEXT_EMPTY");
  const ids = parts.map((part) => compose(db, ticket, { ...part, rank: RANK.campaign }, null, now));
  if (ticket.status !== "closed") {
    const shown = shownTicket(db, ticket.id);
    for (const id of ids) {
      const message = shownMessage(db, id);
      emit("appMessage", { action: "create", message, ticket: shown, live: false }, viewersOf(shown));
    }
  }
  return ids;
}
