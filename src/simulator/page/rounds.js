// @ts-check
import { ask, tellError, verb } from "./ask.js";
import { $ } from "./elements.js";
import { drawChats, drawPhones } from "./lists.js";
import { chat, phone, readsItself, state } from "./state.js";
import { drawThread } from "./thread.js";
/** @import { Chat, Phone } from "./answers.ts" */

/** @type {Promise<void> | undefined} */
let round;
/** @type {Promise<void> | undefined} */
let next;

/**
 * Asks and draws; done when a round that began after this call is drawn.
 * @returns {Promise<void>}
 */
export function refresh() {
  if (!round) return round = look().finally(() => round = undefined);
  return next ??= round.then(() => {
    next = undefined;
    return refresh();
  });
}

async function look() {
  try {
    state.phones = /** @type {Phone[]} */ (await ask("phones"));
    if (!phone()) state.phone = null;
    state.chats = state.phone ? /** @type {Chat[]} */ (await ask(`phones/${state.phone}/chats?last=200`)) : [];
    draw();
    await readOpenChat();
  } catch (error) {
    tellError(error);
  }
}

function draw() {
  drawPhones();
  drawChats();
  drawThread();
  const front = state.chat ? "thread" : state.phone ? "chats" : "phones";
  for (const id of ["phones", "chats", "thread"]) $(id).classList.toggle("front", id === front);
}

async function readOpenChat() {
  if (!chat()?.unread || !readsItself() || !phone()?.isOnline || document.hidden) return;
  await verb("read", { from: state.chat });
}
