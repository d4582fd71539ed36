import { useLingui } from "@lingui/react/macro";
import type { RowOutcome, SheetRow } from "../../src/contract/contacts.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import sheets from "../sheets/Sheets.module.css";
import { classes } from "../ui/classes.ts";
import { outcomeText } from "./importReport.ts";
import css from "./ImportDialog.module.css";

interface SheetRowsProps {
  label: string;
  rows: readonly SheetRow[];
  outcomes: readonly RowOutcome[];
}

/** Rows of the file, each with what becomes of it. */
export function SheetRows({ label, rows, outcomes }: SheetRowsProps) {
  const { t } = useLingui();
  const byLine = new Map(outcomes.map((one) => [one.line, one]));
  return (
    <div className={sheets.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={classes(sheets.rows, css.lines)} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t`Linha`}</th>
            <th scope="col">{t`Nome`}</th>
            <th scope="col" className={css.less}>{t`Número`}</th>
            <th scope="col" className={css.less}>{t`E-mail`}</th>
            <th scope="col">{t`Resultado`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, name, number, email }) => {
            const outcome = byLine.get(line);
            const shown = outcome && outcome.outcome !== "refused" ? formatNumber(outcome.number) : number;
            return (
              <tr key={line}>
                <td>{line}</td>
                <td title={name}>
                  <bdi>{name}</bdi>
                  <small className={css.below}>{shown}</small>
                </td>
                <td className={css.less} title={number}>{shown}</td>
                <td className={css.less} title={email}>{email}</td>
                <td data-outcome={outcome?.outcome}>{outcome && outcomeText(outcome)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
