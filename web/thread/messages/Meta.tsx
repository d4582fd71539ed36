import { Trans, useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import type { Message } from "../../../src/contract/messages.ts";
import { useDates } from "../../ui/useDates.ts";
import { Ticks } from "../icons.tsx";
import { isElsewhere } from "../../composer/sending/elsewhere.ts";
import { messageDialogAtom } from "../messageDialog.ts";
import css from "./Bubble.module.css";

/** When a message was written and how far it has come. */
export function Meta({ message }: { message: Message }) {
  const { t } = useLingui();
  const { full, time } = useDates();
  const openDialog = useSetAtom(messageDialogAtom);
  return (
    <span className={css.meta}>
      {message.isEdited && !message.isDeleted && (isElsewhere(message) ? <Trans>editada</Trans> : (
        <button
          type="button"
          className={css.edited}
          data-tooltip={t`Ver edições`}
          onClick={() => openDialog({ kind: "edits", message })}
        >
          <Trans>editada</Trans>
        </button>
      ))}
      <time dateTime={message.createdAt} data-tooltip={full(message.createdAt)}>{time(message.createdAt)}</time>
      {message.fromMe && !message.isDeleted && message.ack >= 0 && <Ticks ack={message.ack} />}
    </span>
  );
}
