import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  CircleHelp,
  ContactRound,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Mic,
  Music,
  Phone,
  Sticker,
  Video,
} from "lucide-react";
import type { MessageKind } from "../../src/contract/tickets.ts";
import { plainText } from "../thread/markup.ts";

interface KindWords {
  icon: LucideIcon;
  says: MessageDescriptor;
  /** A caption or a file's name says more than the kind. */
  words: "caption" | "name" | "none";
}

/** How a message of each kind is named where there is one line for it. */
const KINDS: Record<Exclude<MessageKind, "text">, KindWords> = {
  image: { icon: Image, says: msg`Foto`, words: "caption" },
  video: { icon: Video, says: msg`Vídeo`, words: "caption" },
  audio: { icon: Music, says: msg`Áudio`, words: "none" },
  voice: { icon: Mic, says: msg`Mensagem de voz`, words: "none" },
  document: { icon: FileText, says: msg`Documento`, words: "name" },
  sticker: { icon: Sticker, says: msg`Figurinha`, words: "none" },
  location: { icon: MapPin, says: msg`Localização`, words: "none" },
  contact: { icon: ContactRound, says: msg`Contato`, words: "name" },
  call: { icon: Phone, says: msg`Chamada`, words: "none" },
  other: { icon: CircleHelp, says: msg`Mensagem não suportada`, words: "none" },
};

interface Preview {
  icon: LucideIcon | null;
  text: string;
  /** The text is what somebody typed, and may have been marked by them. */
  isTyped: boolean;
}

/** A message on one line: its text without marks, or what it is. */
export function previewOf(kind: MessageKind, body: string): Preview {
  if (kind === "text") return { icon: null, text: plainText(body), isTyped: true };
  // A server that is newer than this page may know more kinds.
  const { icon, says, words } = KINDS[kind] ?? KINDS.other;
  const text = plainText(body);
  const isSaid = words !== "none" && text !== "" && !(words === "caption" && isFileName(text));
  return { icon, text: isSaid ? text : i18n._(says), isTyped: isSaid && words === "caption" };
}

/** The server gives a file's name where there is no caption; for a photo that says less than "Foto". */
function isFileName(text: string): boolean {
  return /^\S+\.\w{2,4}$/.test(text);
}
