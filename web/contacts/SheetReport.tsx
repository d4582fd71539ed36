import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FileDown } from "lucide-react";
import type { RowOutcome, SheetRow } from "../../src/contract/contacts.ts";
import sheets from "../sheets/Sheets.module.css";
import { Button } from "../ui/Button.tsx";
import { Progress } from "../ui/Progress.tsx";
import { errorText } from "../ui/showError.ts";
import { saveRefused } from "./importReport.ts";
import { SheetRows } from "./SheetRows.tsx";
import css from "./ImportDialog.module.css";

interface SheetReportProps {
  sent: readonly RowOutcome[];
  count: number;
  isDone: boolean;
  failure?: unknown;
  rows: readonly SheetRow[];
}

/** More refused rows than this are in the file only. */
const MOST_SHOWN = 100;

/** How far it has come, and in the end what became of every row. */
export function SheetReport({ sent, count, isDone, failure, rows }: SheetReportProps) {
  const { t } = useLingui();
  const of = (outcome: RowOutcome["outcome"]) => sent.filter((one) => one.outcome === outcome);
  const refused = of("refused"), lines = new Set(refused.map(({ line }) => line));
  const refusedRows = rows.filter(({ line }) => lines.has(line));
  const done = sent.length;
  return (
    <>
      {!isDone && <Progress label={t`Importação`} value={done} max={count} />}
      <p role="status">
        {isDone ? <Trans>Importação concluída.</Trans> : <Trans>{done} de {count} linhas</Trans>}
      </p>
      {failure !== undefined && (
        <p role="alert" className={sheets.problem}>
          {errorText(failure)} <Trans>Nada se perdeu: a importação continua de onde parou.</Trans>
        </p>
      )}
      <ul className={css.counts}>
        <li>
          <Plural value={of("created").length} one="# contato novo" other="# contatos novos" />
        </li>
        <li>
          <Plural value={of("updated").length} one="# atualizado" other="# atualizados" />
        </li>
        <li>
          <Plural value={of("same").length} one="# já estava assim" other="# já estavam assim" />
        </li>
        <li>
          <Plural value={refused.length} one="# linha recusada" other="# linhas recusadas" />
        </li>
      </ul>
      {isDone && refused.length > 0 && (
        <>
          <SheetRows label={t`Linhas recusadas`} rows={refusedRows.slice(0, MOST_SHOWN)} outcomes={refused} />
          <Button
            className={css.download}
            variant="secondary"
            icon={FileDown}
            onClick={() => saveRefused(refusedRows, refused)}
          >
            <Trans>Baixar as linhas recusadas (.csv)</Trans>
          </Button>
        </>
      )}
    </>
  );
}
