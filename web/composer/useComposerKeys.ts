import { useAtom } from "jotai";
import type { KeyboardEvent, RefObject } from "react";
import type { Ticket } from "../../src/contract/tickets.ts";
import { asksForReplies } from "../quick_replies/asking.ts";
import { focusList } from "../inbox/focus.ts";
import { useMe } from "../session.ts";
import { traitsOf } from "../thread/traits.ts";
import { editLast } from "../thread/messageDialog.ts";
import { replyAtom } from "./reply.ts";

interface Field {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The keys of the quick replies that are offered, which come first. */
  suggestionKeys: RefObject<((event: KeyboardEvent) => boolean) | null>;
  send: () => void;
}

/** What keys do in the composer: Enter sends, Escape leaves, arrow up in an empty field edits the last message. */
export function useComposerKeys(ticket: Ticket, { text, field, suggestionKeys, send }: Field) {
  const me = useMe();
  const [reply, setReply] = useAtom(replyAtom);
  return (event: KeyboardEvent) => {
    if (suggestionKeys.current?.(event)) return;
    if (event.key === "Escape") {
      if (reply) setReply(null);
      else if (!isComposing(event) && !focusList()) field.current?.blur();
    }
    if (event.key === "ArrowUp" && text === "" && traitsOf(ticket).edits && editLast(ticket.id, me.id)) {
      return event.preventDefault();
    }
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    // Of a shortcut whose replies are not even drawn yet; the button sends it all the same.
    if (!suggestionKeys.current && asksForReplies(text)) return;
    send();
  };
}

/** While a word is being composed (Japanese, an accent on some systems), Enter only ends the word. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
