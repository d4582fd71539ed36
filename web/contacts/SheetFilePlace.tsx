import { Trans, useLingui } from "@lingui/react/macro";
import { FileSpreadsheet } from "lucide-react";
import { useId } from "react";
import { Button as AriaButton, DropZone, type DropZoneProps, FileTrigger } from "react-aria-components";
import { SHEET } from "../../src/contract/contacts.ts";
import sheets from "../sheets/Sheets.module.css";
import css from "./ImportDialog.module.css";

const FILES = [".xlsx", ".xls", ".ods", ".csv", ".txt", "text/csv"];

interface SheetFilePlaceProps {
  busy: boolean;
  problem?: string;
  onFile: (file: File) => void;
}

/** Where a file is chosen or dropped. */
export function SheetFilePlace({ busy, problem, onFile }: SheetFilePlaceProps) {
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
      <p role="alert" className={sheets.problem}>{problem}</p>
      <p className={css.hint}>
        <Trans>
          Quem ainda não está aqui vira um contato; quem já está, pelo número, recebe o nome e o e-mail da planilha.
        </Trans>
      </p>
    </>
  );
}
