import { tz } from "@date-fns/tz/tz";
import { getDay } from "date-fns/getDay";
import { hoursToMinutes } from "date-fns/hoursToMinutes";
import { milliseconds } from "date-fns/milliseconds";
import { rememberContact } from "../contacts/remember.ts";
import { ACK } from "../shared/delivery.ts";
import { recordMessage } from "../messages/record.ts";
import { newWid } from "../outbox/enqueue.ts";
import type { Write } from "../platform/company.ts";
import { closeTicket } from "../tickets/cycles.ts";
import { recordMove } from "../tickets/record_move.ts";
import { cycleTable, ticketTable } from "../tickets/table.ts";
import { eq } from "drizzle-orm";
import { dayAfter, dayIn, startOfDay } from "../shared/clock.ts";

const FIRST = ["Adriana", "Bento", "Cecília", "Davi", "Elaine", "Fábio", "Glória", "Heitor", "Inês", "Júlio"];
const LAST = ["Amaral", "Brito", "Coelho", "Farias", "Guedes", "Lacerda", "Matos"];
const TALKS = [
  ["Boa tarde, ainda tem pão de fermentação natural?", "Temos sim! Separo um para você?"],
  ["Qual o preço do cento de salgados?", "O cento sai por R$ 85,00, fritos na hora."],
  ["Preciso trocar o endereço da entrega", "Trocado! Chega até as 18h."],
  ["Vocês abrem no feriado?", "Abrimos das 7h às 13h."],
];
const MINUTE = milliseconds({ minutes: 1 });
const SAO_PAULO = "America/Sao_Paulo";
/** How many days back the desk has been working; as many again would be too long for a demonstration to start. */
const DAYS = 56;
/** Sunday first: how busy a day is. */
const BUSY = [2, 3, 4, 5, 5, 7, 6];

/** The weeks behind the dashboard: services that were ended, by whom, how long they took and what customers thought. */
export function seedPast(db: Write, connectionId: number, queueIds: number[], now: number): void {
  // The same dice at every start.
  let state = 11;
  const upTo = (most: number) => Math.floor((state = state * 48_271 % 2_147_483_647) / 2_147_483_647 * most);
  const today = dayIn(SAO_PAULO, now);
  for (let ago = DAYS; ago > 0; ago--) {
    const day = startOfDay(SAO_PAULO, dayAfter(today, -ago));
    // It goes a little better every week.
    const count = BUSY[getDay(day, { in: tz(SAO_PAULO) })]! + Math.floor((DAYS - ago) / 20);
    const starts = Array.from(
      { length: count },
      () => day + milliseconds({ hours: 7, minutes: upTo(hoursToMinutes(11)) }),
    ).sort((a, b) => a - b);
    for (const start of starts) {
      const person = upTo(FIRST.length * LAST.length), place = upTo(10);
      const nth = place < 5 ? 0 : place < 8 ? 1 : 2;
      serve(db, {
        name: `${FIRST[person % FIRST.length]} ${LAST[Math.floor(person / FIRST.length)]}`,
        phone: `55119${String(61_000_000 + person * 137_911)}`,
        connectionId,
        queueId: queueIds[nth]!,
        userId: nth + 1,
        talk: TALKS[upTo(TALKS.length)]!,
        start,
        wait: (1 + upTo(nth === 1 ? 14 : 7)) * MINUTE,
        length: (4 + upTo(nth === 2 ? 45 : 25)) * MINUTE,
        rating: upTo(10) < 6 ? upTo(10) < 7 ? 3 : 1 + upTo(3) : null,
      });
    }
  }
}

interface Served {
  name: string;
  phone: string;
  connectionId: number;
  queueId: number;
  userId: number;
  talk: string[];
  start: number;
  wait: number;
  length: number;
  rating: number | null;
}

function serve(db: Write, served: Served): void {
  const { name, phone, connectionId, queueId, userId, talk, start, wait, length, rating } = served;
  const chat = `${phone}@s.whatsapp.net`;
  const { contact } = rememberContact(db, { jid: chat, phone }, name, start);
  const accepted = start + wait, closed = accepted + length;
  const ticket = db.insert(ticketTable).values({
    uuid: crypto.randomUUID(),
    status: "pending",
    queueId,
    connectionId,
    contactId: contact.id,
    queuedAt: start,
    createdAt: start,
    updatedAt: start,
  }).returning().get();
  recordMove(db, ticket, "create", null, start);
  recordMove(db, ticket, "accept", userId, accepted);
  for (const [nth, body] of talk.entries()) {
    recordMessage(db, {
      ticketId: ticket.id,
      contactId: contact.id,
      connectionId,
      chat,
      wid: newWid(),
      fromMe: nth === 1,
      userId: nth === 1 ? userId : null,
      body,
      kind: "text",
      ack: nth === 1 ? ACK.read : ACK.waiting,
      read: true,
      createdAt: nth === 1 ? accepted + MINUTE : start,
    });
  }
  const open = db.update(ticketTable).set({ status: "open", userId, startedAt: accepted })
    .where(eq(ticketTable.id, ticket.id)).returning().get();
  const { cycle } = closeTicket(db, open, { userId, now: closed });
  recordMove(db, open, "resolve", userId, closed);
  if (rating) {
    db.update(cycleTable).set({ rating, ratedAt: closed + MINUTE }).where(eq(cycleTable.id, cycle.id)).run();
  }
}
