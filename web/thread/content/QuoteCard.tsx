import { useLingui } from "@lingui/react/macro";
import type { Quote } from "../../../src/contract/messages.ts";
import { previewOf } from "../../inbox/preview.ts";
import css from "./QuoteCard.module.css";

/** What a message answers to; a press goes there. */
export function QuoteCard({ quote, onJump }: { quote: Quote; onJump?: (id: number) => void }) {
  const { t } = useLingui();
  const { icon: Icon, text } = previewOf(quote.kind, quote.body);
  const inside = (
    <span>
      <b>{quote.fromMe ? t`Você` : quote.contactName}</b>
      <small>
        {Icon && <Icon size={16} aria-hidden />}
        {text}
      </small>
    </span>
  );
  const { id } = quote;
  if (id === null || !onJump) return <div className={css.quote}>{inside}</div>;
  return (
    <button type="button" className={css.quote} data-tooltip={t`Ir para a mensagem`} onClick={() => onJump(id)}>
      {inside}
    </button>
  );
}
