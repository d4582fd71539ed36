// @ts-check
import { $, h, put, the } from "./elements.js";
import { go, phone, readsItself, state } from "./state.js";
import { summary } from "./summary.js";
/** @import { Message, Phone } from "./answers.ts" */
/** @import { Child } from "./elements.js" */

export function drawPhones() {
  put($("phone-list"), state.phones.map(phoneRow));
}

/** @param {Phone} one */
function phoneRow(one) {
  const links = one.devices.length ? ` · ${one.devices.length} aparelho(s)` : "";
  return row(one.number, {
    isOpen: one.number === state.phone,
    open: () => go(one.number, null),
    name: one.name,
    below: `+${one.number}${links}`,
    end: one.unread ? badge(one.unread) : h("span", { class: one.isOnline ? "dot" : "dot off" }),
  });
}

/** The open phone: its switches, its devices and its chats, then those it could write to. */
export function drawChats() {
  const mine = phone();
  $("chats").hidden = !mine;
  if (!mine) return;
  $("phone-name").textContent = mine.name;
  $("phone-number").textContent = `+${mine.number}${mine.lidOnly ? " (LID)" : ""}`;
  the("online", HTMLInputElement).checked = state.wanted?.phone === mine.number ? state.wanted.online : mine.isOnline;
  the("reads", HTMLInputElement).checked = readsItself();
  const connected = mine.devices.filter((device) => device.isConnected).length;
  $("devices").textContent = mine.devices.length
    ? `${mine.devices.length} aparelho(s) ligado(s), ${connected} conectado(s) agora`
    : "Nenhum aparelho ligado";
  $("unlink").hidden = !mine.devices.length;
  put($("chat-list"), [...knownChats(), ...newChats(mine)]);
}

function knownChats() {
  return state.chats.map(({ chat, name, isTyping, messages, unread }) =>
    row(chat, {
      isOpen: chat === state.chat,
      open: () => go(state.phone, chat),
      name,
      below: isTyping ? "escrevendo…" : preview(messages.at(-1)),
      end: unread > 0 && badge(unread),
    })
  );
}

/** @param {Phone} mine */
function newChats(mine) {
  const known = new Set(state.chats.map(({ chat }) => chat));
  const others = state.phones.filter(({ number }) => number !== mine.number && !known.has(number));
  return others.map(({ number, name }) =>
    row(number, {
      isOpen: number === state.chat,
      open: () => go(state.phone, number),
      name,
      below: "Nova conversa",
    })
  );
}

/**
 * @param {string} key
 * @param {{ isOpen: boolean, open: () => void, name: string, below: string, end?: Child }} shown
 */
function row(key, { isOpen, open, name, below, end }) {
  const texts = h("span", null, h("strong", null, name), h("span", { class: "quiet" }, below));
  const properties = { class: "row", "aria-current": isOpen ? "true" : undefined, onclick: open };
  return h("li", { "data-key": key }, h("button", properties, face(name), texts, end));
}

/** @param {string} name */
function face(name) {
  const hue = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 360;
  return h("span", { class: "face", style: `--hue:${hue}`, "aria-hidden": "true" }, name.slice(0, 1).toUpperCase());
}

/** @param {number} count */
function badge(count) {
  return h("span", { class: "badge" }, String(count));
}

/** @param {Message | undefined} message */
function preview(message) {
  if (!message) return "";
  return (message.mine ? "Você: " : "") + summary(message);
}
