import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Plus } from "lucide-react";
import { type Ref, Suspense, type UIEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Count } from "../../ui/Count.tsx";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { type Address, go, type Tab } from "../../tickets/address.ts";
import { lazy } from "../../ui/part.ts";
import { deskAtom } from "../desk.ts";
import { askNewTicket } from "../../tickets/dialogs.ts";
import { LIST, useLetters } from "../focus.ts";
import { selectingAtom, SeveralBar } from "../selecting.ts";
import { SEARCH_PAUSE } from "../search.ts";
import { FiltersButton } from "./FiltersButton.tsx";
import { walkRows } from "./walkRows.ts";
import { OldList } from "./OldList.tsx";
import { TicketSkeletons } from "./TicketSkeletons.tsx";
import { TicketTabPanel } from "./TicketTabPanel.tsx";
import css from "./TicketListPane.module.css";

const SearchHits = lazy(() => import("./SearchHits.tsx"));

interface TicketListPaneProps {
  address: Address;
  searchRef: Ref<HTMLInputElement>;
}

/** The list side: search, tabs, and whatever they lead to (spec 1 §2.4). */
export function TicketListPane({ address, searchRef }: TicketListPaneProps) {
  const { t } = useLingui();
  const isSearching = address.search !== "";
  const view = isSearching ? "search" : address.tab;
  const scroll = useScrollPlace(view);
  useLetters(scroll.ref, view);
  const selecting = useAtomValue(selectingAtom);
  return (
    <section className={css.pane} aria-label={t`Lista de atendimentos`}>
      {selecting && <selecting.Selecting address={address} bar={SeveralBar} />}
      <header className={css.head}>
        <h2>{t`Atendimentos`}</h2>
        <FiltersButton address={address} />
        <Button variant="primary" icon={Plus} onClick={() => askNewTicket()}>
          <Trans>Novo</Trans>
        </Button>
      </header>
      <TicketSearch address={address} searchRef={searchRef} />
      {!isSearching && <ListTabs tab={address.tab} />}
      {!isSearching && <OldList tab={address.tab} />}
      <div
        key={view}
        id={LIST}
        ref={scroll.ref}
        className={css.scroll}
        role={isSearching ? "region" : "tabpanel"}
        aria-label={isSearching ? t`Resultados da busca` : t`Atendimentos`}
        tabIndex={0}
        onScroll={scroll.onScroll}
        onKeyDown={(event) => walkRows(event, event.currentTarget)}
      >
        {isSearching
          ? (
            <Suspense fallback={<TicketSkeletons />}>
              <SearchHits address={address} scroll={scroll.ref} />
            </Suspense>
          )
          : <TicketTabPanel tab={address.tab} address={address} scroll={scroll.ref} />}
      </div>
    </section>
  );
}

function ListTabs({ tab }: { tab: Tab }) {
  const { t } = useLingui();
  const desk = useAtomValue(deskAtom);
  const waiting = desk.pending.count + desk.open.count;
  const groups = desk.group.count;
  const end = (count: number) =>
    count > 0 && (
      <Count of={count} tone="plain" label={plural(count, { one: "# atendimento", other: "# atendimentos" })} />
    );
  return (
    <Tabs
      label={t`Situação`}
      value={tab}
      onValue={(tab) => go({ tab }, { replace: true })}
      panelId={LIST}
      className={css.tabs}
      tabs={[
        // While it is shown, its two heads have the counts.
        { value: "open", label: t({ message: "Atendimento", context: "aba" }), end: tab !== "open" && end(waiting) },
        { value: "group", label: t`Grupos`, end: end(groups) },
        { value: "closed", label: t`Resolvidos` },
      ]}
    />
  );
}

function TicketSearch({ address, searchRef }: TicketListPaneProps) {
  const { t } = useLingui();
  const value = address.search;
  const [text, setText] = useState(value);
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const said = useRef(value);
  useEffect(() => {
    // The back button, or a link, has changed what is searched for.
    if (value !== said.current) setText(said.current = value);
  }, [value]);
  const search = (wanted: string) => {
    setText(wanted);
    clearTimeout(clock.current);
    const say = () => go({ search: said.current = wanted.trim() }, { replace: true });
    if (wanted.trim()) clock.current = setTimeout(say, SEARCH_PAUSE);
    else say();
  };
  return (
    <div className={css.search} onKeyDown={(event) => walkRows(event, document.getElementById(LIST))}>
      <SearchField
        ref={searchRef}
        label={t`Buscar atendimentos`}
        placeholder={t`Buscar por nome, número ou mensagem`}
        value={text}
        onText={search}
      />
      <span className="only-narrow">
        <FiltersButton address={address} />
        <IconButton variant="primary" icon={Plus} label={t`Novo atendimento`} onClick={() => askNewTicket()} />
      </span>
    </div>
  );
}

const places = new Map<string, number>();

/** Keeps how far each view of the list was scrolled, also while another page is looked at. */
function useScrollPlace(view: string) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = places.get(view);
    // Each view has an element of its own, which begins at its top: to say so would have the page laid out for nothing.
    if (place) ref.current!.scrollTop = place;
  }, [view]);
  return { ref, onScroll: (event: UIEvent) => places.set(view, event.currentTarget.scrollTop) };
}
