import { getDefaultStore } from "jotai";
import { navigate } from "wouter/use-browser-location";
import { onEvent } from "../live.ts";
import { closeNotifications } from "../notified.ts";
import { meAtom } from "../session.ts";
import { openTicketAtom } from "../thread/opened.ts";
import type { FromWorker } from "../worker/signs.ts";

const store = getDefaultStore();

/** What was read, taken or ended here needs no notification any more, also where the server may not say so to the device. */
export function closeNeedless(): void {
  store.sub(openTicketAtom, () => {
    const open = store.get(openTicketAtom);
    if (open && document.visibilityState === "visible") void close(`ticket-${open.id}`, `waiting-${open.id}`);
  });
  onEvent("ticket", (event) => {
    if (event.action === "updateUnread") return void close(`ticket-${event.ticketId}`);
    if (event.action !== "update") return void close(`ticket-${event.ticketId}`, `waiting-${event.ticketId}`);
    const { id, status, userId, unreadMessages, handover } = event.ticket;
    const isMine = userId === store.get(meAtom)?.id && status === "open" && (unreadMessages > 0 || handover !== null);
    if (!isMine) void close(`ticket-${id}`);
    if (status !== "pending") void close(`waiting-${id}`);
  });
  onEvent("chat", (event) => {
    if (event.action === "delete") return void close(`chat-${event.id}`);
    if (event.action !== "update") return;
    const mine = event.record.users.find(({ userId }) => userId === store.get(meAtom)?.id);
    if (mine?.unreads === 0) void close(`chat-${event.record.id}`);
  });
  onEvent("mention", (event) => {
    if (event.action === "seen") void close(...event.ids.map((id) => `mention-${id}`));
  });
}

/** Goes where a notification leads that was pressed; what this tab has shown of the same thing goes when the device shows it. */
export function heedWorker(onShown: (tag: string) => void): void {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    const said = data as FromWorker;
    if (said.say === "shown") onShown(said.tag);
    if (said.say !== "go") return;
    ports[0]?.postMessage(true);
    navigate(said.url);
  });
}

async function close(...tags: string[]): Promise<void> {
  await closeNotifications((tag) => tags.includes(tag));
}
