// @ts-check
import { $, h, put, the } from "./elements.js";
import { go, person, state } from "./state.js";
import { summary } from "./thread.js";

const CHANNELS = { whatsapp: "WhatsApp", messenger: "Messenger", instagram: "Instagram" };

export function drawPeople() {
  put(
    $("people-list"),
    [state.people, state.person],
    () =>
      state.people.map(({ id, name, phone, username, hidesNumber }) =>
        row(id, {
          isOpen: id === state.person,
          open: () => go(id, null),
          name,
          below: (hidesNumber || !phone ? "" : `+${phone} `) + (username ? `@${username}` : ""),
        })
      ),
  );
}

/** The open person and their chats, one for each line. */
export function drawChats() {
  const mine = person();
  $("chats").hidden = !mine;
  if (!mine) return;
  $("person-name").textContent = mine.name;
  $("person-ids").textContent = mine.phone ? `+${mine.phone}${mine.hidesNumber ? " (escondido)" : ""}` : "Sem WhatsApp";
  the("online", HTMLInputElement).checked = mine.isOnline;
  put($("chat-list"), [state.chats, state.line], () =>
    state.chats.map(({ line, name, channel, messages, unread }) => {
      const last = messages.at(-1);
      return row(line, {
        isOpen: line === state.line,
        open: () => go(state.person, line),
        name: `${name} · ${CHANNELS[channel]}`,
        below: last ? (last.isFromBusiness ? "" : "Você: ") + summary(last) : "Nova conversa",
        badge: unread,
      });
    }));
}

/**
 * @param {string} key
 * @param {{ isOpen: boolean, open: () => void, name: string, below: string, badge?: number }} shown
 */
function row(key, { isOpen, open, name, below, badge }) {
  const texts = h("span", null, h("strong", null, name), h("span", { class: "quiet" }, below));
  const properties = { class: "row", "data-key": key, "aria-current": isOpen ? "true" : undefined, onclick: open };
  const end = badge ? h("span", { class: "badge" }, String(badge)) : null;
  return h("li", null, h("button", properties, texts, end));
}
