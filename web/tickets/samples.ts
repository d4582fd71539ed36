import type { Contact } from "../../src/contract/contacts.ts";
import type { Message } from "../../src/contract/messages.ts";
import type { Move, Ticket } from "../../src/contract/tickets.ts";

/** Rows for the tests in this folder: complete, and different only where a test says so. */
export function aContact(change: Partial<Contact> = {}): Contact {
  return {
    id: 81,
    name: "Mariana Souza",
    number: "5511987654321",
    email: "",
    isGroup: false,
    profilePicUrl: null,
    ...change,
  };
}

export function aTicket(change: Partial<Ticket> = {}): Ticket {
  return {
    id: 1,
    uuid: `uuid-${change.id ?? 1}`,
    status: "open",
    userId: 7,
    user: { id: 7, name: "Ana" },
    queueId: 3,
    queue: { id: 3, name: "Encomendas", color: "#0E7490" },
    whatsappId: 1,
    whatsapp: { id: 1, name: "Loja Centro" },
    contactId: 81,
    contact: aContact(),
    channel: "whatsapp",
    isGroup: false,
    chatbot: false,
    tags: [],
    lastMessage: "Oi",
    lastMessageKind: "text",
    lastMessageFromMe: false,
    lastMessageAck: 0,
    unreadMessages: 0,
    createdAt: "2026-11-20T12:00:00.000Z",
    updatedAt: "2026-11-20T12:00:00.000Z",
    ...change,
  };
}

export function aMessage(change: Partial<Message> = {}): Message {
  return {
    id: 1,
    ticketId: 1,
    contactId: 81,
    queueId: 3,
    body: "Oi",
    fromMe: false,
    user: null,
    participant: "",
    read: true,
    ack: 0,
    failure: null,
    kind: "text",
    kindName: "",
    mediaType: null,
    mediaUrl: null,
    media: null,
    places: null,
    cards: [],
    quotedMsg: null,
    reactions: [],
    isDeleted: false,
    isEdited: false,
    createdAt: "2026-11-20T12:00:00.000Z",
    localId: null,
    ...change,
  };
}

export function aMove(change: Partial<Move> = {}): Move {
  return {
    id: 1,
    action: "accept",
    user: { id: 7, name: "Ana" },
    toUser: null,
    toQueue: null,
    at: "2026-11-20T12:00:00.000Z",
    ...change,
  };
}
