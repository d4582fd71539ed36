import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useList } from "../../list/pagedList.ts";
import { asksForReplies } from "../../quick_replies/asking.ts";
import { labelOf, quickReplyList, suggestFor } from "../../quick_replies/quick_replies.ts";
import { type SuggestionKeys, suggestionLabelClass, Suggestions } from "../../ui/Suggestions.tsx";
import { useFilledReply } from "./useFilledReply.ts";

interface QuickReplySuggestionsProps {
  ticket: Ticket;
  /** What is being typed, from its stroke on. */
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  keys: SuggestionKeys;
  onTake: (text: string) => void;
}

/** The quick replies that fit what is typed, above the composer (spec 1 §2.8). */
export default function QuickReplySuggestions({ ticket, text, field, keys, onTake }: QuickReplySuggestionsProps) {
  const { t } = useLingui();
  const fill = useFilledReply(ticket);
  const { rows, state } = useList(quickReplyList, {});
  return (
    <Suggestions
      label={t`Respostas rápidas`}
      count={(count) => plural(count, { one: "# resposta rápida", other: "# respostas rápidas" })}
      asked={text}
      rows={asksForReplies(text) ? suggestFor(text, rows) : []}
      keyOf={({ id }) => id}
      draw={(reply) => <bdi className={suggestionLabelClass} title={reply.message}>{labelOf(reply)}</bdi>}
      // The customer must not get a shortcut because its reply was still on its way here.
      isEarly={state === "loading"}
      field={field}
      keys={keys}
      onTake={(reply) => onTake(fill(reply))}
    />
  );
}
