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
import { takeBack, takeBackWords, tryAgain } from "../../composer/sending/sending.ts";
import { isRefusedForGood } from "../../composer/sending/unsent.ts";
import { part } from "../../ui/part.ts";
import css from "./Bubble.module.css";

const RetryInWindow = part(() => withPageTexts(import("../../answering/RetryInWindow.tsx")));

interface FailureNoteProps {
  message: Message;
  /** Left out where messages may be sent at any time. */
  ticket?: Ticket;
  isOwnPage: boolean;
}

/**
 * Why a message did not go out, and the way to try again. One that never left can also be given up; where that is all that can
 * be done, its words stand in the composer again.
 */
export function FailureNote({ message, ticket, isOwnPage }: FailureNoteProps) {
  const { failure, localId } = message;
  const reason = useReason(failure);
  const isForGood = isOwnPage && isRefusedForGood(message);
  return (
    <p className={css.note} role="status">
      <CircleAlert size={12} aria-hidden />
      <span>{reason}</span>
      {!isForGood && <Again message={message} ticket={ticket} />}
      {isOwnPage && (
        <button type="button" onClick={() => localId && (isForGood ? takeBackWords : takeBack)(localId)}>
          <Trans>Descartar</Trans>
        </button>
      )}
    </p>
  );
}

function Again({ message, ticket }: Pick<FailureNoteProps, "message" | "ticket">) {
  if (ticket && traitsOf(ticket).windowHours > 0) {
    return (
      <Suspense>
        <RetryInWindow message={message} ticket={ticket} />
      </Suspense>
    );
  }
  return (
    <button type="button" onClick={() => tryAgain(message)}>
      <Trans>Tentar novamente</Trans>
    </button>
  );
}

function useReason(failure: string | null): string {
  const { t } = useLingui();
  const isKnown = useWordsFor(failure);
  if (failure === null || failure === "ERR_NOT_SENT" || !isKnown) return t`Não enviada.`;
  // Any type may be sent: only what claims to be a picture, a sound or a film and is none is refused.
  if (failure === "ERR_FILE_TYPE") return t`O arquivo está danificado ou não é do tipo que o nome diz.`;
  return errorText(new CallError(failure, 0));
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
