import { recipientOf } from "./addresses.ts";
import type { GraphKind } from "./kinds.ts";

/** A reaction to a message, or with an empty emoji the end of one. */
export function reactionTo(kind: GraphKind, jid: string, target: string, emoji: string): object {
  const { phone, id } = recipientOf(jid);
  if (kind === "cloud") {
    const to = phone ? { recipient_type: "individual", to: phone } : { recipient: id };
    return { messaging_product: "whatsapp", ...to, type: "reaction", reaction: { message_id: target, emoji } };
  }
  const payload = { message_id: target, ...(emoji && { reaction: emoji === "❤️" ? "love" : emoji }) };
  return { recipient: { id }, sender_action: emoji ? "react" : "unreact", payload };
}
