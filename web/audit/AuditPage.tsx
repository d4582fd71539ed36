import { Trans, useLingui } from "@lingui/react/macro";
import { History, Table2 } from "lucide-react";
import { useEffect, useState } from "react";
import { AUDIT_KINDS, type AuditEntry, type AuditKind } from "../../src/contract/audit.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { ExportMenu } from "../list/ExportMenu.tsx";
import { useList } from "../list/pagedList.ts";
import { useDebounced } from "../list/useDebounced.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { Empty } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { Select } from "../ui/Select.tsx";
import { useDates } from "../ui/useDates.ts";
import { aboutText } from "./about.ts";
import { auditList, queryOf, useWanted, want, type Wanted } from "./audit.ts";
import { ChangesDialog } from "./ChangesDialog.tsx";
import { KeptFor } from "./KeptFor.tsx";
import { callText, KIND_WORDS, whoText } from "./words.ts";
import css from "./AuditPage.module.css";

/** What people did in the company, who it was, and from where. */
export default function AuditPage() {
  const { t } = useLingui();
  const wanted = useWanted();
  const [text, setText] = useState(wanted.text);
  const settled = useDebounced(text.trim());
  const [shown, setShown] = useState<AuditEntry>();
  const query = queryOf(wanted);
  const list = useList(auditList, query);
  useEffect(() => setText(wanted.text), [wanted.text]);
  useEffect(() => {
    if (settled !== wanted.text) want({ text: settled });
  }, [settled]);
  const isEmpty = list.state === "ready" && list.rows.length === 0;
  return (
    <Page
      title={t`Registro de atividades`}
      search={
        <SearchField
          label={t`Buscar no registro`}
          placeholder={t`Pessoa, nome ou endereço`}
          value={text}
          onText={setText}
        />
      }
      action={
        <ExportMenu
          named={{ label: t`Exportar`, icon: Table2 }}
          isEmpty={isEmpty}
          save={async (format) => (await import("./export.ts")).exportAudit(format, query)}
        />
      }
    >
      <Filters wanted={wanted} />
      <DataTable
        name="audit"
        list={list}
        label={t`Registro de atividades`}
        place={`audit ${JSON.stringify(query)}`}
        columns={useColumns(setShown)}
        rowHeight={56}
        empty={<Nothing wanted={wanted} />}
      />
      {shown && <ChangesDialog entry={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function useColumns(onShow: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  const { t } = useLingui();
  const dates = useDates();
  return [
    {
      id: "at",
      title: t`Quando`,
      width: "160px",
      card: "side",
      cell: ({ at }) => <time dateTime={at} title={dates.full(at)}>{dates.dateTimeSeconds(at)}</time>,
    },
    {
      id: "who",
      title: t`Quem`,
      width: "minmax(0, 2fr)",
      card: "main",
      cell: ({ who, actedBy }) => <Lines text={actedBy === null ? whoText(who) : t`${actedBy} agiu como ${who}`} />,
    },
    {
      id: "what",
      title: t`O quê`,
      width: "minmax(0, 3fr)",
      isHeader: true,
      card: "title",
      cell: (entry) => <Lines text={callText(entry.what)} also={aboutText(entry)} />,
    },
    {
      id: "target",
      title: t`Em quê`,
      width: "minmax(0, 2fr)",
      cell: (entry) => <Lines text={aboutText(entry)} />,
    },
    {
      id: "address",
      title: t`De onde`,
      width: "140px",
      isSpare: true,
      cell: ({ address }) => <span className="cut" title={address}>{address}</span>,
    },
    {
      id: "actions",
      title: t`Mudanças`,
      width: "136px",
      align: "end",
      card: "corner",
      cell: (entry) =>
        entry.changes.length > 0 && (
          <Button
            size="small"
            aria-label={t`Ver mudanças: ${callText(entry.what)}`}
            onClick={() => onShow(entry)}
          >
            <Trans>Ver</Trans>
          </Button>
        ),
    },
  ];
}

/** Two lines of a row, all of them on a card; there it says, too, what the entry is about. */
function Lines({ text, also }: { text: string; also?: string }) {
  return (
    <span className={css.lines} title={text}>
      {text}
      {also && <span className="only-narrow">: {also}</span>}
    </span>
  );
}

function Filters({ wanted: { kind, from, to } }: { wanted: Wanted }) {
  const { t, i18n } = useLingui();
  return (
    <div className={css.filters} role="group" aria-label={t`Filtros`}>
      <Select
        label={t`Assunto`}
        value={kind}
        onText={(chosen) => want({ kind: chosen as AuditKind | "" })}
        options={[
          { value: "", label: t`Todos` },
          ...AUDIT_KINDS.map((value) => ({ value, label: i18n._(KIND_WORDS[value]) })),
        ]}
      />
      <DateField label={t`Desde`} max={to || undefined} value={from} onText={(day) => want({ from: day })} />
      <DateField label={t`Até`} min={from || undefined} value={to} onText={(day) => want({ to: day })} />
      <KeptFor />
      {(kind || from || to) && (
        <Button size="small" onClick={() => want({ kind: "", from: "", to: "" })}>
          <Trans>Limpar filtros</Trans>
        </Button>
      )}
    </div>
  );
}

function Nothing({ wanted: { text, kind, from, to } }: { wanted: Wanted }) {
  const { t } = useLingui();
  if (text || kind || from || to) {
    return (
      <NothingFound
        title={t`Nada encontrado`}
        text={t`Nenhuma atividade combina com a busca e os filtros.`}
        onClear={() => want({ text: "", kind: "", from: "", to: "" })}
      />
    );
  }
  return (
    <Empty
      icon={History}
      title={t`Nenhuma atividade ainda`}
      text={t`O que as pessoas mudam, excluem e exportam aparece aqui, por um ano.`}
    />
  );
}
