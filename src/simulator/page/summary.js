// @ts-check
/** @import { Message } from "./answers.ts" */

export const KINDS = {
  image: "🖼 Foto",
  video: "🎬 Vídeo",
  audio: "🎵 Áudio",
  voice: "🎤 Mensagem de voz",
  document: "📄 Documento",
  sticker: "Figurinha",
};

/**
 * A message in one line.
 * @param {Message} message
 * @returns {string}
 */
export function summary(message) {
  if (message.revoked) return "Mensagem apagada";
  if (message.media) return message.media.caption || message.media.fileName || KINDS[message.media.kind];
  if (message.location) return `📍 ${message.location.name ?? "Localização"}`;
  if (message.contact) return `👤 ${message.contact.name}`;
  return message.text ?? `[${message.kind}]`;
}
