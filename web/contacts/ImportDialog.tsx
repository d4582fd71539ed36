import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FileDown, FileSpreadsheet } from "lucide-react";
import { useId } from "react";
import { Button as AriaButton, DropZone, type DropZoneProps, FileTrigger } from "react-aria-components";
import { type RowOutcome, SHEET, type SheetRow } from "../../src/contract/contacts.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { confirm } from "../ui/confirm.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Progress } from "../ui/Progress.tsx";
import { Select } from "../ui/Select.tsx";
import { errorText } from "../ui/showError.ts";
import { type Columns, type ContactSheet, type Field, withoutCountry } from "./contactSheet.ts";
import { outcomeText, saveRefused } from "./importReport.ts";
import { useImport } from "./useImport.ts";
import css from "./ImportDialog.module.css";

/** Makes and changes contacts by a spreadsheet: a file, its columns, what would become of it, and in the end a report. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const run = useImport();
  const close = async () => {
    if (run.isSending) {
      const sure = await confirm({
        title: t`Parar a importação?`,
        text: t`O que já foi importado fica. A mesma planilha pode ser importada de novo: ninguém fica em dobro.`,
        yes: t`Parar`,
        no: t`Continuar importando`,
      });
      if (!sure) return;
    }
    run.stop();
    onClose();
  };
  const count = run.sheet?.rows.length ?? 0;
  return (
    <Dialog
      title={t`Importar planilha`}
      width={run.sheet ? 760 : 480}
      onClose={close}
      bodyClassName={css.body}
      foot={run.isDone
        ? (
          <Button variant="primary" autoFocus onClick={close}>
            <Trans>Concluir</Trans>
          </Button>
        )
        : run.sheet && (
          <>
            {run.sent === undefined && (
              <Button variant="secondary" onClick={run.reset}>
                <Trans>Outro arquivo</Trans>
              </Button>
            )}
            <Button variant="primary" busy={run.isSending} disabled={run.columns.number < 0} onClick={run.send}>
              {run.failure
                ? <Trans>Tentar de novo</Trans>
                : <Plural value={count} one="Importar # linha" other="Importar # linhas" />}
            </Button>
          </>
        )}
    >
      {!run.sheet
        ? <FilePlace busy={run.isReading} problem={run.problem} onFile={run.read} />
        : run.sent === undefined
        ? (
          <Mapping
            fileName={run.fileName}
            sheet={run.sheet}
            columns={run.columns}
            addsCountry={run.addsCountry}
            preview={run.preview}
            onColumns={(columns) => run.show(columns, run.addsCountry)}
            onCountry={(addsCountry) => run.show(run.columns, addsCountry)}
          />
        )
        : <Report sent={run.sent} count={count} isDone={run.isDone} failure={run.failure} rows={run.rows} />}
    </Dialog>
  );
}

const FILES = [".xlsx", ".xls", ".ods", ".csv", ".txt", "text/csv"];

interface FilePlaceProps {
  busy: boolean;
  problem?: string;
  onFile: (file: File) => void;
}

/** Where a file is chosen or dropped. */
function FilePlace({ busy, problem, onFile }: FilePlaceProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const drop: DropZoneProps["onDrop"] = async ({ items }) => {
    const file = await items.find((item) => item.kind === "file")?.getFile();
    if (file && !busy) onFile(file);
  };
  const megabytes = SHEET.mostBytes / 1024 / 1024, rows = i18n.number(SHEET.mostRows);
  return (
    <>
      <DropZone className={css.drop} aria-label={t`Arquivo da planilha`} onDrop={drop}>
        <FileTrigger acceptedFileTypes={FILES} onSelect={(files) => files?.[0] && onFile(files[0])}>
          <AriaButton className={css.place} isDisabled={busy} aria-describedby={id} data-begin>
            <FileSpreadsheet size={20} aria-hidden />
            <b>{busy ? <Trans>Lendo a planilha…</Trans> : <Trans>Escolha um arquivo ou solte-o aqui</Trans>}</b>
            <small id={id}>{t`.xlsx, .xls ou .csv, até ${megabytes} MB e ${rows} linhas`}</small>
          </AriaButton>
        </FileTrigger>
      </DropZone>
      <p role="alert" className={css.problem}>{problem}</p>
      <p className={css.hint}>
        <Trans>
          Quem ainda não está aqui vira um contato; quem já está, pelo número, recebe o nome e o e-mail da planilha.
        </Trans>
      </p>
    </>
  );
}

interface MappingProps {
  fileName: string;
  sheet: ContactSheet;
  columns: Columns;
  addsCountry: boolean;
  preview?: { rows: readonly SheetRow[]; outcomes: readonly RowOutcome[] };
  onColumns: (columns: Columns) => void;
  onCountry: (addsCountry: boolean) => void;
}

/** Which column is what, and what would become of the first rows. */
function Mapping({ fileName, sheet, columns, addsCountry, preview, onColumns, onCountry }: MappingProps) {
  const { t } = useLingui();
  const options = sheet.titles.map((title, nth) => ({ value: String(nth), label: title || t`Coluna ${nth + 1}` }));
  const labels: Record<Field, string> = { name: t`Nome`, number: t`Número`, email: t`E-mail` };
  const lacking = withoutCountry(sheet, columns);
  return (
    <>
      <p className={css.fileName} dir="auto">{fileName}</p>
      <div className={css.columns}>
        {(["name", "number", "email"] as const).map((field) => (
          <Select
            key={field}
            label={labels[field]}
            autoFocus={field === "name"}
            placeholder={t`Nenhuma coluna`}
            options={options}
            value={columns[field] < 0 ? "" : String(columns[field])}
            error={field === "number" && columns.number < 0 ? t`Escolha a coluna dos números.` : undefined}
            onText={(value) => onColumns({ ...columns, [field]: value === "" ? -1 : Number(value) })}
          />
        ))}
      </div>
      {lacking > 0 && (
        <Checkbox checked={addsCountry} onChecked={onCountry}>
          <Plural
            value={lacking}
            one="Acrescentar 55 (Brasil) a # número sem o código do país"
            other="Acrescentar 55 (Brasil) a # números sem o código do país"
          />
        </Checkbox>
      )}
      {preview && <Rows label={t`Prévia das primeiras linhas`} {...preview} />}
    </>
  );
}

interface RowsProps {
  label: string;
  rows: readonly SheetRow[];
  outcomes: readonly RowOutcome[];
}

/** Rows of the file, each with what becomes of it. */
function Rows({ label, rows, outcomes }: RowsProps) {
  const { t } = useLingui();
  const byLine = new Map(outcomes.map((one) => [one.line, one]));
  return (
    <div className={css.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={css.rows} aria-label={label}>
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

interface ReportProps {
  sent: readonly RowOutcome[];
  count: number;
  isDone: boolean;
  failure?: unknown;
  rows: readonly SheetRow[];
}

/** More refused rows than this are in the file only. */
const MOST_SHOWN = 100;

/** How far it has come, and in the end what became of every row. */
function Report({ sent, count, isDone, failure, rows }: ReportProps) {
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
        <p role="alert" className={css.problem}>
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
          <Rows label={t`Linhas recusadas`} rows={refusedRows.slice(0, MOST_SHOWN)} outcomes={refused} />
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
