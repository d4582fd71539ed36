import { type Message, messages } from "../../src/contract/messages.ts";
import { call } from "../call.ts";
import { showError } from "../ui/showError.ts";
import { changeThreadOf } from "./opened.ts";
import { changeMessage } from "./thread.ts";

/** Those that WhatsApp offers first. */
export const QUICK_REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

export function ownReactionTo({ reactions }: Pick<Message, "reactions">): string {
  return reactions.find((one) => one.fromMe)?.emoji ?? "";
}

/** Puts the company's reaction on a message, or takes it off when it is there already; seen at once. */
export async function react(message: Message, chosen: string): Promise<void> {
  const before = ownReactionTo(message);
  const emoji = chosen === before ? "" : chosen;
  show(message, emoji);
  try {
    // What the server says comes as an event, in its turn among others' reactions; the answer may be older than they are.
    await call(messages.react, { id: message.id, emoji });
  } catch (error) {
    show(message, before);
    showError(error);
  }
}

function show({ id, ticketId }: Message, emoji: string): void {
  changeThreadOf(ticketId, (thread) => {
    const now = thread.messages.find((one) => one.id === id);
    return now ? changeMessage(thread, { ...now, reactions: withOwn(now.reactions, emoji) }) : thread;
  });
}

/** One reaction for each side: the company's own is exchanged or gone. */
export function withOwn(reactions: Message["reactions"], emoji: string): Message["reactions"] {
  const others = reactions.filter((one) => !one.fromMe);
  return emoji ? [...others, { emoji, fromMe: true }] : others;
}
