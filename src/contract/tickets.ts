// Long, as one contract: tickets, what moves them, and all that is asked of them.
import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Channel, ConnectionKind } from "./channels.ts";
import { Contact } from "./contacts.ts";
import { Day } from "./hours.ts";
import { Id, Moment, PageNumber, QueryFlag, QueryIds, SearchParam } from "./fields.ts";
import { NoteText } from "./note_text.ts";
import { QueueRef } from "./queues.ts";
import { TagRef } from "./tags.ts";
import { UserRef } from "./users.ts";

export const TicketStatus = z.enum(["pending", "open", "closed"]);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** What kind of thing a message carries. `other` things are shown as "unsupported message" with their own name. */
export const MessageKind = z.enum([
  "text",
  "image",
  "video",
  "audio",
  "voice",
  "document",
  "sticker",
  "location",
  "contact",
  "call",
  "other",
]);
export type MessageKind = z.infer<typeof MessageKind>;

/** A ticket's way to whoever has not opened it yet. */
export const Handover = z.object({
  /** Who handed it over. */
  by: z.nullable(UserRef),
  /** What they wrote for who takes over. */
  note: z.nullable(z.string()),
  at: Moment,
});
export type Handover = z.infer<typeof Handover>;

export const Ticket = z.object({
  id: Id,
  uuid: z.string(),
  status: TicketStatus,
  userId: z.nullable(Id),
  user: z.nullable(UserRef),
  queueId: z.nullable(Id),
  queue: z.nullable(QueueRef),
  whatsappId: z.nullable(Id),
  whatsapp: z.nullable(z.object({ id: Id, name: z.string(), kind: ConnectionKind })),
  contactId: Id,
  contact: Contact,
  channel: Channel,
  isGroup: z.boolean(),
  chatbot: z.boolean(),
  tags: z.array(TagRef),
  /** The newest message's text, or its file's name; empty for a ticket without messages. */
  lastMessage: z.string(),
  lastMessageKind: MessageKind,
  lastMessageFromMe: z.boolean(),
  lastMessageAck: z.int(),
  /** 0 for a ticket without messages. */
  lastMessageId: z.int(),
  /** Taken back: its words are kept but not shown. */
  lastMessageIsDeleted: z.boolean(),
  unreadMessages: z.int(),
  /** Since when somebody waits for an attendant; null when nobody does. */
  waitingSince: z.nullable(Moment),
  /** Since when the customer's words are unanswered; null when they are answered, or the ticket is closed. */
  unansweredSince: z.nullable(Moment),
  /** Handed over to its attendant or its queue, where nobody has opened it yet; else null. */
  handover: z.nullable(Handover),
  /** The campaign that the customer has answered with it. */
  campaign: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Moment,
  updatedAt: Moment,
});
export type Ticket = z.infer<typeof Ticket>;

/** A ticket as its contact's history lists it. */
export const PastTicket = z.object({
  id: Id,
  uuid: z.string(),
  status: TicketStatus,
  user: z.nullable(UserRef),
  queue: z.nullable(QueueRef),
  createdAt: Moment,
  closedAt: z.nullable(Moment),
});
export type PastTicket = z.infer<typeof PastTicket>;

/** The moves a ticket can make (spec 1 §4.2). Anything else is refused. */
export const MOVES = {
  accept: { from: "pending", to: "open" },
  return: { from: "open", to: "pending" },
  resolve: { from: "open", to: "closed" },
  reopen: { from: "closed", to: "open" },
} as const satisfies Record<string, { from: TicketStatus; to: TicketStatus }>;
export type MoveName = keyof typeof MOVES;

/** What a move changes for all to see, and what whoever moves a ticket has seen of it. */
export const Place = z.object({ status: TicketStatus, userId: z.nullable(Id), queueId: z.nullable(Id) });

/** What its maker can take back for so long (ms), and how much longer the server waits for the word to arrive. */
export const UNDO_FOR = 8000;
export const UNDO_GRACE = 1500;

const MoveAction = z.enum([
  "create",
  "accept",
  "return",
  "resolve",
  "close",
  "reopen",
  "transfer",
  "requeue",
  "undo",
  "botStop",
  "billFault",
  "botStart",
  "botReturn",
  "botSilent",
  "botGone",
  "newNumber",
]);

/** One line of a ticket's history. */
export const Move = z.object({
  id: Id,
  action: MoveAction,
  /** Who did it; null when the customer or the clock did. */
  user: z.nullable(UserRef),
  toUser: z.nullable(UserRef),
  toQueue: z.nullable(QueueRef),
  /** Of an undo: the move that it took back. */
  undoes: z.nullable(MoveAction),
  /** Of a transfer: what its maker wrote for who takes over. */
  note: z.nullable(z.string()),
  /** Which outside bot it is about, and after how many minutes people take over from it. */
  bot: z.nullable(z.string()),
  minutes: z.nullable(z.int()),
  /** Of a customer who has another number: which. */
  number: z.nullable(z.string()),
  at: Moment,
});
export type Move = z.infer<typeof Move>;

/** A ticket after a move, and the move. */
export const Moved = z.extend(Ticket, { move: Move });

/** What `ERR_TICKET_CHANGED` has in its `detail`: the ticket as it stands, when the person may see it, and the move that was quicker. */
export interface ChangedTicket {
  status?: TicketStatus;
  userId?: number | null;
  action: Move["action"] | null;
  /** Who made it; null when a customer or the clock did. */
  by: UserRef | null;
}

/** What `ERR_OTHER_OPEN_TICKET` has in its `detail`: the ticket that is in the way, and whether the person may open it. */
export interface OtherTicket {
  uuid: string;
  userId: number | null;
  /** Its attendant's name. */
  user: string | null;
  maySee: boolean;
}

/** A ticket found by its words, with the message to open at. */
export const Hit = z.object({
  ticket: Ticket,
  /** Null when the contact's name or number matched, not a message. */
  messageId: z.nullable(Id),
  /** The matching piece of the message; what matched stands between \u0002 and \u0003. */
  snippet: z.string(),
});
export type Hit = z.infer<typeof Hit>;

export const TicketQuery = z.object({
  pageNumber: PageNumber,
  searchParam: SearchParam,
  status: z.optional(TicketStatus),
  /** Group chats only, or none of them; both when left out. */
  isGroup: z.optional(QueryFlag),
  showAll: z._default(z.optional(QueryFlag), false),
  queueIds: z.optional(QueryIds),
  users: z.optional(QueryIds),
  /** Tickets that carry all of these. */
  tags: z.optional(QueryIds),
  /** Those with unread messages, and those that were handed over and not opened yet. */
  withUnreadMessages: z._default(z.optional(QueryFlag), false),
  /** Latest change first; or by `wait`, the longest unanswered first, of tickets in progress only. */
  order: z.optional(z.enum(["change", "wait"])),
  /** YYYY-MM-DD in the company's time zone: created, or last changed, on that day. */
  date: z.optional(Day),
  updatedAt: z.optional(Day),
});

export const tickets = {
  list: get("/tickets", "A page of tickets, latest change first unless `order` says otherwise", {
    scope: "tickets",
    query: TicketQuery,
    answer: z.object({ tickets: z.array(Ticket), hasMore: z.boolean(), count: z.int() }),
  }),
  search: get("/tickets/search", "Full-text search over contacts and messages, best first", {
    scope: "tickets",
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ hits: z.array(Hit), hasMore: z.boolean() }),
  }),
  ofContact: get("/contacts/:id/tickets", "A contact's tickets that one may see, newest first", {
    scope: "tickets",
    query: z.object({ pageNumber: PageNumber }),
    answer: z.object({ tickets: z.array(PastTicket), hasMore: z.boolean() }),
  }),
  show: get("/tickets/:id", "One ticket", { scope: "tickets", answer: Ticket }),
  window: get("/tickets/:id/window", "Until when a ticket's contact may be answered freely; null = always", {
    scope: "tickets",
    answer: z.object({
      until: z.nullable(Moment),
      /** From the customer's last message on; 0 = always. */
      hours: z.int(),
    }),
  }),
  showByUuid: get("/tickets/u/:uuid", "One ticket, by what the address bar holds", {
    scope: "tickets",
    answer: Ticket,
  }),
  create: post("/tickets", "A new open ticket for a contact", {
    body: z.object({
      contactId: Id,
      queueId: z.nullable(Id),
      userId: z.optional(Id),
      status: z.optional(z.literal("open")),
    }),
    answer: Ticket,
  }),
  change: put("/tickets/:id", "Accept, return, resolve, reopen, close or transfer", {
    body: z.object({
      status: z.optional(TicketStatus),
      userId: z.optional(z.nullable(Id)),
      queueId: z.optional(z.nullable(Id)),
      justClose: z.optional(z.boolean()),
      /** The ticket as the person saw it: a move of somebody else's since then is not overwritten. */
      was: z.optional(Place),
      /** With a transfer: kept as a note on the ticket, for who takes over. */
      note: z.optional(NoteText),
    }),
    answer: Moved,
  }),
  undo: post("/tickets/:id/undo", "Take back one's own move, the ticket's latest, within 8 s", {
    body: z.object({ moveId: Id }),
    answer: Moved,
  }),
  tag: post("/tags/sync", "Give a ticket exactly these tags", {
    body: z.object({ ticketId: Id, tags: z.array(z.object({ id: Id })).check(z.maxLength(50)) }),
    answer: Ticket,
  }),
  markRead: put("/tickets/:id/read", "Its attendant has seen the newest message; who else looks changes nothing", {
    answer: Ticket,
  }),
  remove: del("/tickets/:id", "Delete a ticket with its messages", { who: "ticket-options:deleteTicket" }),
};
