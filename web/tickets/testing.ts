import { i18n } from "@lingui/core";
import { atom, getDefaultStore } from "jotai";
import { vi } from "vitest";
import type { Me } from "../../src/contract/access.ts";
import type { Contact } from "../../src/contract/contacts.ts";
import type { Message } from "../../src/contract/messages.ts";
import type { Move, Ticket } from "../../src/contract/tickets.ts";

import type { EventName, Events } from "../../src/contract/events.ts";
import { sessionAtom } from "../session.ts";

i18n.loadAndActivate({ locale: "pt", messages: {} });

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
    whatsapp: { id: 1, name: "Loja Centro", kind: "linked" },
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
    lastMessageId: 1,
    lastMessageIsDeleted: false,
    unreadMessages: 0,
    waitingSince: null,
    unansweredSince: null,
    handover: null,
    campaign: null,
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
    isForwarded: false,
    createdAt: "2026-11-20T12:00:00.000Z",
    localId: null,
    asOf: 1,
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
    undoes: null,
    note: null,
    bot: null,
    minutes: null,
    number: null,
    at: "2026-11-20T12:00:00.000Z",
    ...change,
  };
}

/** Logs Ana in, who serves queue 3. */
export function logIn(change: Partial<Me> = {}): void {
  const me: Me = {
    id: 7,
    name: "Ana Ribeiro",
    email: "ana@aurora.test",
    profile: "user",
    super: false,
    companyId: 2,
    company: { id: 2, name: "Padaria Aurora", dueDate: null, timeZone: "America/Sao_Paulo", settings: [] },
    queues: [{ id: 3, name: "Encomendas", color: "#0E7490" }],
    hasSecondFactor: false,
    language: null,
    ...change,
  };
  getDefaultStore().set(sessionAtom, { state: "in", me });
}

export function logOut(): void {
  getDefaultStore().set(sessionAtom, { state: "out" });
}

type Answer = (body: Record<string, unknown>) => unknown;

/** Answers calls by "METHOD /path"; an answer `[status, body]` refuses, a thrown error is a network that is away. */
export function answerCalls(answers: Record<string, Answer>): void {
  vi.stubGlobal("fetch", async (address: string, { method, body }: RequestInit) => {
    const answer = answers[`${method} ${address.replace("/api", "").split("?")[0]}`];
    const said = answer ? await answer(body ? JSON.parse(String(body)) : {}) : [404, { error: "ERR_NOT_FOUND" }];
    const [status, json] = Array.isArray(said) && typeof said[0] === "number" ? said : [200, said];
    return new Response(JSON.stringify(json), { status });
  });
}

/** A stream of events whose server is the test: `vi.mock("../live.ts", async () => (await import("./testing.ts")).aStream)`. */
const handlers = new Map<string, ((payload: never) => void)[]>();
const returns: (() => void)[] = [];
const connectionAtom = atom<"online" | "reconnecting">("online");
export const aStream = {
  connectionAtom,
  onEvent: (name: string, handler: (payload: never) => void) => {
    handlers.set(name, [...handlers.get(name) ?? [], handler]);
  },
  onResync: () => {},
  onReturn: (handler: () => void) => void returns.push(handler),
  subscribe: (_frame: { ticketId?: number }): () => void => () => {},
  sendToServer: (_frame: { say: string; typing?: boolean }): void => {},
  subscribed: () => Promise.resolve(),
  openEvents: () => {},
  closeEvents: () => {},
};

export function emit<N extends EventName>(name: N, payload: Events[N]): void {
  for (const handler of handlers.get(name) ?? []) handler(payload as never);
}

export function reconnect(): void {
  const store = getDefaultStore();
  store.set(connectionAtom, "reconnecting");
  store.set(connectionAtom, "online");
  for (const one of returns) one();
}
