import { type Message, messages } from "../../src/contract/messages.ts";
import { call } from "../call.ts";
import { showError } from "../ui/showError.ts";
import { noteMessage } from "./conversation.ts";

/** Those that WhatsApp offers first. */
export const QUICK_REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

export function ownReactionTo({ reactions }: Pick<Message, "reactions">): string {
  return reactions.find((one) => one.fromMe)?.emoji ?? "";
}

/** Puts the company's reaction on a message, or takes it off when it is there already; seen at once. */
export async function react(message: Message, chosen: string): Promise<void> {
  const emoji = chosen === ownReactionTo(message) ? "" : chosen;
  noteMessage({ ...message, reactions: withOwn(message.reactions, emoji) });
  try {
    noteMessage(await call(messages.react, { id: message.id, emoji }));
  } catch (error) {
    noteMessage(message);
    showError(error);
  }
}

/** One reaction for each side: the company's own is exchanged or gone. */
export function withOwn(reactions: Message["reactions"], emoji: string): Message["reactions"] {
  const others = reactions.filter((one) => !one.fromMe);
  return emoji ? [...others, { emoji, fromMe: true }] : others;
}
