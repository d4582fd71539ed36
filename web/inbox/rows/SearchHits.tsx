import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Search, SearchX } from "lucide-react";
import type { RefObject } from "react";
import { Link } from "wouter";
import { Empty, Failed } from "../../ui/Empty.tsx";
import type { Address } from "../../tickets/address.ts";
import { goToMessage } from "../../thread/reading.ts";
import { passesFilters } from "../desk.ts";
import { searchAgain, searchAtom, searchMore } from "../search.ts";
import { More } from "./More.tsx";
import { TicketRows } from "./TicketRows.tsx";
import { TicketSkeletons } from "./TicketSkeletons.tsx";
import css from "./TicketListPane.module.css";

/** What the search found; each hit opens at its message. */
export function SearchHits({ address, scroll }: { address: Address; scroll: RefObject<HTMLElement | null> }) {
  const { t } = useLingui();
  const search = useAtomValue(searchAtom);
  if (!search) return null;
  const { text, state, hits, error, hasMore, nextPage } = search;
  const rows = hits.filter((hit) => passesFilters(hit.ticket));
  if (state === "failed") {
    return <Failed className={css.note} title={t`A busca não chegou`} error={error} onRetry={searchAgain} />;
  }
  if (rows.length === 0 && state === "loading") return <TicketSkeletons />;
  if (rows.length === 0 && !hasMore) {
    const hint = t`Tente outra palavra, o nome do contato ou parte do número.`;
    return (
      <Empty
        className={css.note}
        icon={SearchX}
        title={t`Nada encontrado para “${text}”`}
        text={hint}
        action={<InEverything text={text} />}
      />
    );
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        <Trans>Resultados da busca por {text}</Trans>
      </p>
      <TicketRows
        rows={rows}
        address={address}
        scroll={scroll}
        onOpen={({ ticket, messageId }) => {
          // The address stays the same when a hit is opened twice, so the thread must be told.
          const isThere = ticket.uuid === address.uuid && messageId === address.messageId;
          if (isThere && messageId) void goToMessage(messageId);
        }}
      />
      {state === "ready" && hasMore && <More key={nextPage} scroll={scroll} onNear={searchMore} />}
      {state === "ready" && !hasMore && <InEverything text={text} />}
    </>
  );
}

/** To the page that finds notes and files, too, and has filters. */
function InEverything({ text }: { text: string }) {
  return (
    <Link className={css.everything} href={`/search?${new URLSearchParams({ q: text })}`}>
      <Search size={16} aria-hidden />
      <Trans>Buscar em tudo, com filtros</Trans>
    </Link>
  );
}
