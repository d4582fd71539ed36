import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ReceiptText } from "lucide-react";
import { Link } from "wouter";
import { moneyText } from "../../src/shared/money.ts";
import { reminderAtom } from "../billDue.ts";
import { dateText } from "../ui/dates.ts";
import css from "./BellReminder.module.css";

/** The invoice that is to be paid, above what else the bell has to say. */
export default function BellReminder({ onFollow }: { onFollow: () => void }) {
  const invoice = useAtomValue(reminderAtom);
  if (!invoice) return null;
  const value = moneyText(invoice.value), date = dateText(invoice.dueDate);
  return (
    <Link href={`/financeiro?pay=${invoice.id}`} className={css.reminder} onClick={onFollow}>
      <ReceiptText size={20} aria-hidden />
      <span>
        <b>
          <Trans>Fatura a pagar</Trans>
        </b>
        <span>
          <Trans>{value}, com vencimento em {date}</Trans>
        </span>
      </span>
    </Link>
  );
}
