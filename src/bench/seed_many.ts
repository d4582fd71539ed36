import { milliseconds } from "date-fns/milliseconds";
import { sql } from "drizzle-orm";
import type { Company } from "../platform/company.ts";
import type { Db } from "../platform/db.ts";

/** So many tickets of a company are open, and as many wait, however old it is. */
const AT_WORK = 300;
/** The first ticket. */
const FIRST = 1_000_000;

const WORDS = [
  "bolo",
  "entrega",
  "pedido",
  "amanhã",
  "obrigado",
  "preço",
  "encomenda",
  "torta",
  "horário",
  "pagamento",
  "cartão",
  "pão",
];

/** Fills a company with closed and open tickets and so many messages each, as years of work would. */
export function seedMany(company: Company, tickets: number, messages = 20): void {
  const every = Math.max(66, Math.floor(tickets / AT_WORK));
  for (let from = 0; from < tickets; from += 1000) {
    company.write((db) => {
      for (let nth = from; nth < Math.min(tickets, from + 1000); nth++) {
        const id = FIRST + nth, at = Date.now() - (tickets - nth) * milliseconds({ minutes: 1 });
        const status = nth % every === 0 ? "open" : nth % (every + 1) === 0 ? "pending" : "closed";
        db.run(sql`insert into contacts (id, name, number, created_at, updated_at)
          values (${id}, ${`Cliente ${WORDS[nth % 12]}${nth % 30 === 0 ? " Prado" : ""} ${nth}`}, ${`55119${
          70_000_000 + nth
        }`}, ${at}, ${at})`);
        db.run(
          sql`insert into tickets (id, uuid, status, user_id, queue_id, connection_id, contact_id, last_message, created_at, updated_at)
          values (${id}, ${crypto.randomUUID()}, ${status}, ${status === "pending" ? null : 1}, ${
            1 + nth % 3
          }, 1, ${id}, 'Obrigado!', ${at}, ${at})`,
        );
        seedThread(db, nth, { to: messages });
      }
    });
  }
}

/** Line after line of the thread of the `nth` ticket, a second apart. */
export function seedThread(db: Db, nth: number, { from = 0, to }: { from?: number; to: number }): void {
  const id = FIRST + nth;
  const { at } = db.get<{ at: number }>(sql`select created_at as at from tickets where id = ${id}`)!;
  for (let line = from; line < to; line++) {
    const body = `${WORDS[(nth + line) % 12]} ${WORDS[(nth * 7 + line) % 12]} número ${nth * to + line} ${
      WORDS[line % 12]
    }`;
    db.run(
      sql`insert into messages (ticket_id, contact_id, connection_id, chat, wid, from_me, body, kind, ack, read, created_at)
      values (${id}, ${id}, 1, 'x', ${`B${nth}-${line}`}, ${line % 2}, ${body}, 'text', 3, 1, ${at + line * 1000})`,
    );
  }
}
