import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Search, SearchX } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { SEARCHED, type Searched } from "../../src/contract/search.ts";
import { useList } from "../list/pagedList.ts";
import { PagedRows } from "../list/PagedRows.tsx";
import { useDebounced } from "../list/useDebounced.ts";
import { connectionAtom } from "../live.ts";
import { tagChoices } from "../tags/tags.ts";
import { choicesAtom } from "../tickets/choices.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { Segments } from "../ui/Segments.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { RowBoundary } from "../ui/RowBoundary.tsx";
import { FoundRow } from "./FoundRow.tsx";
import { KeptResults, Offline } from "./KeptResults.tsx";
import { foundList, placeOfSearch, queryOf, useWanted, want, type Wanted } from "./search.ts";
import css from "./SearchPage.module.css";

/** Everything that was written, found by its words: messages, contacts, notes and file names, with filters. */
export default function SearchPage() {
  const { t } = useLingui();
  const wanted = useWanted();
  const [text, setText] = useState(wanted.text);
  const settled = useDebounced(text.trim());
  const [isOpen, setOpen] = useState(false);
  const isOffline = useIsOffline();
  // What the filters offer did not come either, where there was no line from the start.
  const [wasOffline] = useState(isOffline);
  // A link or the back button may bring other words.
  useEffect(() => setText(wanted.text), [wanted.text]);
  useEffect(() => {
    if (settled !== wanted.text) want({ text: settled }, { replace: Boolean(wanted.text) });
  }, [settled]);
  return (
    <Page
      title={t`Busca`}
      search={
        <SearchField
          label={t`Buscar em tudo`}
          placeholder={t`Buscar em tudo`}
          value={text}
          onText={setText}
        />
      }
    >
      <div className={css.filters} data-open={isOpen}>
        <Kinds wanted={wanted} />
        <span className={`only-narrow ${css.toggle}`}>
          <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Trans>Filtros</Trans>
          </Button>
        </span>
        {!(isOffline && wasOffline) && (
          <Suspense fallback={<Skeleton width={320} height={54} />}>
            <Filters wanted={wanted} />
          </Suspense>
        )}
      </div>
      {isOffline && wasOffline && !wanted.text && <Offline wanted={wanted} />}
      {wanted.text ? <Results wanted={wanted} /> : (
        <Empty
          icon={Search}
          title={t`O que você procura?`}
          text={t`Uma palavra de uma mensagem, um nome, uma observação ou o nome de um arquivo. Acentos e maiúsculas não importam.`}
        />
      )}
    </Page>
  );
}

function useIsOffline(): boolean {
  const connection = useAtomValue(connectionAtom);
  return connection === "reconnecting";
}

function Kinds({ wanted }: { wanted: Wanted }) {
  const { t } = useLingui();
  const labels: Record<Searched, string> = {
    messages: t`Mensagens`,
    contacts: t`Contatos`,
    notes: t`Observações`,
    files: t`Arquivos`,
  };
  return (
    <Segments
      label={t`Buscar em`}
      className={css.kinds}
      value={wanted.in}
      onValue={(what) => want({ in: what })}
      options={SEARCHED.map((value) => ({ value, label: labels[value] }))}
    />
  );
}

function Filters({ wanted }: { wanted: Wanted }) {
  const { t } = useLingui();
  const { allQueues } = useAtomValue(choicesAtom);
  const tags = useList(tagChoices, {}).rows;
  const isContacts = wanted.in === "contacts";
  const isFiltered = Boolean(wanted.from || wanted.queueId || wanted.tagId || wanted.since || wanted.until);
  return (
    <>
      {!isContacts && <Author wanted={wanted} />}
      <Select
        label={t`Fila`}
        placeholder={t`Todas`}
        value={wanted.queueId}
        onText={(queueId) => want({ queueId })}
        options={optionsOf(allQueues)}
      />
      {tags.length > 0 && (
        <Select
          label={t`Tag`}
          placeholder={t`Todas`}
          value={wanted.tagId}
          onText={(tagId) => want({ tagId })}
          options={optionsOf(tags)}
        />
      )}
      {!isContacts && (
        <>
          <DateField
            label={t`Desde`}
            max={wanted.until || undefined}
            value={wanted.since}
            onText={(since) => want({ since })}
          />
          <DateField
            label={t`Até`}
            min={wanted.since || undefined}
            value={wanted.until}
            onText={(until) => want({ until })}
          />
        </>
      )}
      {isFiltered && (
        <Button
          size="small"
          onClick={() => want({ from: "", queueId: "", tagId: "", since: "", until: "" })}
        >
          <Trans>Limpar filtros</Trans>
        </Button>
      )}
    </>
  );
}

function Author({ wanted }: { wanted: Wanted }) {
  const { t } = useLingui();
  const { people } = useAtomValue(choicesAtom);
  return (
    <Select
      label={t`De quem`}
      placeholder={t`Qualquer pessoa`}
      value={wanted.from}
      onText={(from) => want({ from })}
      options={[
        ...(wanted.in === "notes" ? [] : [{ value: "contact", label: t`O contato` }]),
        { value: "company", label: t`A nossa equipe` },
        ...optionsOf(people),
      ]}
    />
  );
}

function optionsOf(rows: readonly { id: number; name: string }[]) {
  return rows.map(({ id, name }) => ({ value: String(id), label: name }));
}

function Results({ wanted }: { wanted: Wanted }) {
  const { t } = useLingui();
  const list = useList(foundList, queryOf(wanted));
  const isOffline = useIsOffline();
  const { text } = wanted;
  if (isOffline && list.state === "failed" && list.rows.length === 0) return <KeptResults wanted={wanted} />;
  return (
    <PagedRows
      list={list}
      label={t`Resultados da busca por ${text}`}
      place={placeOfSearch(wanted)}
      rowHeight={72}
      skeleton={
        <div className={css.skeleton}>
          <Skeleton width="30%" />
          <Skeleton width="70%" />
        </div>
      }
      failedTitle={t`A busca não chegou`}
      empty={
        <Empty
          icon={SearchX}
          title={t`Nada encontrado para “${text}”`}
          text={t`Tente outra palavra, menos filtros, ou procure entre contatos, observações e arquivos.`}
        />
      }
    >
      {(found) => (
        <RowBoundary key={found.id} of={found} fallback={null}>
          <FoundRow found={found} what={wanted.in} />
        </RowBoundary>
      )}
    </PagedRows>
  );
}
