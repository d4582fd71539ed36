import { milliseconds } from "date-fns/milliseconds";
import { sql } from "drizzle-orm";
import type { Company } from "../platform/company.ts";

/** So many tickets of a company are open, and as many wait, however old it is. */
const AT_WORK = 300;

/** Fills a company with closed and open tickets and so many messages each, as years of work would. */
export function seedMany(company: Company, tickets: number, messages = 20): void {
  const words = [
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
  const every = Math.max(66, Math.floor(tickets / AT_WORK));
  for (let from = 0; from < tickets; from += 1000) {
    company.write((db) => {
      for (let nth = from; nth < Math.min(tickets, from + 1000); nth++) {
        const id = 1_000_000 + nth, at = Date.now() - (tickets - nth) * milliseconds({ minutes: 1 });
        const status = nth % every === 0 ? "open" : nth % (every + 1) === 0 ? "pending" : "closed";
        db.run(sql`insert into contacts (id, name, number, created_at, updated_at)
          values (${id}, ${`Cliente ${words[nth % 12]}${nth % 30 === 0 ? " Prado" : ""} ${nth}`}, ${`55119${
          70_000_000 + nth
        }`}, ${at}, ${at})`);
        db.run(
          sql`insert into tickets (id, uuid, status, user_id, queue_id, connection_id, contact_id, last_message, created_at, updated_at)
          values (${id}, ${crypto.randomUUID()}, ${status}, ${status === "pending" ? null : 1}, ${
            1 + nth % 3
          }, 1, ${id}, 'Obrigado!', ${at}, ${at})`,
        );
        for (let line = 0; line < messages; line++) {
          const body = `${words[(nth + line) % 12]} ${words[(nth * 7 + line) % 12]} número ${nth * messages + line} ${
            words[line % 12]
          }`;
          db.run(
            sql`insert into messages (ticket_id, contact_id, connection_id, chat, wid, from_me, body, kind, ack, read, created_at)
            values (${id}, ${id}, 1, 'x', ${`B${nth}-${line}`}, ${line % 2}, ${body}, 'text', 3, 1, ${
              at + line * 1000
            })`,
          );
        }
      }
    });
  }
}
