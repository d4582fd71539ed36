import { eq, lt, or } from "drizzle-orm";
import { milliseconds } from "date-fns/milliseconds";
import { randomInt } from "node:crypto";
import { connectionById } from "../connections/connections.ts";
import { contactById } from "../contacts/contacts.ts";
import { knownContact } from "../contacts/remember.ts";
import { refuse } from "../contract/errors.ts";
import type { WidgetLanguage } from "../contract/widget.ts";
import { addNoteByNobody } from "../notes/notes.ts";
import type { Company, Emit, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { newestTicket } from "../tickets/open_ticket.ts";
import type { TicketRow } from "../tickets/table.ts";
import { handoverCodeTable, type VisitorRow, visitorTable, type WebchatRow } from "./table.ts";
import { addressOf } from "./visitors.ts";

/** How long (ms) a code is good for: to change to a phone, and no longer. */
const LIFE = milliseconds({ hours: 1 });
/** Without the letters and digits that look like others; 32 of them, eight times: 40 bits, for an hour. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE = /#([A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4})\b/;

/** What a visitor sends at WhatsApp; it is on their screen before it leaves. */
const WORDS: Record<WidgetLanguage, string> = {
  pt: "Olá! Quero continuar por aqui a conversa do site. Código",
  en: "Hello! I'd like to continue our website chat here. Code",
  es: "¡Hola! Quiero continuar por aquí la conversación del sitio. Código",
};

/** The number where visitors go on; empty while there is none. */
export function handoverNumber(db: Read, { handoverId }: WebchatRow): string {
  const row = handoverId === null ? undefined : connectionById(db, handoverId);
  return row?.channel === "whatsapp" ? row.number : "";
}

/** An address that opens WhatsApp with a message to the company, in which a code stands that is good for an hour and once. */
export function handOver(
  company: Company,
  chat: WebchatRow,
  visitor: VisitorRow,
  language: WidgetLanguage,
  now: number,
): string {
  const number = handoverNumber(company.read, chat) || refuse("ERR_NOT_FOUND");
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const code = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  company.write((db) => {
    db.delete(handoverCodeTable)
      .where(or(eq(handoverCodeTable.visitorId, visitor.id), lt(handoverCodeTable.expiresAt, now))).run();
    db.insert(handoverCodeTable).values({ code, visitorId: visitor.id, expiresAt: now + LIFE }).run();
  });
  return `https://wa.me/${number}?text=${encodeURIComponent(`${WORDS[language]}: #${code}`)}`;
}

const byCode = prepared((db) =>
  db.select({ id: visitorTable.id, expiresAt: handoverCodeTable.expiresAt }).from(handoverCodeTable)
    .innerJoin(visitorTable, eq(visitorTable.id, handoverCodeTable.visitorId))
    .where(eq(handoverCodeTable.code, prepared.arg("code"))).prepare()
);

export interface CodeSent {
  /** Where it was sent, at WhatsApp. */
  ticket: TicketRow;
  body: string;
}

/**
 * Somebody at WhatsApp says the code of a visitor: a note on both tickets names the other. The contacts stay two until a
 * person merges them, because a code proves only that the phone's owner has sent it. Who is talked into sending a
 * stranger's code would else be taken for that stranger, and be spoken of at the stranger's web chat.
 */
export function noteHandover(db: Write, emit: Emit, { ticket, body }: CodeSent, now: number): void {
  const code = CODE.exec(body)?.[1];
  const [visitor] = code === undefined || ticket.channel !== "whatsapp" ? [] : byCode(db, { code });
  if (!visitor || visitor.expiresAt <= now) return;
  // Whose code it was is said once.
  db.delete(handoverCodeTable).where(eq(handoverCodeTable.visitorId, visitor.id)).run();
  const contact = knownContact(db, addressOf(visitor.id));
  const before = contact && lastTicketOf(db, contact.id, visitor.id);
  const here = contactById(db, ticket.contactId);
  if (!contact || !before || !here || contact.id === here.id) return;
  const say = (at: TicketRow, note: string) => addNoteByNobody(db, emit, at, { note, now });
  say(
    ticket,
    `Veio do chat do site, onde é ${contact.name} (conversa ${before.id}), com o código que o chat lhe deu. ` +
      "Se for mesmo a mesma pessoa, junte os dois contatos.",
  );
  say(before, `Continuou no WhatsApp, onde é ${here.name} (conversa ${ticket.id}).`);
}

function lastTicketOf(db: Read, contactId: number, visitorId: string): TicketRow | undefined {
  const [row] = db.select({ connectionId: visitorTable.connectionId }).from(visitorTable)
    .where(eq(visitorTable.id, visitorId)).all();
  return row && newestTicket(db, contactId, row.connectionId);
}
