// @ts-check
import { attempt, verb } from "./ask.js";
import { $, h, put, the } from "./elements.js";
import { chat, nameOf, readsItself, state } from "./state.js";
import { KINDS, summary } from "./summary.js";
/** @import { Message } from "./answers.ts" */

/** @type {Record<string, string>} */
const CALLS = { ringing: "Chamando…", rejected: "Ligação recusada" };

/** The open chat. */
export function drawThread() {
  const { phone, chat: address } = state;
  const isOpen = !!phone && !!address;
  $("nothing").hidden = isOpen;
  for (const id of ["thread-head", "messages", "composer"]) $(id).hidden = !isOpen;
  $("reply").hidden = !isOpen || !(state.reply ?? state.edit);
  if (!isOpen) return;
  drawHead(address);
  const chosen = state.reply ?? state.edit;
  if (chosen) $("reply-text").textContent = (state.edit ? "Editando: " : "Respondendo: ") + summary(chosen);
  drawMessages();
}

/** @param {string} address */
function drawHead(address) {
  const open = chat();
  const isGroup = address.endsWith("@g.us");
  $("chat-name").textContent = open?.name ?? nameOf(address);
  const place = isGroup ? "Grupo" : `+${address}`;
  $("chat-state").textContent = open?.isTyping ? "escrevendo…" : CALLS[open?.call?.status ?? ""] ?? place;
  const callLabel = open?.call?.status === "ringing" ? "Desligar" : "Ligar";
  $("call").hidden = isGroup;
  $("call").title = callLabel;
  $("call").setAttribute("aria-label", callLabel);
  $("mark-read").hidden = readsItself() || !open?.unread;
}

/** Who was at the end sees the latest again; who reads further up stays there. */
function drawMessages() {
  const box = $("messages");
  const key = `${state.phone}${state.chat}`;
  const wasAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 80 || box.dataset.chat !== key;
  box.dataset.chat = key;
  put(box, (chat()?.messages ?? []).flatMap(drawMessage));
  if (wasAtEnd) box.scrollTop = box.scrollHeight;
}

/**
 * A message, and its actions when they are asked for.
 * @param {Message} message
 * @returns {HTMLElement[]}
 */
function drawMessage(message) {
  const quoted = message.quotedId && chat()?.messages.find(({ id }) => id === message.quotedId);
  const properties = {
    "data-key": message.id,
    class: message.mine ? "message mine" : "message",
    tabindex: "0",
    onclick: () => pick(message.id),
    /** @param {KeyboardEvent} event */
    onkeydown: (event) => event.key === "Enter" && event.target === event.currentTarget && pick(message.id),
  };
  const bubble = h(
    "div",
    properties,
    message.writer && h("strong", null, message.writer),
    quoted && h("div", { class: "quote" }, summary(quoted)),
    message.revoked ? h("p", { class: "gone" }, "Mensagem apagada") : content(message),
    footer(message),
    message.reaction && h("span", { class: "reaction" }, message.reaction),
  );
  return state.picked === message.id ? [bubble, actions(message)] : [bubble];
}

/** @param {Message} message */
function content(message) {
  const { media, location: at, contact } = message;
  if (media) {
    return [
      file(message.id, media),
      media.fault && h("p", { class: "gone" }, media.fault),
      media.caption && h("p", null, media.caption),
    ];
  }
  if (at) return h("p", null, `📍 ${at.name ?? ""} ${at.latitude}, ${at.longitude}`);
  if (contact) return h("p", null, `👤 ${contact.name}`);
  return h("p", null, message.text ?? `[${message.kind}]`);
}

/**
 * @param {string} id
 * @param {NonNullable<Message["media"]>} media
 */
function file(id, media) {
  const src = `/control/phones/${state.phone}/files/${encodeURIComponent(id)}`;
  if (media.fault) return h("p", null, KINDS[media.kind]);
  if (media.kind === "image" || media.kind === "sticker") {
    return h("img", { src, alt: media.caption ?? KINDS[media.kind], loading: "lazy" });
  }
  if (media.kind === "video") return h("video", { src, controls: true });
  if (media.kind === "audio" || media.kind === "voice") {
    return h("audio", { src, controls: true, onplay: attempt(() => heard(id)) });
  }
  return h("a", { href: src, download: media.fileName ?? "documento" }, `📄 ${media.fileName ?? "Documento"}`);
}

/** @param {string} id */
async function heard(id) {
  const isMine = chat()?.messages.find((one) => one.id === id)?.mine;
  if (!isMine) await verb("play", { from: state.chat, id });
}

const TICKS = { pending: "…", sent: "✓", delivered: "✓✓", read: "✓✓", played: "✓✓" };
const SAID = { pending: "esperando", sent: "enviada", delivered: "entregue", read: "lida", played: "ouvida" };

/** @param {Message} message */
function footer({ at, mine, status, duplicates, edits }) {
  const time = new Date(at).toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });
  const isSeen = status === "read" || status === "played";
  return h(
    "small",
    null,
    duplicates > 0 && h("span", null, `repetida ${duplicates}×`),
    edits.length > 0 && h("span", null, "editada"),
    h("span", null, time),
    mine && h("span", { class: isSeen ? "seen" : "", title: SAID[status] }, TICKS[status]),
  );
}

/** @param {string} id */
function pick(id) {
  state.picked = state.picked === id ? null : id;
  drawThread();
}

/**
 * What can be done with a message.
 * @param {Message} message
 */
function actions(message) {
  const { id } = message;
  const to = state.chat;
  const isOwn = message.mine && !message.revoked;
  const emojis = message.revoked ? [] : ["👍", "❤️", "😂", "😮", "🙏"].map((emoji) => {
    return act(emoji, () => verb("react", { to, id, emoji: message.reaction === emoji ? "" : emoji }));
  });
  return h(
    "div",
    { "data-key": `actions ${id}`, class: message.mine ? "actions mine" : "actions" },
    emojis,
    act("Responder", () => {
      Object.assign(state, { reply: message, edit: null });
      $("text").focus();
    }),
    isOwn && message.kind === "text" && act("Editar", () => {
      Object.assign(state, { edit: message, reply: null });
      the("text", HTMLTextAreaElement).value = message.text ?? "";
      $("text").focus();
    }),
    isOwn && act("Apagar", () => verb("revoke", { to, id })),
  );
}

/**
 * @param {string} label
 * @param {() => unknown} work
 */
function act(label, work) {
  const onclick = attempt(async () => {
    state.picked = null;
    await work();
    drawThread();
  });
  return h("button", { type: "button", onclick }, label);
}
