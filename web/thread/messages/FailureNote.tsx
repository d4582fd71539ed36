import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { traitsOf } from "../traits.ts";
import { CallError } from "../../call.ts";
import { withPageTexts } from "../../i18n/i18n.ts";
import { knownText } from "../../ui/errorTexts.ts";
import { errorText } from "../../ui/showError.ts";
import { takeBack, tryAgain } from "../../composer/sending/sending.ts";
import { part } from "../../ui/part.ts";
import css from "./Bubble.module.css";

const RetryInWindow = part(() => withPageTexts(import("../../answering/RetryInWindow.tsx")));

interface FailureNoteProps {
  message: Message;
  /** Left out where messages may be sent at any time. */
  ticket?: Ticket;
  isOwnPage: boolean;
}

/** Why a message did not go out, and the way to try again. One that never left can also be given up. */
export function FailureNote({ message, ticket, isOwnPage }: FailureNoteProps) {
  const { t } = useLingui();
  const { failure, localId } = message;
  const isLeftOver = failure === null || failure === "ERR_NOT_SENT";
  const isKnown = useWordsFor(failure);
  const reason = isLeftOver || !isKnown ? t`Não enviada.` : errorText(new CallError(failure, 0));
  return (
    <p className={css.note} role="status">
      <CircleAlert size={12} aria-hidden />
      <span>{reason}</span>
      {ticket && traitsOf(ticket).windowHours > 0
        ? (
          <Suspense>
            <RetryInWindow message={message} ticket={ticket} />
          </Suspense>
        )
        : (
          <button type="button" onClick={() => tryAgain(message)}>
            <Trans>Tentar novamente</Trans>
          </button>
        )}
      {isOwnPage && (
        <button type="button" onClick={() => localId && takeBack(localId)}>
          <Trans>Descartar</Trans>
        </button>
      )}
    </p>
  );
}

/** Whether there are words for a failure; those that only some channels know come when one is met. */
function useWordsFor(failure: string | null): boolean {
  const [, setLearned] = useState(false);
  const isKnown = failure === null || knownText(failure) !== undefined;
  useEffect(() => {
    if (!isKnown) withPageTexts(Promise.resolve()).then(() => setLearned(true), () => {/* It stays "not sent". */});
  }, [isKnown]);
  return isKnown;
}
