// @ts-check
import { $ } from "./elements.js";
/** @import { Chat, Message, Person } from "./answers.ts" */

/**
 * What the simulator told last, and what is open: a person, a line by its id, and a message that is answered or changed.
 * @type {{
 *   people: Person[], chats: Chat[], person: string | null, line: string | null,
 *   reply: Message | null, edit: Message | null, picked: string | null,
 *   now: number,
 * }}
 */
export const state = {
  people: [],
  chats: [],
  person: null,
  line: null,
  reply: null,
  edit: null,
  picked: null,
  // Milliseconds since 1970 on the simulator's clock, which can be put forward.
  now: 0,
};

export function person() {
  return state.people.find(({ id }) => id === state.person);
}

export function chat() {
  return state.chats.find(({ line }) => line === state.line);
}

/**
 * Opens a person, or one of its chats; whoever draws hears of it as "went".
 * @param {string | null} person
 * @param {string | null} line
 */
export function go(person, line) {
  Object.assign(state, { person, line, reply: null, edit: null, picked: null });
  const query = new URLSearchParams();
  if (person) query.set("person", person);
  if (line) query.set("line", line);
  history.pushState(null, "", `?${query}`);
  dispatchEvent(new Event("went"));
}

/** Opens what the address says: at first, and after the browser's own back and forward. */
export function goWhereAddressSays() {
  const query = new URLSearchParams(location.search);
  state.person = query.get("person");
  state.line = query.get("line");
}

/**
 * Asks the control interface, or tells it something.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<unknown>}
 */
export async function ask(path, body) {
  const init = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`/control/${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/**
 * Has the open person do something.
 * @param {string} name
 * @param {object} [body]
 */
export function verb(name, body = {}) {
  return ask(`people/${state.person}/${name}`, body);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {unknown} error */
export function tellError(error) {
  $("notice").textContent = error instanceof Error ? error.message : String(error);
  clearTimeout(timer);
  timer = setTimeout(() => $("notice").textContent = "", 5000);
}

/**
 * What is done at an event; that it failed is told.
 * @param {() => unknown} work
 * @returns {(event?: Event) => Promise<void>}
 */
export function attempt(work) {
  return async (event) => {
    event?.preventDefault();
    try {
      await work();
    } catch (error) {
      tellError(error);
    }
  };
}
