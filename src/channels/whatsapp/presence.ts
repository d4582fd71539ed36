import type { BaileysEventMap, WASocket } from "@whiskeysockets/baileys";
import type { ChannelEvent } from "../channel.ts";
import { chatOf } from "./addresses.ts";

/** Who is there and who types, both ways. A sign that does not arrive is no loss: none of it ever fails. */
export class Presence {
  /** The chat that was looked at last, while any is. */
  #attended: string | null = null;
  readonly #typists = new Set<string>();

  constructor(
    /** The socket, while it is connected. */
    readonly socket: () => WASocket | undefined,
    readonly onEvent: (event: ChannelEvent) => void,
  ) {}

  showTyping(jid: string, typing: boolean): void {
    this.#give((sock) => sock.sendPresenceUpdate(typing ? "composing" : "paused", jid));
  }

  /**
   * WhatsApp tells of typing only who is online and has asked for that chat (whatsmeow, SubscribePresence). Being online
   * keeps notifications from the company's phone, so we are only while somebody is at the desk.
   */
  attend(jid: string | null): void {
    const wasAttended = this.#attended !== null;
    this.#attended = jid;
    if (wasAttended !== (jid !== null)) {
      this.#give((sock) => sock.sendPresenceUpdate(jid ? "available" : "unavailable"));
    }
    if (jid) this.#give((sock) => sock.presenceSubscribe(jid));
  }

  /** A new socket knows nothing of it. */
  repeat(): void {
    const attended = this.#attended;
    this.#attended = null;
    if (attended) this.attend(attended);
  }

  onEvents({ id, presences }: BaileysEventMap["presence.update"]): void {
    const chat = chatOf({ remoteJid: id });
    if (!chat) return;
    const isTyping = Object.values(presences ?? {}).some((each) => each?.lastKnownPresence === "composing");
    // That somebody is there is no news; that they still type is.
    if (isTyping || this.#typists.delete(id)) this.onEvent({ what: "typing", chat, typing: isTyping });
    if (isTyping) this.#typists.add(id);
  }

  forgetTypists(): void {
    this.#typists.clear();
  }

  #give(sign: (sock: WASocket) => Promise<void>): void {
    const sock = this.socket();
    if (sock) sign(sock).catch(() => {});
  }
}
