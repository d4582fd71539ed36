import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { type Ref, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Count } from "../../ui/Count.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { type Address, go, type Tab } from "../address.ts";
import { deskAtom } from "../desk.ts";
import { SEARCH_PAUSE } from "../search.ts";
import { FiltersButton } from "./FiltersButton.tsx";
import { SearchHits } from "./SearchHits.tsx";
import { TicketTabPanel } from "./TicketTabPanel.tsx";
import css from "./TicketListPane.module.css";

interface TicketListPaneProps {
  address: Address;
  searchRef: Ref<HTMLInputElement>;
}

const PANEL = "ticket-list";

/** The list side: search, tabs, and whatever they lead to (spec 1 §2.4). */
export function TicketListPane({ address, searchRef }: TicketListPaneProps) {
  const { t } = useLingui();
  const isSearching = address.search !== "";
  const view = isSearching ? "search" : address.tab;
  const scroll = useScrollPlace(view);
  return (
    <section className={css.pane} aria-label={t`Lista de atendimentos`}>
      <header className={css.head}>
        <h2>{t`Atendimentos`}</h2>
        <FiltersButton address={address} />
      </header>
      <TicketSearch value={address.search} searchRef={searchRef} />
      {!isSearching && <ListTabs tab={address.tab} />}
      <div
        key={view}
        id={PANEL}
        ref={scroll.ref}
        className={css.scroll}
        role={isSearching ? "region" : "tabpanel"}
        aria-label={isSearching ? t`Resultados da busca` : t`Atendimentos`}
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        {isSearching
          ? <SearchHits address={address} scroll={scroll.ref} />
          : <TicketTabPanel tab={address.tab} address={address} scroll={scroll.ref} />}
      </div>
    </section>
  );
}

function ListTabs({ tab }: { tab: Tab }) {
  const { t } = useLingui();
  const desk = useAtomValue(deskAtom);
  // The open tab has its counts at its two heads while it is shown.
  const counts = { open: desk.pending.count + desk.open.count, group: desk.group.count, closed: desk.closed.count };
  const end = (name: Tab) =>
    (name === "group" || tab !== name) && counts[name] > 0 && (
      <Count of={counts[name]} tone="plain" label={t`${counts[name]} atendimentos`} />
    );
  return (
    <Tabs
      label={t`Situação`}
      value={tab}
      onValue={(tab) => go({ tab }, { replace: true })}
      panelId={PANEL}
      tabs={[
        { value: "open", label: t`Atendimento`, end: end("open") },
        { value: "group", label: t`Grupos`, end: end("group") },
        { value: "closed", label: t`Resolvidos`, end: end("closed") },
      ]}
    />
  );
}

function TicketSearch({ value, searchRef }: { value: string; searchRef: Ref<HTMLInputElement> }) {
  const { t } = useLingui();
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
    <div className={css.search}>
      <SearchField
        ref={searchRef}
        label={t`Buscar atendimentos`}
        placeholder={t`Buscar por nome, número ou mensagem`}
        value={text}
        onText={search}
      />
    </div>
  );
}

const places = new Map<string, number>();

/** Keeps how far each view of the list was scrolled, also while another page is looked at. */
function useScrollPlace(view: string) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current!.scrollTop = places.get(view) ?? 0;
  }, [view]);
  return { ref, onScroll: () => places.set(view, ref.current!.scrollTop) };
}
