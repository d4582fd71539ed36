import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useList } from "../../list/pagedList.ts";
import { asksForReplies } from "../../quick_replies/asking.ts";
import { labelOf, quickReplyList, suggestFor } from "../../quick_replies/quick_replies.ts";
import { OptionList } from "../../ui/OptionList.tsx";
import { useOptions } from "../../ui/useOptions.ts";
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

/** The quick replies that fit what is typed, above the composer; the focus stays in its field (spec 1 §2.8). */
export default function QuickReplySuggestions({ ticket, text, field, keys, onTake }: QuickReplySuggestionsProps) {
  const { t } = useLingui();
  const fill = useFilledReply(ticket);
  const { rows, state } = useList(quickReplyList, {});
  const [dismissed, setDismissed] = useState("");
  const found = text === dismissed || !asksForReplies(text) ? [] : suggestFor(text, rows);
  const take = (index: number) => {
    onTake(fill(found[index]!));
    field.current?.focus();
  };
  const options = useOptions({ count: found.length, onChoose: take });

  keys.current = (event) => {
    // The customer must not get a shortcut because its reply was still on its way here.
    const isEarly = state === "loading" && event.key === "Enter" && text !== dismissed;
    if (isEarly) event.preventDefault();
    if (found.length === 0) return isEarly;
    if (event.key === "Escape") setDismissed(text);
    else if (event.key === "Tab" && !event.shiftKey) take(options.active);
    else return options.onKeyDown(event);
    event.preventDefault();
    return true;
  };
  useEffect(() => () => void (keys.current = null), [keys]);
  useEffect(options.reset, [text]);
  useSpokenBy(field, options.field["aria-activedescendant"], options.list.id);

  const count = found.length;
  return (
    <>
      <p className="visually-hidden" role="status">
        {count > 0 && plural(count, { one: "# resposta rápida", other: "# respostas rápidas" })}
      </p>
      {count > 0 && (
        <OptionList
          {...options.list}
          className={css.suggestions}
          label={t`Respostas rápidas`}
          options={found.map((reply) => ({
            key: reply.id,
            content: <bdi className={css.label} title={reply.message}>{labelOf(reply)}</bdi>,
          }))}
        />
      )}
    </>
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
