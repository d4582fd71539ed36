// @ts-check
/** @import { Chat, Message, Phone } from "./answers.ts" */

/**
 * What the simulator told last, and what is open: a phone and a chat by their numbers, a message that is answered, one that is
 * changed, and by its id the one whose actions are shown.
 * @type {{
 *   phones: Phone[], chats: Chat[], phone: string | null, chat: string | null,
 *   reply: Message | null, edit: Message | null, picked: string | null,
 *   wanted: { phone: string, online: boolean } | undefined,
 * }}
 */
export const state = {
  phones: [],
  chats: [],
  phone: null,
  chat: null,
  reply: null,
  edit: null,
  picked: null,
  // What was just chosen for a phone, until the answer to it has been drawn: a round on its way still tells what was before.
  wanted: undefined,
};

/** The open phone. */
export function phone() {
  return state.phones.find(({ number }) => number === state.phone);
}

/** The open chat, when somebody has written in it. */
export function chat() {
  return state.chats.find(({ chat }) => chat === state.chat);
}

/** @param {string} number */
export function nameOf(number) {
  return state.phones.find((one) => one.number === number)?.name ?? number;
}

/** Whether the open phone reads what comes in without being asked. */
export function readsItself() {
  return localStorage.getItem(`reads ${state.phone}`) !== "no";
}

/** @param {boolean} on */
export function letReadItself(on) {
  localStorage.setItem(`reads ${state.phone}`, on ? "yes" : "no");
}

/**
 * Opens a phone, or one of its chats; whoever draws hears of it as "went".
 * @param {string | null} phone
 * @param {string | null} chat
 */
export function go(phone, chat) {
  Object.assign(state, { phone, chat, reply: null, edit: null, picked: null });
  const query = new URLSearchParams();
  if (phone) query.set("phone", phone);
  if (chat) query.set("chat", chat);
  history.pushState(null, "", `?${query}`);
  dispatchEvent(new Event("went"));
}

/** Opens what the address says: at first, and after the browser's own back and forward. */
export function goWhereAddressSays() {
  const query = new URLSearchParams(location.search);
  state.phone = query.get("phone");
  state.chat = query.get("chat");
}
