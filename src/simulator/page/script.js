// @ts-check
import { ask, attempt, tell, verb } from "./ask.js";
import { letWrite } from "./composer.js";
import { $, the } from "./elements.js";
import { drawChats } from "./lists.js";
import { refresh } from "./rounds.js";
import { chat, go, goWhereAddressSays, letReadItself, phone, state } from "./state.js";

goWhereAddressSays();
letChoosePhones();
letLinkDevices();
letCallAndRead();
letWrite();
addEventListener("went", refresh);
addEventListener("popstate", () => {
  goWhereAddressSays();
  refresh();
});
document.addEventListener("visibilitychange", refresh);
follow();
refresh();

function letChoosePhones() {
  $("add").onsubmit = attempt(async () => {
    const number = the("new-number", HTMLInputElement).value.replace(/\D/g, "");
    await ask("phones", { name: the("new-name", HTMLInputElement).value.trim(), number });
    the("add", HTMLFormElement).reset();
    go(number, null);
  });
  $("online").onchange = attempt(switchOnline);
  $("reads").onchange = () => {
    letReadItself(the("reads", HTMLInputElement).checked);
    refresh();
  };
  $("to-phones").onclick = () => go(null, null);
  $("to-chats").onclick = () => go(state.phone, null);
}

async function switchOnline() {
  if (!state.phone) return;
  const mine = state.wanted = { phone: state.phone, online: the("online", HTMLInputElement).checked };
  try {
    await verb(mine.online ? "online" : "offline");
    await refresh();
  } finally {
    if (state.wanted === mine) state.wanted = undefined;
    if (!state.wanted && phone()) drawChats();
  }
}

function letLinkDevices() {
  $("link").onsubmit = attempt(async () => {
    const field = the("qr", HTMLInputElement);
    const text = field.value.trim();
    const isCode = text.replace(/[^a-z0-9]/gi, "").length === 8 && !text.includes(",");
    await (isCode ? verb("code", { code: text }) : verb("scan", { qr: text }));
    field.value = "";
    the("link-box", HTMLDetailsElement).open = false;
    tell("Aparelho ligado");
  });
  $("unlink").onclick = attempt(() => confirm("Desligar todos os aparelhos deste telefone?") && verb("unlink"));
}

function letCallAndRead() {
  $("call").onclick = attempt(async () => {
    const last = chat()?.call;
    if (last?.status === "ringing") await verb("hangUp", { id: last.id });
    else await verb("call", { to: state.chat });
  });
  $("mark-read").onclick = attempt(() => verb("read", { from: state.chat }));
}

/** Looks again whenever something happens; what happens at once is looked at once. */
function follow() {
  const events = new EventSource("/control/events");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, 120);
  };
  events.onmessage = soon;
  events.addEventListener("ready", soon);
  events.onerror = () => tell("Sem contato com o simulador…", true);
}
