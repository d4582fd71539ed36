import * as z from "zod/mini";
import { recipientOf } from "./addresses.ts";
import { askGraph } from "./client.ts";
import type { Line } from "./line.ts";
import type { GraphKind } from "./kinds.ts";

/** Chats whose last message is remembered: at the Cloud API the sign of typing goes with it. */
const MOST_HEARD = 5000;

/** Blue ticks and the sign that somebody writes. */
export class Presence {
  readonly #heard = new Map<string, string>();

  constructor(readonly kind: GraphKind, readonly line: Line) {}

  heard(jid: string, networkId: string): void {
    this.#heard.delete(jid);
    this.#heard.set(jid, networkId);
    if (this.#heard.size > MOST_HEARD) this.#heard.delete(this.#heard.keys().next().value!);
  }

  async markRead(jid: string, networkId: string): Promise<void> {
    await this.#say(
      jid,
      { messaging_product: "whatsapp", status: "read", message_id: networkId },
      { sender_action: "mark_seen" },
    );
  }

  /** A sign that does not arrive is no loss. */
  showTyping(jid: string, typing: boolean): void {
    const last = this.#heard.get(jid);
    if (this.line.state.status !== "CONNECTED" || (this.kind === "cloud" && (!typing || !last))) return;
    void this.#say(
      jid,
      { messaging_product: "whatsapp", status: "read", message_id: last, typing_indicator: { type: "text" } },
      { sender_action: typing ? "typing_on" : "typing_off" },
    ).catch(() => {});
  }

  async #say(jid: string, atCloud: object, atPage: object): Promise<void> {
    const json = this.kind === "cloud" ? atCloud : { recipient: { id: recipientOf(jid).id }, ...atPage };
    await askGraph(this.line.caller(), `${this.line.account.accountId}/messages`, z.unknown(), {
      method: "POST",
      json,
    });
  }
}
