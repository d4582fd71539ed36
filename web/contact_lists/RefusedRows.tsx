import { Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { type ListImport, type ListImportRow, listImports } from "../../src/contract/contact_lists.ts";
import { call } from "../call.ts";
import sheets from "../sheets/Sheets.module.css";
import { classes } from "../ui/classes.ts";
import { Button } from "../ui/Button.tsx";
import { showError } from "../ui/showError.ts";
import css from "./ImportDialog.module.css";
import { reasonText, saveReport } from "./importReport.ts";
import table from "./RefusedRows.module.css";

/** More refused rows than this are in the file only. */
const MOST_SHOWN = 100;

/** The rows that were not taken, why, and the file with what became of all. */
export function RefusedRows({ record }: { record: ListImport }) {
  const { t } = useLingui();
  const [rows, setRows] = useState<readonly ListImportRow[]>([]);
  const [isSaving, setSaving] = useState(false);
  useEffect(() => {
    if (record.refused === 0) return;
    call(listImports.importRows, { id: record.id, outcome: "refused" }).then(
      (answer) => setRows(answer.rows),
      showError,
    );
  }, [record.id, record.refused]);
  if (record.refused + record.updated + record.same === 0) return null;
  const save = async () => {
    setSaving(true);
    await saveReport(record).catch(showError).finally(() => setSaving(false));
  };
  return (
    <>
      <div className={css.refused}>
        <h3>{record.refused > 0 ? <Trans>Linhas recusadas</Trans> : <Trans>Relatório</Trans>}</h3>
        <Button icon={Download} busy={isSaving} onClick={save}>
          <Trans>Baixar o relatório (.xlsx)</Trans>
        </Button>
      </div>
      {rows.length > 0 && (
        <div className={sheets.scroll} tabIndex={0} role="region" aria-label={t`Linhas recusadas`}>
          <table className={classes(sheets.rows, table.rows)}>
            <thead>
              <tr>
                <th>
                  <Trans>Linha</Trans>
                </th>
                <th>
                  <Trans>Nome</Trans>
                </th>
                <th className="only-wide">
                  <Trans>O que foi lido</Trans>
                </th>
                <th>
                  <Trans>Motivo</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MOST_SHOWN).map((row) => (
                <tr key={row.line}>
                  <td>{row.line}</td>
                  <td>
                    <bdi className="cut" title={row.name}>{row.name || "—"}</bdi>
                    {row.number && <small className="cut only-narrow" title={row.number}>{row.number}</small>}
                  </td>
                  <td className="only-wide">
                    <span className="cut" title={row.number}>{row.number || "—"}</span>
                  </td>
                  <td>{reasonText(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
