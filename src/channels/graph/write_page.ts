import { TRAITS } from "../../contract/channels.ts";
import type { Outgoing } from "../channel.ts";
import { recipientOf } from "./addresses.ts";
import { bytes, split } from "./split.ts";

/** How a message to somebody at Messenger or Instagram goes: within a day as an answer, later only as a person's. */
export type MessagingType = { messaging_type: "RESPONSE" } | { messaging_type: "MESSAGE_TAG"; tag: "HUMAN_AGENT" };

/** What Graph calls the kinds of files there. */
const FILES: Readonly<Record<string, string>> = {
  image: "image",
  sticker: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
};

export function pageKindOf({ kind }: Pick<Outgoing, "kind">): string {
  return FILES[kind] ?? "file";
}

/** What is said in words, as Messenger and Instagram take it: text goes before a file, for files have no caption there. */
export function pageTexts(message: Outgoing, at: "facebook" | "instagram"): string[] {
  const { body, place, cards } = message, most = TRAITS[at].longestText;
  const said = place
    ? [place.name, `https://www.google.com/maps?q=${place.latitude},${place.longitude}`].filter(Boolean).join("\n")
    : cards
    ? cards.map(({ name, number }) => [name, number && `+${number}`].filter(Boolean).join(": ")).join("\n")
    : withoutMarks(body);
  return said ? split(said, most, at === "instagram" ? bytes : undefined) : [];
}

/** Who signs is bold at WhatsApp; Messenger and Instagram would show the marks. */
function withoutMarks(body: string): string {
  return body.replace(/^\*([^*\n]+:)\*\n/, "$1\n");
}

interface Envelope {
  jid: string;
  wid: string;
  type: MessagingType;
  /** The network's id of the message that it answers. */
  quoted?: string;
}

/** `metadata` comes back in the echo, by which a message is known that we got no answer for (Messenger Platform). */
export function pagePayload({ jid, wid, type, quoted }: Envelope, message: object): object {
  return {
    recipient: { id: recipientOf(jid).id },
    ...type,
    message: { ...message, metadata: wid },
    ...(quoted ? { reply_to: { mid: quoted } } : {}),
  };
}
