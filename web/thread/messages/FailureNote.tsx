import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import type { Message } from "../../../src/contract/messages.ts";
import { CallError } from "../../call.ts";
import { errorText } from "../../ui/showError.ts";
import { takeBack, tryAgain } from "../../composer/sending/sending.ts";
import css from "./Bubble.module.css";

/** Why a message did not go out, and the way to try again. One that never left can also be given up. */
export function FailureNote({ message, isOwnPage }: { message: Message; isOwnPage: boolean }) {
  const { t } = useLingui();
  const { failure, localId } = message;
  const isLeftOver = failure === null || failure === "ERR_NOT_SENT";
  const reason = isLeftOver ? t`Não enviada.` : errorText(new CallError(failure, 0));
  return (
    <p className={css.note} role="status">
      <CircleAlert size={12} aria-hidden />
      <span>{reason}</span>
      <button type="button" onClick={() => tryAgain(message)}>
        <Trans>Tentar novamente</Trans>
      </button>
      {isOwnPage && (
        <button type="button" onClick={() => localId && takeBack(localId)}>
          <Trans>Descartar</Trans>
        </button>
      )}
    </p>
  );
}
