// @ts-check
import { attempt, verb } from "./ask.js";
import { base64Of } from "./base64.js";
import { $, the } from "./elements.js";
import { recordVoice } from "./recording.js";
import { state } from "./state.js";
import { drawThread } from "./thread.js";

/** Lets somebody write, send files, a place and their voice. */
export function letWrite() {
  const text = the("text", HTMLTextAreaElement);
  $("composer").onsubmit = attempt(() => sendText(text));
  text.onkeydown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    the("composer", HTMLFormElement).requestSubmit();
  };
  text.oninput = () => setTyping(text.value !== "");
  $("attach").onclick = () => $("file").click();
  $("file").onchange = attempt(() => sendFile(text));
  $("record").onclick = attempt(recordVoice);
  $("here").onclick = attempt(() => {
    return verb("location", { to: state.chat, latitude: -23.5505, longitude: -46.6333, name: "Praça da Sé" });
  });
  $("forget").onclick = () => {
    if (state.edit) text.value = "";
    Object.assign(state, { reply: null, edit: null });
    drawThread();
  };
}

/** @param {HTMLTextAreaElement} field */
async function sendText(field) {
  const text = field.value.trim();
  if (!text) return;
  const { reply, edit, chat: to } = state;
  field.value = "";
  Object.assign(state, { reply: null, edit: null });
  setTyping(false);
  if (edit) await verb("edit", { to, id: edit.id, text });
  else await verb("write", { to, text, quote: reply?.id });
  drawThread();
}

let isTyping = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;

/**
 * Tells the other side that this one writes, until four seconds pass without a letter.
 * @param {boolean} on
 */
function setTyping(on) {
  clearTimeout(pause);
  if (on) pause = setTimeout(() => setTyping(false), 4000);
  if (on === isTyping) return;
  isTyping = on;
  verb("typing", { to: state.chat, on }).catch(() => {});
}

/** @param {HTMLTextAreaElement} field */
async function sendFile(field) {
  const files = the("file", HTMLInputElement);
  const chosen = files.files?.[0];
  files.value = "";
  if (!chosen) return;
  const to = state.chat;
  const mimetype = chosen.type || "application/octet-stream";
  const caption = field.value.trim() || undefined;
  field.value = "";
  const base64 = await base64Of(chosen);
  await verb("media", { to, kind: kindOf(mimetype), mimetype, base64, fileName: chosen.name, caption });
}

/** @param {string} mimetype */
function kindOf(mimetype) {
  const [family = ""] = mimetype.split("/");
  if (mimetype === "image/webp") return "sticker";
  return ["image", "video", "audio"].includes(family) ? family : "document";
}
