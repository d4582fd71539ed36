/** What the phones' page does. It is a text because the server sends it as it is; so it has no template literals. */
export const script = String.raw`
const $ = (id) => document.getElementById(id);
const place = new URLSearchParams(location.search);
const state = { phones: [], chats: [], phone: place.get("phone"), chat: place.get("chat"), reply: null, edit: null, picked: null };

function h(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === false) continue;
    if (key.startsWith("on")) node[key] = value;
    else if (key === "style") node.style.cssText = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * Draws a list anew without replacing what stays: somebody's pointer may be on it, or between its press and its release. What
 * carries a data-key is known by it, everything else by its place.
 */
function put(parent, fresh) {
  const known = new Map(Array.from(parent.children, (child) => [child.dataset.key, child]));
  let at = parent.firstChild;
  for (const node of fresh) {
    const key = node.dataset?.key;
    const old = key ? known.get(key) : at && !at.dataset?.key && at.nodeName === node.nodeName ? at : undefined;
    if (!old) { parent.insertBefore(node, at); continue; }
    if (old === at) at = at.nextSibling;
    else parent.insertBefore(old, at);
    become(old, node);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const HANDLERS = ["onclick", "onkeydown", "onplay"];

function become(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of HANDLERS) old[name] = fresh[name];
  put(old, [...fresh.childNodes]);
}

async function ask(path, body) {
  const init = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch("/control/" + path, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

function tell(text, bad) {
  const notice = $("notice");
  notice.textContent = text;
  notice.className = bad ? "bad" : "";
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => notice.textContent = "", 5000);
}

const attempt = (work) => async (event) => {
  event?.preventDefault?.();
  try { await work(event); } catch (error) { tell(error.message, true); }
};

const verb = (name, body) => ask("phones/" + state.phone + "/" + name, body ?? {});

function go(phone, chat) {
  Object.assign(state, { phone, chat, reply: null, edit: null, picked: null });
  const query = new URLSearchParams(Object.entries({ phone, chat }).filter(([, value]) => value));
  history.pushState(null, "", "?" + query);
  refresh();
}

addEventListener("popstate", () => {
  const query = new URLSearchParams(location.search);
  state.phone = query.get("phone");
  state.chat = query.get("chat");
  refresh();
});

let round, next;
/** Asks and draws; done when a round that began after this call is drawn. */
function refresh() {
  if (!round) return round = look().finally(() => round = undefined);
  return next ??= round.then(() => { next = undefined; return refresh(); });
}

async function look() {
  try {
    state.phones = await ask("phones");
    if (!phone()) state.phone = null;
    state.chats = state.phone ? await ask("phones/" + state.phone + "/chats?last=200") : [];
    draw();
    await readOpenChat();
  } catch (error) { tell(error.message, true); }
}

const phone = () => state.phones.find(({ number }) => number === state.phone);
const chat = () => state.chats.find(({ chat }) => chat === state.chat);
const nameOf = (number) => state.phones.find((one) => one.number === number)?.name ?? number;
const readsItself = () => localStorage.getItem("reads " + state.phone) !== "no";

async function readOpenChat() {
  if (!chat()?.unread || !readsItself() || !phone().isOnline || document.hidden) return;
  await verb("read", { from: state.chat });
}

function draw() {
  drawPhones();
  drawChats();
  drawThread();
  const front = state.chat ? "thread" : state.phone ? "chats" : "phones";
  for (const id of ["phones", "chats", "thread"]) $(id).classList.toggle("front", id === front);
}

function face(name) {
  const hue = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 360;
  return h("span", { class: "face", style: "--hue:" + hue, "aria-hidden": "true" }, name.slice(0, 1).toUpperCase());
}

function row(key, props, name, below, end) {
  return h("li", { "data-key": key }, h("button", { class: "row", ...props }, face(name),
    h("span", null, h("strong", null, name), h("span", { class: "quiet" }, below)), end));
}

function drawPhones() {
  put($("phone-list"), state.phones.map((one) => {
    const links = one.devices.length ? " · " + one.devices.length + " aparelho(s)" : "";
    const end = one.unread ? h("span", { class: "badge" }, String(one.unread)) : h("span", { class: one.isOnline ? "dot" : "dot off" });
    return row(one.number, { "aria-current": one.number === state.phone ? "true" : undefined, onclick: () => go(one.number, null) }, one.name, "+" + one.number + links, end);
  }));
}

function drawChats() {
  const mine = phone();
  $("chats").hidden = !mine;
  if (!mine) return;
  $("phone-name").textContent = mine.name;
  $("phone-number").textContent = "+" + mine.number + (mine.lidOnly ? " (LID)" : "");
  $("online").checked = wanted?.phone === mine.number ? wanted.online : mine.isOnline;
  $("reads").checked = readsItself();
  const connected = mine.devices.filter((device) => device.isConnected).length;
  $("devices").textContent = mine.devices.length
    ? mine.devices.length + " aparelho(s) ligado(s), " + connected + " conectado(s) agora" : "Nenhum aparelho ligado";
  $("unlink").hidden = !mine.devices.length;
  const known = new Set(state.chats.map(({ chat }) => chat));
  const others = state.phones.filter(({ number }) => number !== mine.number && !known.has(number));
  put($("chat-list"), [
    ...state.chats.map((one) => row(one.chat, { "aria-current": one.chat === state.chat ? "true" : undefined, onclick: () => go(state.phone, one.chat) }, one.name,
      one.isTyping ? "escrevendo…" : preview(one.messages.at(-1)), one.unread > 0 && h("span", { class: "badge" }, String(one.unread)))),
    ...others.map((one) => row(one.number, { "aria-current": one.number === state.chat ? "true" : undefined, onclick: () => go(state.phone, one.number) }, one.name, "Nova conversa")),
  ]);
}

function preview(message) {
  if (!message) return "";
  return (message.mine ? "Você: " : "") + summary(message);
}

const KINDS = { image: "🖼 Foto", video: "🎬 Vídeo", audio: "🎵 Áudio", voice: "🎤 Mensagem de voz", document: "📄 Documento", sticker: "Figurinha" };

function summary(message) {
  if (message.revoked) return "Mensagem apagada";
  if (message.media) return message.media.caption || message.media.fileName || KINDS[message.media.kind];
  if (message.location) return "📍 " + (message.location.name ?? "Localização");
  if (message.contact) return "👤 " + message.contact.name;
  return message.text ?? "[" + message.kind + "]";
}

function drawThread() {
  const isOpen = Boolean(state.phone && state.chat);
  $("nothing").hidden = isOpen;
  for (const id of ["thread-head", "messages", "composer"]) $(id).hidden = !isOpen;
  $("reply").hidden = !isOpen || !(state.reply ?? state.edit);
  if (!isOpen) return;
  const open = chat();
  $("chat-name").textContent = open?.name ?? nameOf(state.chat);
  const place = state.chat.endsWith("@g.us") ? "Grupo" : "+" + state.chat;
  $("chat-state").textContent = open?.isTyping ? "escrevendo…" : CALLS[open?.call?.status] ?? place;
  const rings = open?.call?.status === "ringing";
  $("call").hidden = state.chat.endsWith("@g.us");
  $("call").title = rings ? "Desligar" : "Ligar";
  $("call").setAttribute("aria-label", $("call").title);
  $("mark-read").hidden = readsItself() || !open?.unread;
  const chosen = state.reply ?? state.edit;
  if (chosen) $("reply-text").textContent = (state.edit ? "Editando: " : "Respondendo: ") + summary(chosen);
  const box = $("messages");
  const wasAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 80 || box.dataset.chat !== state.phone + state.chat;
  box.dataset.chat = state.phone + state.chat;
  put(box, (open?.messages ?? []).flatMap(drawMessage));
  if (wasAtEnd) box.scrollTop = box.scrollHeight;
}

const CALLS = { ringing: "Chamando…", rejected: "Ligação recusada" };
$("call").onclick = attempt(async () => {
  const last = chat()?.call;
  if (last?.status === "ringing") await verb("hangUp", { id: last.id });
  else await verb("call", { to: state.chat });
});

const TICKS = { pending: "…", sent: "✓", delivered: "✓✓", read: "✓✓", played: "✓✓" };
const SAID = { pending: "esperando", sent: "enviada", delivered: "entregue", read: "lida", played: "ouvida" };

function drawMessage(message) {
  const quoted = message.quotedId && chat().messages.find(({ id }) => id === message.quotedId);
  const at = new Date(message.at).toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });
  const seen = message.status === "read" || message.status === "played";
  const bubble = h("div", { "data-key": message.id, class: message.mine ? "message mine" : "message", tabindex: "0", onclick: () => pick(message.id),
      onkeydown: (event) => event.key === "Enter" && event.target === event.currentTarget && pick(message.id) },
    message.writer && h("strong", null, message.writer),
    quoted && h("div", { class: "quote" }, summary(quoted)),
    message.revoked ? h("p", { class: "gone" }, "Mensagem apagada") : content(message),
    h("small", null, message.duplicates > 0 && h("span", null, "repetida " + message.duplicates + "×"),
      message.edits.length > 0 && h("span", null, "editada"), h("span", null, at),
      message.mine && h("span", { class: seen ? "seen" : "", title: SAID[message.status] }, TICKS[message.status])),
    message.reaction && h("span", { class: "reaction" }, message.reaction));
  return state.picked === message.id ? [bubble, actions(message)] : [bubble];
}

function content(message) {
  const { media, location: at, contact } = message;
  if (media) return [file(message), media.fault && h("p", { class: "gone" }, media.fault), media.caption && h("p", null, media.caption)];
  if (at) return h("p", null, "📍 " + (at.name ?? "") + " " + at.latitude + ", " + at.longitude);
  if (contact) return h("p", null, "👤 " + contact.name);
  return h("p", null, message.text ?? "[" + message.kind + "]");
}

function file({ id, media }) {
  const src = "/control/phones/" + state.phone + "/files/" + encodeURIComponent(id);
  if (media.fault) return h("p", null, KINDS[media.kind]);
  if (media.kind === "image" || media.kind === "sticker") return h("img", { src, alt: media.caption ?? KINDS[media.kind], loading: "lazy" });
  if (media.kind === "video") return h("video", { src, controls: true });
  if (media.kind === "audio" || media.kind === "voice") return h("audio", { src, controls: true, onplay: () => heard(id) });
  return h("a", { href: src, download: media.fileName ?? "documento" }, "📄 " + (media.fileName ?? "Documento"));
}

const heard = attempt(async (id) => chat().messages.find((one) => one.id === id)?.mine || await verb("play", { from: state.chat, id }));

function pick(id) {
  state.picked = state.picked === id ? null : id;
  drawThread();
}

function actions(message) {
  const act = (label, work) => h("button", { type: "button", onclick: attempt(async () => { state.picked = null; await work(); drawThread(); }) }, label);
  const { id } = message;
  const to = state.chat;
  const emojis = message.revoked ? [] : ["👍", "❤️", "😂", "😮", "🙏"].map((emoji) =>
    act(emoji, () => verb("react", { to, id, emoji: message.reaction === emoji ? "" : emoji })));
  const isOwnText = message.mine && message.kind === "text" && !message.revoked;
  return h("div", { "data-key": "actions " + id, class: message.mine ? "actions mine" : "actions" }, emojis,
    act("Responder", () => { state.reply = message; state.edit = null; $("text").focus(); }),
    isOwnText && act("Editar", () => { state.edit = message; state.reply = null; $("text").value = message.text; $("text").focus(); }),
    message.mine && !message.revoked && act("Apagar", () => verb("revoke", { to, id })));
}

$("composer").onsubmit = attempt(async () => {
  const text = $("text").value.trim();
  if (!text) return;
  const { reply, edit, chat: to } = state;
  $("text").value = "";
  Object.assign(state, { reply: null, edit: null });
  setTyping(false);
  if (edit) await verb("edit", { to, id: edit.id, text });
  else await verb("write", { to, text, quote: reply?.id });
  drawThread();
});

$("text").onkeydown = (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  $("composer").requestSubmit();
};

let isTyping = false;
function setTyping(on) {
  clearTimeout(setTyping.timer);
  if (on) setTyping.timer = setTimeout(() => setTyping(false), 4000);
  if (on === isTyping) return;
  isTyping = on;
  verb("typing", { to: state.chat, on }).catch(() => {});
}
$("text").oninput = () => setTyping($("text").value !== "");

$("attach").onclick = () => $("file").click();
$("file").onchange = attempt(async () => {
  const [chosen] = $("file").files;
  $("file").value = "";
  if (!chosen) return;
  const mimetype = chosen.type || "application/octet-stream";
  const family = mimetype.split("/")[0];
  const kind = mimetype === "image/webp" ? "sticker" : ["image", "video", "audio"].includes(family) ? family : "document";
  const caption = $("text").value.trim() || undefined;
  $("text").value = "";
  const base64 = await new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(chosen);
  });
  await verb("media", { to: state.chat, kind, mimetype, base64, fileName: chosen.name, caption });
});

let recorder;
$("record").onclick = attempt(async () => {
  if (recorder) return recorder.stop();
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const started = Date.now(), to = state.chat, chunks = [];
  recorder = new MediaRecorder(stream);
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  recorder.onstop = attempt(async () => {
    stream.getTracks().forEach((track) => track.stop());
    const mimetype = recorder.mimetype;
    recorder = undefined;
    $("record").classList.remove("strong");
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    await verb("media", { to, kind: "voice", mimetype, base64, seconds: Math.round((Date.now() - started) / 1000) });
  });
  recorder.start();
  $("record").classList.add("strong");
});

$("here").onclick = attempt(() => verb("location", { to: state.chat, latitude: -23.5505, longitude: -46.6333, name: "Praça da Sé" }));
$("forget").onclick = () => { if (state.edit) $("text").value = ""; Object.assign(state, { reply: null, edit: null }); drawThread(); };
$("mark-read").onclick = attempt(() => verb("read", { from: state.chat }));
/** What was just chosen for a phone, until the answer to it has been drawn: a round on its way still tells what was before. */
let wanted;
$("online").onchange = attempt(async () => {
  const mine = wanted = { phone: state.phone, online: $("online").checked };
  try {
    await verb(mine.online ? "online" : "offline");
    await refresh();
  } finally {
    if (wanted === mine) wanted = undefined;
    if (!wanted && phone()) drawChats();
  }
});
$("reads").onchange = () => { localStorage.setItem("reads " + state.phone, $("reads").checked ? "yes" : "no"); refresh(); };
$("unlink").onclick = attempt(() => confirm("Desligar todos os aparelhos deste telefone?") && verb("unlink"));
$("to-phones").onclick = () => go(null, null);
$("to-chats").onclick = () => go(state.phone, null);

$("link").onsubmit = attempt(async () => {
  const text = $("qr").value.trim();
  const isCode = text.replace(/[^a-z0-9]/gi, "").length === 8 && !text.includes(",");
  await (isCode ? verb("code", { code: text }) : verb("scan", { qr: text }));
  $("qr").value = "";
  $("link-box").open = false;
  tell("Aparelho ligado");
});

$("add").onsubmit = attempt(async () => {
  const number = $("new-number").value.replace(/\D/g, "");
  await ask("phones", { name: $("new-name").value.trim(), number });
  $("add").reset();
  go(number, null);
});

function follow() {
  const events = new EventSource("/control/events");
  const soon = () => {
    clearTimeout(follow.timer);
    follow.timer = setTimeout(refresh, 120);
  };
  events.onmessage = soon;
  events.addEventListener("ready", soon);
  events.onerror = () => tell("Sem contato com o simulador…", true);
}

document.addEventListener("visibilitychange", refresh);
follow();
refresh();
`;
