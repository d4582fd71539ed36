import { TRAITS } from "../../contract/channels.ts";
import type { Outgoing, TemplateParameters } from "../channel.ts";
import { recipientOf } from "./addresses.ts";
import { pieceOf } from "./sends.ts";
import { split } from "./split.ts";

/** What Graph calls the kinds of files; what it does not take as such goes as a document. */
const FILES: Readonly<Record<string, string>> = {
  image: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  document: "document",
  sticker: "sticker",
};
/** Source: Cloud API, "Supported media types". */
const TAKES: Readonly<Record<string, RegExp>> = {
  image: /^image\/(jpeg|png)$/,
  video: /^video\/(mp4|3gpp)$/,
  audio: /^audio\/(aac|mp4|mpeg|amr|ogg)/,
  sticker: /^image\/webp$/,
};
/** Characters that a caption may have. */
const LONGEST_CAPTION = 1024;

/** How a file goes, by what it is. */
export function cloudKindOf({ kind, file }: Pick<Outgoing, "kind" | "file">): string {
  const as = FILES[kind] ?? "document", takes = TAKES[as];
  return takes && !takes.test(file?.mimetype ?? "") ? "document" : as;
}

/**
 * A message as the Cloud API takes it; more than one where it takes less at once. `media` is the id of its uploaded file.
 * Each carries our own id of it, which Meta repeats in what it says of the message.
 */
export function cloudPayloads(message: Outgoing, quoted: string | undefined, media: string | undefined): object[] {
  const contents = contentsOf(message, media);
  const { phone, id } = recipientOf(message.jid);
  return contents.map((content, nth) => ({
    messaging_product: "whatsapp",
    ...(phone ? { recipient_type: "individual", to: phone } : { recipient: id }),
    ...(nth === 0 && quoted ? { context: { message_id: quoted } } : {}),
    biz_opaque_callback_data: pieceOf(message.wid, nth, contents.length),
    ...content,
  }));
}

function contentsOf(message: Outgoing, media: string | undefined): object[] {
  const { body, place, cards, template } = message;
  if (template) return [templateContent(template)];
  if (place) return [{ type: "location", location: { ...place, name: place.name || undefined } }];
  if (cards) return [{ type: "contacts", contacts: cards.map(cardOf) }];
  if (media === undefined) return texts(body);
  const type = cloudKindOf(message);
  const caption = body && hasCaption(type) && body.length <= LONGEST_CAPTION ? { caption: body } : {};
  const filename = type === "document" ? { filename: message.file?.name } : {};
  const voice = message.kind === "voice" && type === "audio" ? { voice: true } : {};
  const file = { type, [type]: { id: media, ...caption, ...filename, ...voice } };
  return body && !("caption" in caption) ? [...texts(body), file] : [file];
}

function hasCaption(type: string): boolean {
  return type === "image" || type === "video" || type === "document";
}

function texts(body: string): object[] {
  return split(body, TRAITS.cloud.longestText).map((part) => ({
    type: "text",
    text: { body: part, preview_url: /https?:\/\//.test(part) },
  }));
}

function cardOf({ name, number }: { name: string; number: string }) {
  return {
    name: { formatted_name: name, first_name: name },
    ...(number && { phones: [{ phone: `+${number}`, wa_id: number, type: "CELL" }] }),
  };
}

function templateContent({ name, language, parameters }: NonNullable<Outgoing["template"]>): object {
  return { type: "template", template: { name, language: { code: language }, components: componentsOf(parameters) } };
}

/** Source: Cloud API, "Send message templates". */
function componentsOf({ header, body, buttons, names }: TemplateParameters): object[] {
  const text = (text: string, nth: number) => ({
    type: "text",
    ...(names?.[nth] ? { parameter_name: names[nth] } : {}),
    text,
  });
  return [
    ...(header.length > 0 ? [{ type: "header", parameters: header.map((one) => ({ type: "text", text: one })) }] : []),
    ...(body.length > 0 ? [{ type: "body", parameters: body.map(text) }] : []),
    ...buttons.flatMap((one, nth) =>
      one ? [{ type: "button", sub_type: "url", index: String(nth), parameters: [{ type: "text", text: one }] }] : []
    ),
  ];
}
