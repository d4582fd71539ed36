import { and, asc, eq } from "drizzle-orm";
import { setQueues } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { knownContact } from "../contacts/remember.ts";
import { ACK } from "../shared/delivery.ts";
import { receiveMessage, type Whereabouts } from "../inbox/receive.ts";
import { messageTable } from "../messages/table.ts";
import { outboxTable } from "../outbox/table.ts";
import type { Company, Write } from "../platform/company.ts";
import { queueOptionTable, queueTable } from "../queues/table.ts";
import { moveTable, type TicketRow, ticketTable } from "../tickets/table.ts";

export const ORDERS = 1, DELIVERIES = 2, WHOLESALE = 3;
export const ZONE = "America/Sao_Paulo";
/** Of a company that has paid. */
export const AT_WORK: Whereabouts = { timeZone: () => ZONE, isPaused: () => false };

type Option = typeof queueOptionTable.$inferInsert;

/** Lets the first connection serve these queues, the first with a tree of two levels. */
export function openDesk(db: Write, queueIds = [ORDERS, DELIVERIES, WHOLESALE]): void {
  setQueues(db, 1, queueIds);
  db.update(connectionTable).set({ greetingMessage: "Padaria Aurora.", complationMessage: "Obrigado, {{firstName}}!" })
    .where(eq(connectionTable.id, 1)).run();
  db.update(queueTable).set({ greetingMessage: "Encomendas, {{firstName}}?" }).where(eq(queueTable.id, ORDERS)).run();
  db.update(queueTable).set({ greetingMessage: "Entregas." }).where(eq(queueTable.id, DELIVERIES)).run();
  db.delete(queueOptionTable).run();
  db.insert(queueOptionTable).values(TREE).run();
}

const TREE: Option[] = [
  { id: 1, queueId: ORDERS, option: 1, title: "Bolos", message: "Qual bolo?" },
  { id: 2, queueId: ORDERS, option: 2, title: "Carla", message: "Carla já vem.", action: "user", toUserId: 3 },
  { id: 3, queueId: ORDERS, option: 3, title: "Endereço", message: "Rua das Flores, 210.", action: "close" },
  { id: 4, queueId: ORDERS, option: 4, title: "Entregas", action: "queue", toQueueId: DELIVERIES },
  { id: 11, queueId: ORDERS, parentId: 1, option: 1, title: "Chocolate", message: "Boa escolha." },
  { id: 12, queueId: ORDERS, parentId: 1, option: 2, title: "Bruno", action: "user", toUserId: 2 },
];

let customers = 0, written = 0;

/** Somebody who writes to the first connection, without a network. */
export function aCustomer(company: Company, name = "Joana Dias", isPaused = () => false) {
  const phone = `55119${String(70_000_000 + ++customers)}`;
  const chat = { jid: `${phone}@s.whatsapp.net`, phone };
  const contactId = () => knownContact(company.read, chat)!.id;
  const tickets = (): TicketRow[] =>
    company.read.select().from(ticketTable).where(eq(ticketTable.contactId, contactId())).orderBy(asc(ticketTable.id))
      .all();
  const messages = () =>
    company.read.select().from(messageTable).where(eq(messageTable.contactId, contactId()))
      .orderBy(asc(messageTable.createdAt), asc(messageTable.id)).all();
  return {
    chat,
    contactId,
    tickets,
    messages,
    ticket: () => tickets().at(-1)!,
    /** They read what the bot said, and answer. */
    write: (body: string, is: Partial<Parameters<typeof receiveMessage>[2]> = {}) => {
      company.write((db) =>
        void db.update(messageTable).set({ ack: ACK.sent, reachedAt: 1 })
          .where(and(eq(messageTable.fromMe, true), eq(messageTable.chat, chat.jid), eq(messageTable.ack, 0))).run()
      );
      return receiveMessage(company, 1, {
        chat,
        wid: `B${++written}`,
        fromMe: false,
        when: "live",
        pushName: name,
        participant: "",
        author: "",
        at: Date.now(),
        kind: "text",
        kindName: "",
        body,
        raw: new Uint8Array([1]),
        ...is,
      }, { ...AT_WORK, isPaused });
    },
    /** What was answered by itself, first to last. */
    said: () => messages().filter(({ fromMe, userId }) => fromMe && userId === null).map(({ body }) => body),
    moves: () =>
      company.read.select().from(moveTable).where(eq(moveTable.ticketId, tickets().at(-1)!.id)).orderBy(
        asc(moveTable.id),
      )
        .all().map(({ action, userId, toUserId, toQueueId }) => [action, userId, toUserId, toQueueId]),
    waiting: () =>
      company.read.select({ rank: outboxTable.rank, body: messageTable.body }).from(outboxTable)
        .innerJoin(messageTable, eq(messageTable.id, outboxTable.messageId))
        .where(eq(messageTable.contactId, contactId())).orderBy(asc(outboxTable.id)).all(),
  };
}
