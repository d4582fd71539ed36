import { Trans, useLingui } from "@lingui/react/macro";
import { Search, SearchX } from "lucide-react";
import { type RefObject, useRef } from "react";
import { Link } from "wouter";
import { Empty, Failed } from "../../ui/Empty.tsx";
import type { Address } from "../../tickets/address.ts";
import { goToMessage } from "../../thread/reading.ts";
import { passesFilters } from "../desk.ts";
import { useList } from "../../list/pagedList.ts";
import { placeWith } from "../../search_params.ts";
import { hitList, searchOf } from "../search.ts";
import { More } from "./More.tsx";
import { TicketRows } from "./TicketRows.tsx";
import { TicketSkeletons } from "./TicketSkeletons.tsx";
import css from "./TicketListPane.module.css";

/** What the search found; each hit opens at its message. */
export default function SearchHits({ address, scroll }: { address: Address; scroll: RefObject<HTMLElement | null> }) {
  const { t } = useLingui();
  const text = address.search.trim();
  const { page, state, error, hasMore, more, retry, ...list } = useList(hitList, searchOf(text));
  const hits = useLatest(list.rows, page > 0);
  const rows = hits.filter((hit) => passesFilters(hit.ticket));
  if (state === "failed") {
    return <Failed className={css.note} title={t`A busca não chegou`} error={error} onRetry={retry} />;
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
          // The address stays the same when a hit is opened twice, so the thread must know.
          const isThere = ticket.uuid === address.uuid && messageId === address.messageId;
          if (isThere && messageId) void goToMessage(messageId);
        }}
      />
      {state === "ready" && hasMore && <More key={page} scroll={scroll} onNear={more} />}
      {state === "ready" && !hasMore && <InEverything text={text} />}
    </>
  );
}

/** The hits of before stay until the new ones are there: a list that blinks at every word cannot be read. */
function useLatest<Rows>(rows: Rows, isThere: boolean): Rows {
  const latest = useRef(rows);
  if (isThere) latest.current = rows;
  return latest.current;
}

/** To the page that finds notes and files, too, and has filters. */
function InEverything({ text }: { text: string }) {
  return (
    <Link className={css.everything} href={placeWith("/search", { q: text })}>
      <Search size={16} aria-hidden />
      <Trans>Buscar em tudo, com filtros</Trans>
    </Link>
  );
}
