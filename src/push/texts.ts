import type { MailLanguage } from "../contract/mail.ts";
import type { MessageKind } from "../contract/tickets.ts";

/** What stands on a lock screen; `who` is a customer's first name, or as much of theirs as may be shown, `by` a colleague's. */
interface Words {
  message: (who: string, count: number) => string;
  transfer: (who: string, by: string | undefined) => string;
  mention: (by: string, where: string) => string;
  chat: (by: string, count: number) => string;
  waiting: (who: string, minutes: number) => string;
  queue: (name: string) => string;
  test: { title: string; body: string };
  accept: string;
  notAccepted: string;
  reply: string;
  notReplied: string;
  kinds: Record<Exclude<MessageKind, "text">, string>;
}

export const PUSH_TEXTS: Record<MailLanguage, Words> = {
  pt: {
    message: (who, count) => count > 1 ? `${count} novas mensagens de ${who}` : `Nova mensagem de ${who}`,
    transfer: (who, by) => by ? `${by} transferiu para você: ${who}` : `Transferido para você: ${who}`,
    mention: (by, where) => `${by} chamou você: ${where}`,
    chat: (by, count) => count > 1 ? `${count} novas mensagens, a última de ${by}` : `Nova mensagem de ${by}`,
    waiting: (who, minutes) => `${who} espera há ${minutes} min`,
    queue: (name) => `Fila ${name}`,
    test: { title: "Os avisos chegam aqui", body: "É assim que você será avisado com o sistema fechado." },
    accept: "Aceitar",
    notAccepted: "Não foi possível aceitar. Toque para abrir.",
    reply: "Responder",
    notReplied: "A resposta não foi enviada. Toque para abrir.",
    kinds: {
      image: "Foto",
      video: "Vídeo",
      audio: "Áudio",
      voice: "Mensagem de voz",
      document: "Documento",
      sticker: "Figurinha",
      location: "Localização",
      contact: "Contato",
      call: "Chamada",
      other: "Mensagem",
    },
  },
  en: {
    message: (who, count) => count > 1 ? `${count} new messages from ${who}` : `New message from ${who}`,
    transfer: (who, by) => by ? `${by} transferred to you: ${who}` : `Transferred to you: ${who}`,
    mention: (by, where) => `${by} mentioned you: ${where}`,
    chat: (by, count) => count > 1 ? `${count} new messages, the last one from ${by}` : `New message from ${by}`,
    waiting: (who, minutes) => `${who} has been waiting for ${minutes} min`,
    queue: (name) => `Queue ${name}`,
    test: { title: "Notifications arrive here", body: "This is how you are told while the system is closed." },
    accept: "Accept",
    notAccepted: "It could not be accepted. Tap to open.",
    reply: "Reply",
    notReplied: "The reply was not sent. Tap to open.",
    kinds: {
      image: "Photo",
      video: "Video",
      audio: "Audio",
      voice: "Voice message",
      document: "Document",
      sticker: "Sticker",
      location: "Location",
      contact: "Contact",
      call: "Call",
      other: "Message",
    },
  },
  es: {
    message: (who, count) => count > 1 ? `${count} mensajes nuevos de ${who}` : `Mensaje nuevo de ${who}`,
    transfer: (who, by) => by ? `${by} te transfirió: ${who}` : `Transferida a ti: ${who}`,
    mention: (by, where) => `${by} te mencionó: ${where}`,
    chat: (by, count) => count > 1 ? `${count} mensajes nuevos, el último de ${by}` : `Mensaje nuevo de ${by}`,
    waiting: (who, minutes) => `${who} espera hace ${minutes} min`,
    queue: (name) => `Cola ${name}`,
    test: { title: "Los avisos llegan aquí", body: "Así se te avisará con el sistema cerrado." },
    accept: "Aceptar",
    notAccepted: "No se pudo aceptar. Toca para abrir.",
    reply: "Responder",
    notReplied: "La respuesta no se envió. Toca para abrir.",
    kinds: {
      image: "Foto",
      video: "Video",
      audio: "Audio",
      voice: "Mensaje de voz",
      document: "Documento",
      sticker: "Sticker",
      location: "Ubicación",
      contact: "Contacto",
      call: "Llamada",
      other: "Mensaje",
    },
  },
};
