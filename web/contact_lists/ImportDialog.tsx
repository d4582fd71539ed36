import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Download, FileSpreadsheet, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import {
  type FoundColumns,
  LIST_SHEET,
  type ListImport,
  type ListImportRow,
  listImports,
} from "../../src/contract/contact_lists.ts";
import { call, upload } from "../call.ts";
import { onEvent } from "../live.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { errorText, showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { saveExample } from "./exampleSheet.ts";
import css from "./ImportDialog.module.css";
import { reasonText, saveReport } from "./importReport.ts";

interface ImportDialogProps {
  contactListId: number;
  /** A file to be imported, or an import to be looked at. */
  begin: File | ListImport;
  onClose: () => void;
}

/** Asks whether a sheet is to be imported, follows the server while it does so, and shows what became of it. */
export function ImportDialog({ contactListId, begin, onClose }: ImportDialogProps) {
  const { t } = useLingui();
  const file = begin instanceof File ? begin : undefined;
  const [record, setRecord] = useState(begin instanceof File ? undefined : begin);
  const [isSending, setSending] = useState(false);
  const take = (next: ListImport) => setRecord((now) => now && isLater(now, next) ? now : next);
  useEffect(() => {
    if (!record) return;
    return onEvent("contactListImport", (event) => {
      if (event.record.id === record.id) take(event.record);
    });
  }, [record?.id]);
  const send = async () => {
    setSending(true);
    try {
      take(await upload(listImports.upload, { id: contactListId }, [file!]));
    } catch (error) {
      showError(error);
    } finally {
      setSending(false);
    }
  };
  const name = record?.fileName ?? file!.name;
  return (
    <Dialog
      title={record ? name : t`Importar ${name}?`}
      width={record ? 760 : 520}
      onClose={onClose}
      bodyClassName={css.body}
      foot={
        <>
          <Button className={css.example} icon={FileSpreadsheet} onClick={() => void saveExample()}>
            <Trans>Planilha de exemplo</Trans>
          </Button>
          {record ? <Foot record={record} onRecord={take} onClose={onClose} /> : (
            <>
              <Button variant="secondary" onClick={onClose}>
                <Trans>Cancelar</Trans>
              </Button>
              <Button variant="primary" busy={isSending} onClick={send}>
                <Trans>Importar</Trans>
              </Button>
            </>
          )}
        </>
      }
    >
      {record ? <Report record={record} /> : <Explanation />}
    </Dialog>
  );
}

/** An answer that was overtaken by an event changes nothing back. */
function isLater(one: ListImport, other: ListImport): boolean {
  const rank = ({ state, rowsRead }: ListImport) =>
    ["reading", "running", "done", "failed", "undone"].indexOf(state) * 1e9 + rowsRead;
  return one.id === other.id && rank(one) > rank(other);
}

function Explanation() {
  const { i18n } = useLingui();
  const megabytes = LIST_SHEET.mostBytes / 1024 / 1024, rows = i18n.number(LIST_SHEET.mostRows);
  return (
    <>
      <p>
        <Trans>
          As colunas nome, numero e email são reconhecidas pelo título, em qualquer ordem. Toda outra coluna vira uma
          variável das campanhas. O número tem código do país, DDD e número: 5511987654321.
        </Trans>
      </p>
      <p className={css.found}>
        <Trans>.xlsx, .xls ou .csv, até {megabytes} MB e {rows} linhas</Trans>
      </p>
    </>
  );
}

function Foot({ record, onRecord, onClose }: {
  record: ListImport;
  onRecord: (record: ListImport) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [isUndoing, setUndoing] = useState(false);
  const undo = async () => {
    const sure = await confirm({
      title: t`Desfazer esta importação?`,
      text: t`Quem entrou por ela sai da lista, e quem mudou volta a ser como era. O que foi alterado depois fica.`,
      yes: t`Desfazer`,
      danger: true,
    });
    if (!sure) return;
    setUndoing(true);
    try {
      onRecord(await call(listImports.undoImport, { id: record.id }));
      toast.success(t`Importação desfeita.`);
    } catch (error) {
      showError(error);
    } finally {
      setUndoing(false);
    }
  };
  const isOver = record.state === "done" || record.state === "failed";
  return (
    <>
      {isOver && record.created + record.updated > 0 && (
        <Button variant="secondary" icon={Undo2} busy={isUndoing} onClick={undo}>
          <Trans>Desfazer</Trans>
        </Button>
      )}
      <Button variant="primary" onClick={onClose}>
        <Trans>Fechar</Trans>
      </Button>
    </>
  );
}

function Report({ record }: { record: ListImport }) {
  const { i18n } = useLingui();
  const { rowsRead, created, updated, same, refused, found } = record;
  return (
    <>
      <State record={record} />
      <dl className={css.counts}>
        <div>
          <dt>
            <Trans>Linhas lidas</Trans>
          </dt>
          <dd>{i18n.number(rowsRead)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Contatos novos</Trans>
          </dt>
          <dd>{i18n.number(created)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Já na lista</Trans>
          </dt>
          <dd>{i18n.number(updated + same)}</dd>
        </div>
        <div data-refused={refused > 0 || undefined}>
          <dt>
            <Trans>Recusadas</Trans>
          </dt>
          <dd>{i18n.number(refused)}</dd>
        </div>
      </dl>
      {found && <Found found={found} />}
      {record.endedAt && <Refused record={record} />}
    </>
  );
}

function State({ record: { state, failure, updated } }: { record: ListImport }) {
  if (state === "failed") {
    return <p role="alert" className={css.problem}>{errorText(new CallError(failure ?? "ERR_INTERNAL", 500))}</p>;
  }
  return (
    <p role="status">
      {state === "reading"
        ? <Trans>Lendo a planilha…</Trans>
        : state === "running"
        ? <Trans>Importando… Você pode fechar esta janela: a importação continua.</Trans>
        : state === "undone"
        ? <Trans>Esta importação foi desfeita.</Trans>
        : updated > 0
        ? (
          <Plural
            value={updated}
            one="Importação concluída. # contato foi atualizado."
            other="Importação concluída. # contatos foram atualizados."
          />
        )
        : <Trans>Importação concluída.</Trans>}
    </p>
  );
}

/** Which columns were taken for what. */
function Found({ found: { name, number, email, further } }: { found: FoundColumns }) {
  const { t } = useLingui();
  const fields = [[t`Nome`, name], [t`Número`, number], [t`E-mail`, email]] as const;
  return (
    <p className={css.found}>
      {fields.map(([label, title]) => (
        <span key={label}>
          {label}: {title === null ? <Trans>nenhuma coluna</Trans> : <b>{title}</b>}
        </span>
      ))}
      {further.length > 0 && (
        <span>
          <Trans>Variáveis</Trans>: <b>{further.map((each) => `{${each}}`).join(" ")}</b>
        </span>
      )}
    </p>
  );
}

/** More refused rows than this are in the file only. */
const MOST_SHOWN = 100;

function Refused({ record }: { record: ListImport }) {
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
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t`Linhas recusadas`}>
          <table className={css.rows}>
            <thead>
              <tr>
                <th>
                  <Trans>Linha</Trans>
                </th>
                <th>
                  <Trans>Nome</Trans>
                </th>
                <th>
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
                    <bdi>{row.name || "—"}</bdi>
                  </td>
                  <td>{row.number || "—"}</td>
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
