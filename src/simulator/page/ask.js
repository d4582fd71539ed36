// @ts-check
import { $ } from "./elements.js";
import { state } from "./state.js";

/**
 * Asks the simulator's control interface, or tells it something.
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
 * Has the open phone do something.
 * @param {string} name
 * @param {object} [body]
 */
export function verb(name, body = {}) {
  return ask(`phones/${state.phone}/${name}`, body);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Shows a text for five seconds.
 * @param {string} text
 * @param {boolean} [isBad]
 */
export function tell(text, isBad) {
  $("notice").textContent = text;
  $("notice").className = isBad ? "bad" : "";
  clearTimeout(timer);
  timer = setTimeout(() => $("notice").textContent = "", 5000);
}

/** @param {unknown} error */
export function tellError(error) {
  tell(error instanceof Error ? error.message : String(error), true);
}

/**
 * What is done at an event; that it failed is told.
 * @param {(event: Event) => unknown} work
 * @returns {(event: Event) => Promise<void>}
 */
export function attempt(work) {
  return async (event) => {
    event.preventDefault();
    try {
      await work(event);
    } catch (error) {
      tellError(error);
    }
  };
}
