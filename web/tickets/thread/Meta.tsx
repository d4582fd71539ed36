import { Trans } from "@lingui/react/macro";
import type { Message } from "../../../src/contract/messages.ts";
import { useDates } from "../../ui/useDates.ts";
import { Ticks } from "../icons.tsx";
import css from "./Bubble.module.css";

/** When a message was written and how far it has come. */
export function Meta({ message }: { message: Message }) {
  const { full, time } = useDates();
  return (
    <span className={css.meta}>
      {message.isEdited && !message.isDeleted && (
        <span>
          <Trans>editada</Trans>
        </span>
      )}
      <time dateTime={message.createdAt} data-tooltip={full(message.createdAt)}>{time(message.createdAt)}</time>
      {message.fromMe && !message.isDeleted && message.ack >= 0 && <Ticks ack={message.ack} />}
    </span>
  );
}
