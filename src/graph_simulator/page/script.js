// @ts-check
import { letWrite } from "./composer.js";
import { $, the } from "./elements.js";
import { drawChats, drawPeople } from "./lists.js";
import { ask, attempt, go, goWhereAddressSays, person, state, tellError, verb } from "./state.js";
import { drawThread } from "./thread.js";
/** @import { Chat, Person } from "./answers.ts" */

/** @type {Promise<void> | undefined} */
let round;
let isWanted = false;

goWhereAddressSays();
$("add").onsubmit = attempt(addPerson);
$("online").onchange = attempt(() => verb(the("online", HTMLInputElement).checked ? "online" : "offline"));
$("to-people").onclick = () => go(null, null);
$("to-chats").onclick = () => go(state.person, null);
$("mark-read").onclick = attempt(() => verb("read", { line: state.line }));
$("later").onclick = attempt(() => ask("advance", { ms: 24 * 3_600_000 }));
letWrite();
addEventListener("went", refresh);
addEventListener("popstate", () => {
  goWhereAddressSays();
  refresh();
});
follow();
refresh();

async function addPerson() {
  const phone = the("new-phone", HTMLInputElement).value.replace(/\D/g, "") || undefined;
  const name = the("new-name", HTMLInputElement).value.trim();
  const hidesNumber = the("new-hides", HTMLInputElement).checked;
  const made = /** @type {Person} */ (await ask("people", { name, phone, hidesNumber }));
  the("add", HTMLFormElement).reset();
  go(made.id, null);
}

/** Asks and draws; what is wanted meanwhile is asked once more. */
function refresh() {
  isWanted = true;
  round ??= look().finally(() => {
    round = undefined;
  });
}

async function look() {
  while (isWanted) {
    isWanted = false;
    try {
      state.people = /** @type {Person[]} */ (await ask("people"));
      if (!person()) state.person = null;
      const chats = state.person ? await ask(`people/${state.person}/chats`) : { chats: [], now: Date.now() };
      Object.assign(state, /** @type {{ chats: Chat[], now: number }} */ (chats));
      draw();
    } catch (error) {
      tellError(error);
    }
  }
}

function draw() {
  drawPeople();
  drawChats();
  drawThread();
  const front = state.line ? "thread" : state.person ? "chats" : "people";
  for (const id of ["people", "chats", "thread"]) $(id).classList.toggle("front", id === front);
}

/** Looks again whenever something happens; what happens at once is looked at once. */
function follow() {
  const events = new EventSource("/control/events");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, 60);
  };
  events.onmessage = soon;
  events.addEventListener("ready", soon);
  events.onerror = () => tellError("Sem contato com o simulador…");
}
