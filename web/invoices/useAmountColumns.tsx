import { useLingui } from "@lingui/react/macro";
import type { Invoice } from "../../src/contract/invoices.ts";
import { moneyText } from "../../src/shared/money.ts";
import type { Column } from "../list/column.ts";
import { dateText } from "../ui/dates.ts";
import css from "./InvoicesPage.module.css";

/** How much and until when, in the list of a company and in the provider's. */
export function useAmountColumns<Row extends Pick<Invoice, "value" | "dueDate">>(): readonly Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      id: "value",
      title: t`Valor`,
      width: "minmax(96px, 1fr)",
      card: "main",
      cell: ({ value, dueDate }) => (
        <span className={css.number}>
          {moneyText(value)}
          <span className="only-narrow">{`\u00a0· ${dateText(dueDate)}`}</span>
        </span>
      ),
    },
    {
      id: "dueDate",
      title: t`Data Venc.`,
      width: "minmax(96px, 1fr)",
      cell: ({ dueDate }) => <time className={css.number} dateTime={dueDate}>{dateText(dueDate)}</time>,
    },
  ];
}
