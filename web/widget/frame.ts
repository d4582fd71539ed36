import "./frame.css";
import type { WidgetStart } from "../../src/contract/widget.ts";
import { accentsOf, accentStyle } from "../../src/shared/accent.ts";
import type { ActsOn } from "./acts.ts";
import type { Refused } from "./ask.ts";
import { Chat, type State } from "./chat.ts";
import { composer } from "./composer.ts";
import { el, icon } from "./dom.ts";
import { aboutForm } from "./form.ts";
import { preview } from "./preview.ts";
import type { ToFrame, ToPage } from "./signs.ts";
import { Thread } from "./thread.ts";
import { languageOf, type Words, wordsIn } from "./words.ts";

const start = JSON.parse(document.getElementById("start")!.textContent!) as WidgetStart;
const asked = new URLSearchParams(location.search);
const tags = [...(asked.get("lang") ?? "").split(","), ...navigator.languages].filter(Boolean);
const language = languageOf(tags), words = wordsIn(language);
const isPreview = asked.has("preview");
document.documentElement.lang = language;

function tell(sign: Omit<ToPage, "balcao">): void {
  if (parent !== self) parent.postMessage({ balcao: start.key, ...sign } satisfies ToPage, "*");
}

function failureOf({ code, seconds }: Pick<Refused, "code" | "seconds">): string {
  const says: Partial<Record<Refused["code"], string>> = {
    offline: words.offline,
    ERR_TOO_MANY_REQUESTS: words.tooFast.replace("{n}", String(seconds)),
    ERR_COMPANY_UNAVAILABLE: words.away,
    ERR_MAINTENANCE: words.away,
    ERR_FILE_TOO_LARGE: words.tooLarge,
    ERR_BODY_TOO_LARGE: words.tooLarge,
    ERR_FILE_TYPE: words.wrongType,
    ERR_STORAGE_LIMIT: words.noRoom,
  };
  return says[code] ?? words.notSent;
}

/** What stands under the title: how it is with the line, and with the company. */
function noticeOf(
  { isAway, isCut, wait }: State,
  words: Words,
  answersIn: number | null,
): { text: string; tone: "good" | "bad" | "waiting" } {
  if (!navigator.onLine) return { text: words.offline, tone: "bad" };
  if (wait > 0) return { text: words.tooFast.replace("{n}", String(wait)), tone: "waiting" };
  if (isAway) return { text: words.away, tone: "waiting" };
  if (isCut) return { text: words.connecting, tone: "waiting" };
  return { text: answersIn ? words.answersIn.replace("{n}", String(answersIn)) : words.here, tone: "good" };
}

function build(start: WidgetStart): void {
  const chat = new Chat(start, () => draw(), failureOf);
  const drawing = { words, locale: tags.find((tag) => tag.toLowerCase().startsWith(language)) ?? language };
  const thread = new Thread(chat, drawing, start.greeting);
  const { form, input } = composer(chat, words);
  const notice = el("small", { role: "status" });
  let isOpen = parent === self;
  const about = aboutForm(start, words, {
    begin: async (said) => {
      await chat.begin(said);
      draw();
      input.focus();
    },
    failureOf,
  });
  const close = () => {
    isOpen = false;
    tell({ close: true });
  };
  const foot = el(
    "footer",
    {},
    form,
    el(
      "p",
      {},
      start.hasHandover &&
        el(
          "button",
          { type: "button", class: "link", onclick: () => void goOn(chat) },
          icon("whatsapp"),
          words.whatsapp,
        ),
      el("span", {}, words.by.replace("{name}", start.product)),
    ),
  );
  document.body.append(head(start, notice, close), thread.region, about, foot);
  document.body.setAttribute("role", "dialog");
  document.body.setAttribute("aria-labelledby", "title");

  function draw(): void {
    const { state } = chat, asks = chat.asksFirst;
    const { text, tone } = noticeOf(state, words, start.answersIn);
    if (notice.textContent !== text) notice.replaceChildren(text);
    notice.dataset.tone = tone;
    about.hidden = !asks;
    thread.region.hidden = asks;
    foot.hidden = asks;
    thread.draw(state);
    if (isOpen && !document.hidden) chat.seen();
    const { unread } = chat;
    tell({ unread, unreadSays: unread === 1 ? words.unreadOne : words.unread.replace("{n}", String(unread)) });
  }

  addEventListener("message", ({ data, source }) => {
    if (source !== parent || (data as ToFrame)?.balcao !== start.key) return;
    isOpen = (data as ToFrame).open;
    draw();
    if (!isOpen) return;
    thread.toEnd();
    (about.hidden ? input : about.querySelector("input"))?.focus();
  });
  addEventListener("keydown", ({ key }) => key === "Escape" && close());
  addEventListener("online", draw);
  document.addEventListener("visibilitychange", draw);
  // How long there is to wait counts down.
  setInterval(() => chat.state.wait > 0 && draw(), 1000);
  // What can be done with a message comes after the messages.
  const detail: ActsOn = { chat, list: thread.list, form, input, language };
  document.head.append(
    el("script", { src: "/widget/acts.js", onload: () => dispatchEvent(new CustomEvent("acts", { detail })) }),
  );
  chat.follow();
  void chat.outgoing.flush();
  draw();
}

function head({ title }: WidgetStart, notice: HTMLElement, close: () => void): HTMLElement {
  const initials = title.split(/\s+/).filter(Boolean).slice(0, 2).map((word) => [...word][0]).join("").toUpperCase();
  return el(
    "header",
    {},
    el("span", { class: "avatar", "aria-hidden": "true" }, initials),
    el("span", {}, el("h1", { id: "title" }, title), notice),
    el("button", { type: "button", "aria-label": words.close, title: words.close, onclick: close }, icon("x")),
  );
}

/** The tab is opened with the press, which browsers want, and led to WhatsApp when the code is there. */
async function goOn(chat: Chat): Promise<void> {
  const tab = open("about:blank", "_blank");
  try {
    const url = await chat.handover(language);
    if (tab) tab.location.href = url;
    else location.href = url;
  } catch {
    tab?.close();
  }
}

/** The button's look, which stands on the other page. */
function button({ color, position, title }: WidgetStart): ToPage["button"] {
  const { fill, fillHover } = accentsOf(color).light;
  return { fill, hover: fillHover, side: position, open: words.open, close: words.close, title };
}

if (isPreview) {
  preview(start, words, (shown) => {
    const { theme, color } = shown;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    document.getElementById("accent")!.textContent = accentStyle(color);
    return head(shown, el("small", { "data-tone": "good" }, words.here), () => {});
  });
} else {
  build(start);
  tell({ button: button(start) });
}
