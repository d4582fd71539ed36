// @ts-check
import { $, h, put, the } from "./elements.js";
import { attempt, chat, state, verb } from "./state.js";
/** @import { Message } from "./answers.ts" */

/** @type {Record<string, string>} */
const KINDS = {
  image: "🖼 Foto",
  video: "🎬 Vídeo",
  audio: "🎵 Áudio",
  document: "📄 Documento",
  sticker: "Figurinha",
  location: "📍 Localização",
  contacts: "👤 Contato",
  unsupported: "Mensagem sem suporte",
};

/**
 * A message in one line.
 * @param {Message} message
 * @returns {string}
 */
export function summary(message) {
  if (message.isDeleted) return "Mensagem apagada";
  return message.text || message.media?.name || KINDS[message.kind] || `[${message.kind}]`;
}

export function drawThread() {
  const open = chat();
  $("nothing").hidden = !!open;
  for (const id of ["thread-head", "messages", "composer"]) $(id).hidden = !open;
  const chosen = state.reply ?? state.edit;
  $("reply").hidden = !open || !chosen;
  if (!open) return;
  $("chat-name").textContent = open.name;
  $("chat-state").textContent = windowOf(open);
  $("mark-read").hidden = !open.unread;
  if (chosen) $("reply-text").textContent = (state.edit ? "Editando: " : "Respondendo: ") + summary(chosen);
  const box = $("messages");
  const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 80 || box.dataset.line !== open.line;
  box.dataset.line = open.line;
  put(box, [open.messages, open.line, state.person, state.picked], () => open.messages.map(drawMessage));
  if (isAtEnd) box.scrollTop = box.scrollHeight;
}

/** @param {{ openUntil?: number, humanUntil?: number }} open */
function windowOf({ openUntil, humanUntil }) {
  if (openUntil === undefined) return "A empresa ainda não pode escrever";
  if (openUntil > state.now) return `Janela aberta até ${when(openUntil)}`;
  if (humanUntil && humanUntil > state.now) return `Janela fechada; um atendente até ${when(humanUntil)}`;
  return "Janela fechada";
}

/** @param {number} at */
function when(at) {
  return new Date(at).toLocaleString("pt-BR", { dateStyle: "short", timeStyle: "short" });
}

/** @param {Message} message */
function drawMessage(message) {
  const { id, isFromBusiness, isDeleted, reactions, replyTo } = message;
  const quoted = replyTo && chat()?.messages.find((each) => each.id === replyTo);
  const emojis = [reactions.business, reactions.customer].filter(Boolean).join(" ");
  return h(
    "div",
    { class: isFromBusiness ? "message" : "message mine", "data-id": id },
    quoted && h("div", { class: "quote" }, summary(quoted)),
    isDeleted ? h("p", { class: "gone" }, "Mensagem apagada") : content(message),
    choicesOf(message),
    footer(message, emojis),
    state.picked === id && actions(message),
  );
}

/** @param {Message} message */
function content({ kind, text, media, location: at, contacts }) {
  const name = contacts?.map((each) => Object(each.name).formatted_name).join(", ");
  return [
    media && file(kind, media),
    at && h("p", null, `📍 ${at.name ?? ""} ${at.latitude}, ${at.longitude}`),
    name && h("p", null, `👤 ${name}`),
    (text || (!media && !at && !name)) && h("p", null, text || `[${KINDS[kind] ?? kind}]`),
  ];
}

/**
 * @param {string} kind
 * @param {NonNullable<Message["media"]>} media
 */
function file(kind, { id, mimeType, name }) {
  const src = `/control/files/${id}`;
  const family = mimeType.split("/")[0];
  if (family === "image") return h("img", { src, alt: KINDS[kind] });
  if (family === "video") return h("video", { src, controls: "" });
  if (family === "audio") return h("audio", { src, controls: "" });
  return h("a", { href: src, download: name ?? "documento" }, `📄 ${name ?? "Documento"}`);
}

/** @param {Message} message */
function choicesOf({ id, choices }) {
  if (!choices?.length) return null;
  const buttons = choices.map(({ id: choice, title, description, url }) =>
    url ? h("a", { href: url, target: "_blank", rel: "noreferrer" }, title) : h("button", {
      type: "button",
      title: description,
      onclick: attempt(() => verb("press", { id, choice })),
    }, title)
  );
  return h("div", { class: "choices" }, buttons);
}

const TICKS = { accepted: "…", sent: "✓", delivered: "✓✓", read: "✓✓ lida", failed: "✕" };

/**
 * @param {Message} message
 * @param {string} emojis
 */
function footer({ id, at, edits, isFromBusiness, status }, emojis) {
  const time = new Date(at).toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });
  const pick = () => {
    state.picked = state.picked === id ? null : id;
    drawThread();
  };
  return h(
    "small",
    null,
    emojis && h("span", null, emojis),
    edits.length > 0 && h("span", null, "editada"),
    h("span", null, time),
    !isFromBusiness && h("span", null, TICKS[status]),
    h("button", { type: "button", class: "plain", "data-key": id, "aria-label": "Ações", onclick: pick }, "⋯"),
  );
}

/**
 * What can be done with a message.
 * @param {Message} message
 */
function actions(message) {
  const { id, isFromBusiness, isDeleted, reactions, kind } = message;
  const isOwn = !isFromBusiness && !isDeleted;
  const emojis = isDeleted
    ? []
    : ["👍", "❤️", "😂", "😮", "😢"].map((emoji) =>
      act(emoji, () => verb("react", { id, emoji: reactions.customer === emoji ? "" : emoji }))
    );
  return h(
    "div",
    { class: "actions" },
    emojis,
    act("Responder", () => choose({ reply: message, edit: null })),
    isOwn && kind === "text" && act("Editar", () => {
      choose({ edit: message, reply: null });
      the("text", HTMLTextAreaElement).value = message.text ?? "";
    }),
    isOwn && act("Apagar", () => verb("delete", { id })),
  );
}

/** @param {Pick<typeof state, "reply" | "edit">} chosen */
function choose(chosen) {
  Object.assign(state, chosen);
  $("text").focus();
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
