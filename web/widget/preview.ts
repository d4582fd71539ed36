import type { WidgetStart } from "../../src/contract/widget.ts";
import { bubble } from "./bubble.ts";
import { composer } from "./composer.ts";
import type { Chat } from "./chat.ts";
import { el, icon } from "./dom.ts";
import type { Words } from "./words.ts";

const NOTHING = {
  isDeleted: false,
  isEdited: false,
  localId: null,
  file: null,
  quote: null,
  reactions: [],
  place: null,
  cards: [],
  kind: "text",
} as const;

/** What an administrator sees of a chat that is being set up: its look, with an invented conversation. Nothing is sent. */
export function preview(start: WidgetStart, words: Words, headOf: (start: WidgetStart) => HTMLElement): void {
  const draw = (shown: WidgetStart) => {
    const drawing = { words, locale: document.documentElement.lang };
    const said = (id: number, own: boolean, body: string) =>
      bubble({ ...NOTHING, reactions: [], cards: [], id, own, body, read: true, at: Date.now() }, drawing, false);
    const lines = [
      ...(shown.greeting ? [said(1, false, shown.greeting)] : []),
      said(2, true, words.sample),
      said(3, false, words.sampleAnswer),
    ];
    const { form } = composer({ write() {}, typing() {} } as unknown as Chat, words);
    const goOn = shown.hasHandover && el("button", { type: "button", class: "link" }, icon("whatsapp"), words.whatsapp);
    const foot = el("footer", {}, form, el("p", {}, goOn, el("span", {}, words.by.replace("{name}", shown.product))));
    document.body.replaceChildren(
      headOf(shown),
      el("div", { class: "scroll" }, el("ol", { class: "thread" }, ...lines)),
      foot,
    );
    document.body.inert = true;
  };
  addEventListener("message", ({ data, source, origin }) => {
    // Only a page of our own says how it is to look.
    if (source === parent && origin === location.origin && data?.preview) draw({ ...start, ...data.preview });
  });
  draw(start);
  parent.postMessage({ previewIsReady: true }, location.origin);
}
