import { ACK, EDITABLE_FOR } from "../shared/delivery.ts";

export type Profile = "admin" | "user" | "super";

/** Who holds what (spec 1 §6, spec 2 §6). The server enforces it; the SPA hides what would be refused. */
export const PERMISSIONS = {
  "dashboard:view": ["admin"],
  "drawer-admin-items:view": ["admin"],
  "tickets-manager:showall": ["admin"],
  "ticket-options:deleteTicket": ["admin"],
  "contacts-page:deleteContact": ["admin"],
  // Every customer's number in one file is more than an attendant needs, and more than a company wants to walk away.
  "contacts-page:exportContacts": ["admin"],
  "connections-page:actionButtons": ["admin"],
  "connections-page:addConnection": ["admin"],
  "connections-page:editOrDeleteConnection": ["admin"],
  "queues-page:edit": ["admin"],
  "settings-page:edit": ["admin"],
  "audit:view": ["admin"],
  "invoices:pay": ["admin"],
  "campaigns:edit": ["admin"],
  // Others write in the chats that they were taken into (spec 3 §6).
  "chats-page:add": ["admin"],
  "api:edit": ["admin"],
  // The provider's own.
  "invoices:decide": ["super"],
  "provider-settings:edit": ["super"],
  "cockpit:view": ["super"],
  "companies:edit": ["super"],
  "plans:edit": ["super"],
  "announcements:edit": ["super"],
  "helps:edit": ["super"],
  "user-modal:editProfile": ["admin"],
  "user-modal:editQueues": ["admin"],
} as const satisfies Record<string, readonly Profile[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Who asks, as far as rules need to know. */
export interface Person {
  id: number;
  profile: "admin" | "user";
  super: boolean;
  queueIds: number[];
}

export function may(person: Pick<Person, "profile" | "super">, permission: Permission): boolean {
  const holders: readonly Profile[] = PERMISSIONS[permission];
  return holders.includes(person.profile) || (person.super && holders.includes("super"));
}

/**
 * Admins see every ticket of their company, others those of their queues (spec 1 §6).
 * A ticket without a queue is seen by its own attendant only; the menu has not been answered yet.
 */
export function maySeeTicket(person: Person, ticket: { queueId: number | null; userId: number | null }): boolean {
  if (person.profile === "admin") return true;
  if (ticket.queueId === null) return ticket.userId === person.id;
  return person.queueIds.includes(ticket.queueId);
}

/**
 * Whose reading counts: that of who serves the ticket. Who else looks changes nothing, and while it waits nobody has read
 * it (behaviour.md, Tickets).
 */
export function readsTicket(
  person: Pick<Person, "id">,
  ticket: { status: string; userId: number | null },
): boolean {
  return ticket.status !== "pending" && ticket.userId === person.id;
}

/** Own messages only (spec 1 §6). */
export function mayDeleteMessage(message: { fromMe: boolean; isDeleted: boolean }): boolean {
  return message.fromMe && !message.isDeleted;
}

/** Texts that the person wrote themselves, for as long as phones show a change. */
export function mayEditMessage(
  person: Pick<Person, "id">,
  message: { userId: number | null; isDeleted: boolean; kind: string; ack: number },
): boolean {
  return message.userId === person.id && message.kind === "text" && !message.isDeleted && message.ack !== ACK.failed;
}

/** A chat is its owner's to change and to delete; one whose owner is gone, that of the administrators in it. */
export function mayEditChat(person: Pick<Person, "id" | "profile">, chat: { ownerId: number | null }): boolean {
  return chat.ownerId === null ? person.profile === "admin" : chat.ownerId === person.id;
}

/** `at` and `now` in ms since 1970. */
export function isStillEditable(at: number, now: number): boolean {
  return now - at < EDITABLE_FOR;
}
