import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { FoundColumns, ListImport } from "../../src/contract/contact_lists.ts";
import { CallError } from "../request.ts";
import sheets from "../sheets/Sheets.module.css";
import { errorText } from "../ui/showError.ts";
import css from "./ImportDialog.module.css";
import { RefusedRows } from "./RefusedRows.tsx";

/** How far an import has come, and in the end what became of it. */
export function ImportReport({ record }: { record: ListImport }) {
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
      {record.endedAt && <RefusedRows record={record} />}
    </>
  );
}

function State({ record: { state, failure, updated } }: { record: ListImport }) {
  if (state === "failed") {
    return <p role="alert" className={sheets.problem}>{errorText(new CallError(failure ?? "ERR_INTERNAL", 500))}</p>;
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
