import { Refusal, refuse } from "../contract/errors.ts";
import type { Message } from "../contract/messages.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { copyMedia } from "../platform/media.ts";
import { discard, type ReceivedFile } from "../platform/upload.ts";
import { mediaById, messageById } from "../messages/change.ts";
import { unsigned } from "../messages/signature.ts";
import type { MediaRow, MessageRow } from "../messages/table.ts";
import { activeTicketOf, ticketRow } from "../tickets/rows.ts";
import { createTicket } from "../tickets/open_ticket.ts";
import type { TicketRow } from "../tickets/table.ts";
import { compose, type Part, tellSent, ticketToWriteTo } from "./compose.ts";

export interface Forwarded {
  sent: Message[];
  refused: { contactId: number; error: string }[];
}

/** Sends a message on, to each contact in a transaction of its own: one who cannot be written to stops no other. */
export async function forwardMessage(
  company: Company,
  id: number,
  contactIds: number[],
  person: Person,
): Promise<Forwarded> {
  const { message, source, media } = messageToForward(company, id, person);
  const answer: Forwarded = { sent: [], refused: [] };
  for (const contactId of new Set(contactIds)) {
    const file = media && await copyOf(company, media);
    try {
      answer.sent.push(...company.write((db, emit) => {
        const ticket = ticketOf(db, emit, contactId, source, person);
        const sent = compose(db, ticket, partOf(message, media, file), person.id, Date.now());
        return tellSent(db, emit, ticket, { ids: [sent], person });
      }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer.refused.push({ contactId, error: error.code });
    } finally {
      await discard(file ? [file] : []);
    }
  }
  return answer;
}

function messageToForward({ read }: Company, id: number, person: Person) {
  const message = messageById(read, id) ?? refuse("ERR_NO_MESSAGE_FOUND");
  const source = ticketRow(read, message.ticketId)!;
  if (!maySeeTicket(person, source)) refuse("ERR_NO_PERMISSION");
  if (message.isDeleted || message.kind === "call" || message.kind === "other") refuse("ERR_NO_MESSAGE_FOUND");
  const media = mediaById(read, id);
  if (media && (media.state !== "ready" || !media.file)) refuse("ERR_WAPP_DOWNLOAD_MEDIA");
  return { message, source, media };
}

/** Each message has a file of its own, which goes when its ticket goes. */
async function copyOf(company: Company, { file, name, mimetype, size }: MediaRow): Promise<ReceivedFile> {
  return { path: await copyMedia(company, file!), name, mimetype, size };
}

/** The contact's ticket in progress; without one a new one, in the queue of the message where the person serves it. */
function ticketOf(db: Write, emit: Emit, contactId: number, source: TicketRow, person: Person): TicketRow {
  const active = activeTicketOf(db, contactId);
  if (active) return ticketToWriteTo(db, active.id, person);
  const serves = (queueId: number | null) => queueId !== null && person.queueIds.includes(queueId);
  const queueId = serves(source.queueId) || person.profile === "admin" ? source.queueId : person.queueIds[0] ?? null;
  const { id } = createTicket(db, emit, { contactId, queueId }, person, Date.now());
  return ticketToWriteTo(db, id, person);
}

function partOf({ body, kind, extra }: MessageRow, media: MediaRow | undefined, file: ReceivedFile | undefined): Part {
  const { place, cards } = extra ?? {};
  // The name of the attendant who signed it says nothing to the next reader.
  return { body: unsigned(body), kind, file, about: media && aboutOf(media), extra: { place, cards, forwarded: true } };
}

function aboutOf({ width, height, seconds, thumbnail, waveform }: MediaRow): Part["about"] {
  return { width, height, seconds, thumbnail, waveform };
}
