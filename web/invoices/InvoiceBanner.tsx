import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { dayIn } from "../../src/shared/clock.ts";
import { moneyText } from "../../src/shared/money.ts";
import { reminderAtom } from "../billDue.ts";
import { keep } from "../kept.ts";
import { useMe } from "../session.ts";
import { Banner } from "../ui/Banner.tsx";
import { dateText } from "../ui/dates.ts";
import { stateOf } from "./invoices.ts";
import { followReminder } from "./reminder.ts";

/** Under which it is kept on which day the banner was put away. */
const PUT_AWAY = "invoiceBannerDay";

/** Reminds who may pay of an invoice that is due within five days or past; put away, it is back the next day. */
export default function InvoiceBanner() {
  const { t } = useLingui();
  const invoice = useAtomValue(reminderAtom);
  const { timeZone } = useMe().company, today = dayIn(timeZone, Date.now());
  const [putAway, setPutAway] = useState(() => localStorage.getItem(PUT_AWAY));
  useEffect(followReminder, []);
  if (!invoice || putAway === `${invoice.id} ${today}`) return null;
  const isLate = stateOf(invoice, today) === "late", date = dateText(invoice.dueDate), value = moneyText(invoice.value);
  const leave = () => {
    keep(PUT_AWAY, `${invoice.id} ${today}`);
    setPutAway(`${invoice.id} ${today}`);
  };
  return (
    <Banner
      label={t`Fatura a pagar`}
      icon={TriangleAlert}
      isLate={isLate}
      away={{ label: t`Lembrar amanhã`, onAway: leave }}
    >
      <p>
        {isLate
          ? <Trans>A fatura de {value} venceu em {date}.</Trans>
          : <Trans>A fatura de {value} vence em {date}.</Trans>}
      </p>
      <Link href={`/financeiro?pay=${invoice.id}`}>
        <Trans>Pagar agora</Trans>
      </Link>
    </Banner>
  );
}
