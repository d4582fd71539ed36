// @ts-check
import { $, the } from "./elements.js";
import { attempt, state, verb } from "./state.js";
import { drawThread } from "./thread.js";

/** Lets somebody write, and send files and a place. */
export function letWrite() {
  const text = the("text", HTMLTextAreaElement);
  $("composer").onsubmit = attempt(() => sendText(text));
  text.onkeydown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    the("composer", HTMLFormElement).requestSubmit();
  };
  $("attach").onclick = () => $("file").click();
  $("file").onchange = attempt(() => sendFile(text));
  $("here").onclick = attempt(() =>
    write({ location: { latitude: -23.5505, longitude: -46.6333, name: "Praça da Sé" } })
  );
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
  const { edit } = state;
  field.value = "";
  if (!edit) return await write({ text });
  state.edit = null;
  await verb("edit", { id: edit.id, text });
  drawThread();
}

/** @param {object} what */
async function write(what) {
  const replyTo = state.reply?.id;
  state.reply = null;
  await verb("write", { line: state.line, replyTo, ...what });
  drawThread();
}

/** @param {HTMLTextAreaElement} field */
async function sendFile(field) {
  const files = the("file", HTMLInputElement);
  const chosen = files.files?.[0];
  files.value = "";
  if (!chosen) return;
  const text = field.value.trim() || undefined;
  field.value = "";
  const mimeType = chosen.type || "application/octet-stream";
  const file = { kind: kindOf(mimeType), mimeType, base64: await base64Of(chosen), name: chosen.name };
  await write({ text, file });
}

/** @param {string} mimeType */
function kindOf(mimeType) {
  const [family = ""] = mimeType.split("/");
  if (mimeType === "image/webp") return "sticker";
  return ["image", "video", "audio"].includes(family) ? family : "document";
}

/**
 * A file's bytes as text.
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
function base64Of(blob) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      done(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}
