import { msg } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import { getDefaultStore } from "jotai";
import { navigate } from "wouter/use-browser-location";
import { chatPlace } from "../chats/address.ts";
import { unreadChats } from "../chats/chats.ts";
import { onEvent } from "../live.ts";
import { mentionsAtom } from "../mentions/mentions.ts";
import { meAtom } from "../session.ts";
import { alertsAtom, permissionAtom } from "./alerts.ts";
import { mentionCountAtom } from "./mentionCount.ts";
import { BETWEEN_CHIMES, inOneTab } from "./notify.ts";

/** A screen on which a message is read says so within (ms): then nobody needs to be called. */
const READ_WITHIN = 800;

interface Alert {
  occasion: string;
  title: string;
  body: string;
  place: string;
}

const store = getDefaultStore();
let bells = 0;

/** Messages of colleagues, and notes that call this person, ring and show on the desktop as those of customers do. */
export function alertToChats(): () => void {
  // A phone's drawer has a bell of its own.
  if (bells++ > 0) return () => void bells--;
  const count = () => store.set(mentionCountAtom, store.get(mentionsAtom).length);
  count();
  const stops = [
    store.sub(mentionsAtom, count),
    onEvent("chat", (event) => {
      if (event.action !== "new-message" || event.newMessage.senderId === store.get(meAtom)?.id) return;
      const { chat, newMessage } = event;
      setTimeout(() => {
        if (!store.get(unreadChats.atomOf({})).rows.some(({ id }) => id === chat.id)) return;
        void call({
          occasion: `chat-${newMessage.id}`,
          title: `${newMessage.sender.name} · ${chat.title}`,
          body: newMessage.message || newMessage.media?.name || "",
          place: chatPlace(chat.uuid),
        });
      }, READ_WITHIN);
    }),
    onEvent("mention", (event) => {
      if (event.action !== "create" || !event.record.ticket) return;
      const { id, by, text, ticket } = event.record, who = by?.name.split(" ")[0] ?? "";
      void call({
        occasion: `mention-${id}`,
        title: i18n._(msg`${who} chamou você: ${ticket.name}`),
        body: text,
        place: `/tickets/${ticket.uuid}`,
      });
    }),
  ];
  return () => {
    bells--;
    for (const stop of stops) stop();
  };
}

async function call({ occasion, title, body, place }: Alert): Promise<void> {
  await inOneTab(`called-${occasion}`, async () => {
    const alerts = store.get(alertsAtom);
    if (alerts.sound) {
      const { chime } = await import("./ring.ts");
      void inOneTab("chime", () => chime(), BETWEEN_CHIMES);
    }
    if (!alerts.desktop || store.get(permissionAtom) !== "granted") return;
    try {
      const made = new Notification(title, { body, icon: "/favicon.svg", tag: occasion, silent: true });
      made.onclick = () => {
        globalThis.focus();
        navigate(place);
        made.close();
      };
    } catch {
      // Chrome on Android shows them from a service worker only.
    }
  });
}
