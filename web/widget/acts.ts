import type { Chat } from "./chat.ts";
import { el } from "./dom.ts";
import { drawnText } from "./text.ts";

/** What a visitor does with a message: answers it, or puts an emoji on it. It comes after the chat, which does without. */
export interface ActsOn {
  chat: Chat;
  list: HTMLElement;
  form: HTMLFormElement;
  input: HTMLTextAreaElement;
  language: "pt" | "en" | "es";
}

const EMOJIS = ["👍", "❤️", "😂", "🙏"];
const WORDS = {
  pt: { more: "Responder ou reagir", reply: "Responder", react: "Reagir com {e}", not: "Não responder a esta" },
  en: { more: "Reply or react", reply: "Reply", react: "React with {e}", not: "Do not reply to this one" },
  es: { more: "Responder o reaccionar", reply: "Responder", react: "Reaccionar con {e}", not: "No responder a este" },
};
const STYLE = `
.bubble:has(> .acts) { position: relative; overflow: visible; }
.bubble:has(> .acts) :is(img, video) { border-radius: inherit; }
.acts { inset-block-start: 0; inset-inline-start: 100%; position: absolute; min-inline-size: 28px; block-size: 28px; padding: 0;
  border: 0; border-radius: 999px; background: none; color: var(--text-muted); font: inherit; cursor: pointer; opacity: 0; }
.own .acts { inset-inline: auto 100%; }
.message:hover .acts, .acts:focus-visible, .acts[aria-expanded="true"] { opacity: 1; }
@media (hover: none) { .acts { opacity: 0.6; } }
.does { display: flex; gap: 4px; flex-wrap: wrap; margin-block-start: 4px; }
.does > button { min-inline-size: 32px; min-block-size: 32px; padding: 2px 8px; border: 1px solid var(--line); border-radius: 999px;
  background: var(--surface); color: var(--text); font: inherit; cursor: pointer; }
.does > [aria-pressed="true"] { border-color: currentColor; }
.quoting { display: flex; gap: 8px; align-items: center; flex-basis: 100%; margin: 0; padding: 4px 8px; font-size: 0.8125rem;
  border-inline-start: 3px solid var(--line); color: var(--text-muted); }
.quoting > span { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.quoting > button { border: 0; background: none; color: inherit; font: inherit; cursor: pointer; }
.write:has(.quoting) { flex-wrap: wrap; }`;

addEventListener("acts", (event) => begin((event as CustomEvent<ActsOn>).detail), { once: true });

function begin(on: ActsOn): void {
  document.head.append(el("style", {}, STYLE));
  const dress = () => {
    for (const item of on.list.querySelectorAll<HTMLElement>(".message[data-id]:not(:has(.acts))")) {
      if (messageOf(on, item)?.isDeleted === false) item.querySelector(".bubble")?.append(opener(on, item));
    }
    if (on.chat.outgoing.quote === undefined) on.form.querySelector(".quoting")?.remove();
  };
  // What changes is drawn anew, and has no button then.
  new MutationObserver(dress).observe(on.list, { childList: true });
  dress();
}

function messageOf({ chat }: ActsOn, item: HTMLElement) {
  return chat.state.messages.find(({ id }) => String(id) === item.dataset.id);
}

function opener(on: ActsOn, item: HTMLElement): HTMLButtonElement {
  const { more } = WORDS[on.language];
  const button: HTMLButtonElement = el("button", {
    type: "button",
    class: "acts",
    "aria-label": more,
    title: more,
    "aria-expanded": "false",
    onclick: () => {
      const shown = item.querySelector(".does");
      button.setAttribute("aria-expanded", String(!shown));
      if (shown) return shown.remove();
      item.append(choices(on, item));
      item.querySelector<HTMLElement>(".does > button")?.focus();
    },
    onkeydown: (event: KeyboardEvent) => close(event, item, button),
  }, "⋯");
  return button;
}

/** Escape leaves the choices, and not the chat. */
function close(event: KeyboardEvent, item: HTMLElement, button: HTMLButtonElement): void {
  const shown = item.querySelector(".does");
  if (event.key !== "Escape" || !shown) return;
  event.stopPropagation();
  shown.remove();
  button.setAttribute("aria-expanded", "false");
  button.focus();
}

function choices(on: ActsOn, item: HTMLElement): HTMLElement {
  const words = WORDS[on.language], message = messageOf(on, item)!;
  const had = message.reactions.find(({ own }) => own)?.emoji;
  const done = () => {
    item.querySelector(".does")?.remove();
    item.querySelector(".acts")?.setAttribute("aria-expanded", "false");
  };
  return el(
    "div",
    {
      class: "does",
      role: "group",
      "aria-label": words.more,
      onkeydown: (event: KeyboardEvent) => close(event, item, item.querySelector(".acts")!),
    },
    el("button", { type: "button", onclick: () => (done(), quote(on, item)) }, words.reply),
    ...EMOJIS.map((emoji) =>
      el("button", {
        type: "button",
        "aria-label": words.react.replace("{e}", emoji),
        "aria-pressed": String(emoji === had),
        onclick: () => {
          done();
          // What cannot be put on it now can be put on it again.
          on.chat.react(message.id, emoji === had ? "" : emoji).catch(() => {});
        },
      }, emoji)
    ),
  );
}

/** What is written next answers this message, until it is sent or let go. */
function quote(on: ActsOn, item: HTMLElement): void {
  const { chat, form, input, language } = on, message = messageOf(on, item);
  form.querySelector(".quoting")?.remove();
  if (!message) return;
  chat.outgoing.quote = message.id;
  const { not } = WORDS[language];
  const letGo = () => {
    chat.outgoing.quote = undefined;
    form.querySelector(".quoting")?.remove();
    input.focus();
  };
  form.prepend(
    el(
      "p",
      { class: "quoting" },
      el("span", {}, ...drawnText(message.body || message.file?.name || "…")),
      el("button", { type: "button", "aria-label": not, title: not, onclick: letGo }, "×"),
    ),
  );
  input.focus();
}
