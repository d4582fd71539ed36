import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { contacts, type RowOutcome, SHEET, type SheetRow } from "../../src/contract/contacts.ts";
import { call } from "../call.ts";
import { sheetRows } from "../sheets/sheets.ts";
import { showError } from "../ui/showError.ts";
import { holdUnsaved } from "../ui/unsaved.ts";
import {
  type Columns,
  type ContactSheet,
  contactSheet,
  portionsOf,
  rowsToSend,
  withoutCountry,
} from "./contactSheet.ts";

/** So many rows are shown before anything is imported. */
const SHOWN = 8;

/** Empty lines are read as well, so that none behind them is lost unseen. */
const MOST_LINES = SHEET.mostRows * 5;

const NO_COLUMNS: Columns = { name: -1, number: -1, email: -1 };

interface Preview {
  rows: SheetRow[];
  outcomes: RowOutcome[];
}

/** One import from the file to the report. */
export function useImport() {
  const { t } = useLingui();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [file, setFile] = useState<{ name: string; sheet: ContactSheet }>();
  const { columns, addsCountry, preview, showOf, hide } = usePreview();
  const sending = useSending();

  const read = async (chosen: File) => {
    setProblem(undefined);
    if (chosen.size > SHEET.mostBytes) return setProblem(t`O arquivo tem mais de 10 MB. Divida a planilha em partes.`);
    setReading(true);
    try {
      const sheet = contactSheet(await sheetRows(chosen, MOST_LINES));
      if (!sheet || sheet.rows.length === 0) return setProblem(t`Não há nenhuma linha nesta planilha.`);
      if (sheet.rows.length > SHEET.mostRows) {
        return setProblem(t`A planilha tem mais de 20.000 linhas. Divida-a em partes.`);
      }
      setFile({ name: chosen.name, sheet });
      void showOf(sheet, sheet.columns, withoutCountry(sheet, sheet.columns) > 0);
    } catch {
      setProblem(t`Este arquivo não pode ser lido como planilha.`);
    } finally {
      setReading(false);
    }
  };

  return {
    ...sending,
    isReading,
    problem,
    fileName: file?.name ?? "",
    sheet: file?.sheet,
    columns,
    addsCountry,
    preview,
    read,
    show: (columns: Columns, addsCountry: boolean) => file && void showOf(file.sheet, columns, addsCountry),
    send: () => file && void sending.send(() => rowsToSend(file.sheet, columns, addsCountry)),
    reset: () => {
      setFile(undefined);
      hide();
    },
  };
}

/** Which column is what, and what would become of the first rows. */
function usePreview() {
  const [columns, setColumns] = useState(NO_COLUMNS);
  const [addsCountry, setAddsCountry] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const asked = useRef(0);

  /** Shows what would become of the first rows, unless the person has chosen otherwise before the answer is there. */
  const showOf = async (sheet: ContactSheet, columns: Columns, addsCountry: boolean) => {
    setColumns(columns);
    setAddsCountry(addsCountry);
    const nth = ++asked.current;
    const first = rowsToSend({ ...sheet, rows: sheet.rows.slice(0, SHOWN) }, columns, addsCountry);
    setPreview((shown) => ({ rows: first, outcomes: shown?.outcomes ?? [] }));
    if (columns.number < 0) return setPreview({ rows: first, outcomes: [] });
    const answer = await call(contacts.previewRows, { rows: first }).catch(showError);
    if (answer && nth === asked.current) setPreview({ rows: first, outcomes: answer.outcomes });
  };

  return { columns, addsCountry, preview, showOf, hide: () => setPreview(undefined) };
}

/** The rows on their way, in portions, and what has become of those that arrived. */
function useSending() {
  const [rows, setRows] = useState<SheetRow[]>([]);
  const [sent, setSent] = useState<RowOutcome[]>();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isStopped = useRef(false);

  useEffect(() => {
    if (isSending) return holdUnsaved({ isUnsaved: () => true, survives: () => false });
  }, [isSending]);

  /** Goes on where an earlier attempt has ended: a portion that failed is sent again. */
  const send = async (toSend: () => SheetRow[]) => {
    const all = sent === undefined ? toSend() : rows;
    let outcomes = sent ?? [];
    setRows(all);
    setSent(outcomes);
    setFailure(undefined);
    setSending(true);
    try {
      for (const portion of portionsOf(all.slice(outcomes.length))) {
        if (isStopped.current) return;
        outcomes = [...outcomes, ...(await call(contacts.importRows, { rows: portion })).outcomes];
        setSent(outcomes);
      }
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  };

  return {
    rows,
    sent,
    isSending,
    failure,
    /** Every row has its outcome. */
    isDone: sent !== undefined && sent.length === rows.length && !isSending,
    send,
    stop: () => void (isStopped.current = true),
  };
}
