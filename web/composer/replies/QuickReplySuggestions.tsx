import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import type { QuickReply } from "../../../src/contract/quick_replies.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useList } from "../../list/pagedList.ts";
import { asksForReplies } from "../../quick_replies/asking.ts";
import { labelOf, quickReplyList, suggestFor } from "../../quick_replies/quick_replies.ts";
import { useFilledReply } from "./useFilledReply.ts";
import css from "./QuickReplySuggestions.module.css";

interface QuickReplySuggestionsProps {
  ticket: Ticket;
  /** What is being typed, from its stroke on. */
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Where the composer asks first whether a key is for the suggestions. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
  onTake: (text: string) => void;
}

/**
 * The quick replies that fit what is typed, above the composer; the focus stays in its field (spec 1 §2.8). The library's
 * Autocomplete is for a field of one line: it takes Home, End and the arrows from it, and its spelling aid.
 */
export default function QuickReplySuggestions({ ticket, text, field, keys, onTake }: QuickReplySuggestionsProps) {
  const id = useId();
  const fill = useFilledReply(ticket);
  const { rows, state } = useList(quickReplyList, {});
  const [dismissed, setDismissed] = useState("");
  const [pointed, setPointed] = useState(0);
  const found = text === dismissed || !asksForReplies(text) ? [] : suggestFor(text, rows);
  const count = found.length, active = Math.min(pointed, count - 1);
  const take = (index: number) => {
    onTake(fill(found[index]!));
    field.current?.focus();
  };

  keys.current = (event) => {
    // The customer must not get a shortcut because its reply was still on its way here.
    const isEarly = state === "loading" && event.key === "Enter" && text !== dismissed;
    if (isEarly) event.preventDefault();
    if (count === 0 || event.nativeEvent.isComposing) return isEarly;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) setPointed((active + by + count) % count);
    else if (event.key === "Escape") setDismissed(text);
    else if (["Enter", "Tab"].includes(event.key) && !event.shiftKey) take(active);
    else return isEarly;
    event.preventDefault();
    return true;
  };
  useEffect(() => () => void (keys.current = null), [keys]);
  useEffect(() => setPointed(0), [text]);
  useSpokenBy(field, count > 0 ? `${id}-${active}` : undefined, id);
  return (
    <>
      <p className="visually-hidden" role="status">
        {count > 0 && plural(count, { one: "# resposta rápida", other: "# respostas rápidas" })}
      </p>
      {count > 0 && <Suggestions id={id} replies={found} active={active} onPoint={setPointed} onTake={take} />}
    </>
  );
}

interface SuggestionsProps {
  id: string;
  replies: readonly QuickReply[];
  active: number;
  onPoint: (index: number) => void;
  onTake: (index: number) => void;
}

function Suggestions({ id, replies, active, onPoint, onTake }: SuggestionsProps) {
  const { t } = useLingui();
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <ul id={id} className={css.suggestions} role="listbox" aria-label={t`Respostas rápidas`} tabIndex={-1}>
      {replies.map((reply, index) => (
        <li
          key={reply.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => index !== active && onPoint(index)}
          onClick={() => onTake(index)}
        >
          <bdi className={css.label} title={reply.message}>{labelOf(reply)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Lets a screen reader say at the field which suggestion is pointed at. */
function useSpokenBy(field: RefObject<HTMLTextAreaElement | null>, active: string | undefined, list: string): void {
  useEffect(() => {
    const element = field.current;
    if (!element || !active) return;
    element.setAttribute("aria-controls", list);
    element.setAttribute("aria-activedescendant", active);
    return () => {
      element.removeAttribute("aria-controls");
      element.removeAttribute("aria-activedescendant");
    };
  }, [field, active, list]);
}
