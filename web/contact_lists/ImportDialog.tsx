import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FileSpreadsheet } from "lucide-react";
import { LIST_SHEET, type ListImport } from "../../src/contract/contact_lists.ts";
import sheets from "../sheets/Sheets.module.css";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { errorText } from "../ui/showError.ts";
import { ColumnChoice } from "./ColumnChoice.tsx";
import { saveExample } from "./exampleSheet.ts";
import css from "./ImportDialog.module.css";
import { ImportFoot } from "./ImportFoot.tsx";
import { ImportReport } from "./ImportReport.tsx";
import { useListImport } from "./useListImport.ts";

interface ImportDialogProps {
  contactListId: number;
  /** A file to be imported, or an import to be looked at. */
  begin: File | ListImport;
  onClose: () => void;
}

/** Shows what columns a sheet has, follows the server while it imports it, and shows what became of it. */
export function ImportDialog({ contactListId, begin, onClose }: ImportDialogProps) {
  const { t } = useLingui();
  const { record, look, problem, choice, setChoice, isSending, isReady, take, send } = useListImport(
    contactListId,
    begin,
  );
  const count = look?.rows;
  const name = begin instanceof File ? begin.name : begin.fileName;
  return (
    <Dialog
      title={record ? name : t`Importar ${name}?`}
      width={record || look ? 760 : 520}
      onClose={onClose}
      bodyClassName={sheets.body}
      foot={
        <>
          <Button className={css.example} icon={FileSpreadsheet} onClick={() => void saveExample()}>
            <Trans>Planilha de exemplo</Trans>
          </Button>
          {record ? <ImportFoot record={record} onRecord={take} onClose={onClose} /> : (
            <>
              <Button variant="secondary" onClick={onClose}>
                <Trans>Cancelar</Trans>
              </Button>
              <Button variant="primary" busy={isSending} disabled={!isReady} onClick={send}>
                {count !== undefined
                  ? <Plural value={count} one="Importar # linha" other="Importar # linhas" />
                  : <Trans>Importar</Trans>}
              </Button>
            </>
          )}
        </>
      }
    >
      {record
        ? <ImportReport record={record} />
        : look
        ? <ColumnChoice look={look} choice={choice} onChoice={setChoice} />
        : <Reading problem={problem} />}
    </Dialog>
  );
}

function Reading({ problem }: { problem: unknown }) {
  const { i18n } = useLingui();
  const megabytes = LIST_SHEET.mostBytes / 1024 / 1024, rows = i18n.number(LIST_SHEET.mostRows);
  return (
    <>
      {problem === undefined
        ? (
          <p role="status">
            <Trans>Lendo a planilha…</Trans>
          </p>
        )
        : <p role="alert" className={sheets.problem}>{errorText(problem)}</p>}
      <p className={css.found}>
        <Trans>.xlsx, .xls ou .csv, até {megabytes} MB e {rows} linhas</Trans>
      </p>
    </>
  );
}
