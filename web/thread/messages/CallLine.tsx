import { Trans } from "@lingui/react/macro";
import { Phone } from "lucide-react";
import type { Message } from "../../../src/contract/messages.ts";
import { useDates } from "../../ui/useDates.ts";
import css from "./Happened.module.css";

/** A call stands in the thread as something that happened, not as something that was said. */
export function CallLine({ message }: { message: Message }) {
  const { full, time } = useDates();
  return (
    <p className={css.happened} data-message={message.id}>
      <Phone size={16} aria-hidden />
      <span>{message.body || (message.fromMe ? <Trans>Chamada feita</Trans> : <Trans>Chamada recebida</Trans>)}</span>
      <time dateTime={message.createdAt} data-tooltip={full(message.createdAt)}>{time(message.createdAt)}</time>
    </p>
  );
}
