import type { WidgetMessage } from "../../src/contract/widget.ts";
import { el, icon } from "./dom.ts";
import type { Unsent } from "./kept.ts";
import { drawnText, withoutChoices } from "./text.ts";
import type { Words } from "./words.ts";

export interface Drawing {
  words: Words;
  /** As dates are written for this visitor. */
  locale: string;
}

/** A stored message as it is drawn. `bare`: its choices are drawn below as what can be pressed. */
export function bubble(message: WidgetMessage, { words, locale }: Drawing, bare: boolean): HTMLLIElement {
  const { own, body, isDeleted, isEdited, at, read } = message;
  const text = bare ? withoutChoices(body) : body;
  const meta = el(
    "span",
    { class: "meta" },
    isEdited && !isDeleted && el("span", {}, words.edited),
    time(at, locale),
    own && (read ? icon("checks", words.read) : icon("check", words.sent)),
  );
  if (own && read) meta.classList.add("is-read");
  return el(
    "li",
    { class: own ? "message own" : "message", "data-id": String(message.id) },
    el("span", { class: "hidden" }, `${own ? words.you : words.company}: `),
    el(
      "div",
      { class: "bubble" },
      message.quote && quoted(message.quote, words),
      ...content(message, words),
      isDeleted ? el("p", { class: "gone" }, words.deleted) : text !== "" && el("p", {}, ...drawnText(text)),
      meta,
    ),
    message.reactions.length > 0 &&
      el("span", { class: "reactions" }, message.reactions.map(({ emoji }) => emoji).join(" ")),
  );
}

/** One that is not there yet, with what can be done about it. */
export function unsentBubble(
  { body, file, failure, at, localId }: Unsent,
  { words, locale }: Drawing,
  does: { retry(localId: string): void; discard(localId: string): void },
): HTMLLIElement {
  const button = (says: string, press: () => void) =>
    el("button", { type: "button", class: "link", onclick: press }, says);
  return el(
    "li",
    { class: "message own unsent", "data-local": localId },
    el(
      "div",
      { class: "bubble" },
      file && el("p", { class: "file" }, icon("file"), file.name),
      body && el("p", {}, ...drawnText(body)),
      el("span", { class: "meta" }, time(at, locale), failure ? words.failed : icon("clock", words.waiting)),
    ),
    failure !== "" && el(
      "p",
      { class: "failure", role: "alert" },
      `${failure} `,
      button(words.again, () => does.retry(localId)),
      " ",
      button(words.remove, () => does.discard(localId)),
    ),
  );
}

function time(at: number, locale: string): HTMLTimeElement {
  const says = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(at);
  return el("time", { datetime: new Date(at).toISOString() }, says);
}

function quoted({ own, body, kind }: NonNullable<WidgetMessage["quote"]>, words: Words): HTMLElement {
  return el(
    "blockquote",
    {},
    el("b", {}, own ? words.you : words.company),
    el("span", {}, body || nameOf(kind, words)),
  );
}

function nameOf(kind: WidgetMessage["kind"], words: Words): string {
  const names: Partial<Record<WidgetMessage["kind"], string>> = {
    image: words.picture,
    sticker: words.sticker,
    video: words.video,
    audio: words.audio,
    voice: words.audio,
    location: words.place,
  };
  return names[kind] ?? words.file;
}

function content({ kind, file, place, cards }: WidgetMessage, words: Words): (Node | false)[] {
  return [
    ...(file ? [drawnFile(file, kind, words)] : []),
    ...(place ? [mapLink(place, words)] : []),
    ...cards.map(({ name, number }) => el("p", {}, `${name} ${number && `+${number}`}`)),
  ];
}

function mapLink({ latitude, longitude, name }: NonNullable<WidgetMessage["place"]>, words: Words): HTMLElement {
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return el(
    "p",
    {},
    el("a", { href, target: "_blank", rel: "noopener noreferrer" }, icon("pin"), name || words.place),
  );
}

function drawnFile(file: NonNullable<WidgetMessage["file"]>, kind: WidgetMessage["kind"], words: Words): Node {
  const { url, name, width, height } = file;
  if (!url) return el("p", { class: "file" }, icon("file"), words.soon);
  if (kind === "image" || kind === "sticker") {
    const picture = el("img", { src: url, alt: nameOf(kind, words), loading: "lazy", class: kind });
    if (width && height) picture.style.aspectRatio = `${width} / ${height}`;
    return el("a", { href: url, target: "_blank", rel: "noopener" }, picture);
  }
  if (kind === "voice" || kind === "audio") return el("audio", { src: url, controls: true, preload: "metadata" });
  if (kind === "video") return el("video", { src: url, controls: true, preload: "metadata" });
  return el("a", { href: url, class: "file", download: name, target: "_blank" }, icon("file"), name);
}
