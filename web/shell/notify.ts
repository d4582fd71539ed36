import { getDefaultStore } from "jotai";
import { useEffect } from "react";
import type { Events } from "../../src/contract/events.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { onEvent } from "../live.ts";
import { meAtom } from "../session.ts";
import { isHandedTo } from "../inbox/calls.ts";
import { openTicketAtom } from "../thread/opened.ts";
import { alertsAtom, askPermissionWhenTouched, permissionAtom } from "./alerts.ts";
import type { Words } from "./ring.ts";
import { unreadAtom, unreadKnown } from "./unread.ts";

type Arrival = Extract<Events["appMessage"], { action: "create" }>;
type Moving = Extract<Events["ticket"], { action: "update" }>;

/** The tab that took a message up keeps it this long (ms) from the others, which get the event at the same time. */
const OTHERS_HEAR_WITHIN = 3000;

/** Who writes in many short messages rings once in this time (ms). */
export const BETWEEN_CHIMES = 2000;

const store = getDefaultStore();
const shown = new Map<number, Notification>();

/** Whether a message calls this person: a new one from somebody else, for them or for anybody (spec 1 §2.2). */
export function callsFor({ message, ticket, live }: Arrival, me: { id: number }): boolean {
  if (!live || message.fromMe || ticket.isGroup) return false;
  return ticket.userId === null || ticket.userId === me.id;
}

/** While it is mounted, new messages and handovers ring and show on the desktop, in one of the person's tabs. */
export function useNotifications(): void {
  useEffect(() => {
    const stops = [
      askPermissionWhenTouched(),
      onEvent("appMessage", (event) => event.action === "create" && consider(event)),
      onEvent("ticket", (event) => event.action === "update" && considerHandover(event)),
      store.sub(unreadAtom, closeRead),
      holdWhatIsWatched(),
    ];
    return () => {
      for (const stop of stops) stop();
      for (const notification of shown.values()) notification.close();
      shown.clear();
    };
  }, []);
}

function consider(arrival: Arrival): void {
  const me = store.get(meAtom);
  if (!me || !callsFor(arrival, me)) return;
  const { message: { id, kind, body }, ticket } = arrival;
  void callPerson(ticket, String(id), ({ previewOf }) => ({
    title: ticket.contact.name,
    body: previewOf(kind, body).text,
  }));
}

function considerHandover({ ticket, move }: Moving): void {
  const me = store.get(meAtom);
  const { handover } = ticket;
  if (!me || move?.action !== "transfer" || !handover || !isHandedTo(me, ticket)) return;
  void callPerson(ticket, handover.at, ({ handedWords }) => handedWords(ticket, handover));
}

type Ring = typeof import("./ring.ts");

/** Rings and shows, once for each `occasion`, what a ticket calls with. */
async function callPerson(ticket: Ticket, occasion: string, wordsOf: (ring: Ring) => Words): Promise<void> {
  await inOneTab(`called-${ticket.id}-${occasion}`, async () => {
    if (await isWatchedAnywhere(ticket.id)) return;
    const alerts = store.get(alertsAtom);
    const ring = await import("./ring.ts");
    if (alerts.sound) void inOneTab("chime", () => ring.chime(), BETWEEN_CHIMES);
    if (!alerts.desktop || store.get(permissionAtom) !== "granted") return;
    await unreadKnown();
    if (!isUnread(ticket)) return;
    shown.get(ticket.id)?.close();
    const made = ring.notification(ticket, wordsOf(ring), occasion);
    if (made) shown.set(ticket.id, made);
  });
}

/** What was read, deleted or taken by somebody else needs nobody any more. */
function closeRead(): void {
  for (const ticketId of [...shown.keys()]) {
    if (!isUnread({ id: ticketId })) closeNotification(ticketId);
  }
}

/** The device shows the same by itself. */
export function closeNotification(ticketId: number): void {
  shown.get(ticketId)?.close();
  shown.delete(ticketId);
}

function isUnread({ id }: Pick<Ticket, "id">): boolean {
  return store.get(unreadAtom).some((ticket) => ticket.id === id);
}

/** Does something in the first tab that asks, and in none for a while (ms); without locks (no https) every tab is first. */
export async function inOneTab(
  name: string,
  work: () => void | Promise<void>,
  quiet = OTHERS_HEAR_WITHIN,
): Promise<void> {
  if (!navigator.locks) return await work();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await work();
    await new Promise((resolve) => setTimeout(resolve, quiet));
  });
}

/** Whether the ticket is open in a tab that is in sight, this one or another. */
async function isWatchedAnywhere(ticketId: number): Promise<boolean> {
  if (watchedNow() === ticketId) return true;
  const { held = [] } = await navigator.locks?.query() ?? {};
  return held.some(({ name }) => name === watchName(ticketId));
}

function watchedNow(): number | null {
  return document.visibilityState === "visible" ? store.get(openTicketAtom)?.id ?? null : null;
}

function watchName(ticketId: number): string {
  return `watched-${ticketId}`;
}

/** Lets the person's other tabs know which ticket is before their eyes: a lock is held as long as it is. */
function holdWhatIsWatched(): () => void {
  let held: number | null = null;
  let release = () => {};
  const follow = () => {
    const now = watchedNow();
    if (now === held) return;
    release();
    held = now;
    release = now === null ? () => {} : hold(watchName(now));
  };
  follow();
  const unsubscribe = store.sub(openTicketAtom, follow);
  document.addEventListener("visibilitychange", follow);
  return () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", follow);
    release();
  };
}

/** Holds a lock, together with whoever else does, until the returned function is called. */
function hold(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(name, { mode: "shared" }, () => promise);
  return resolve;
}
