import { plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { ChevronDown } from "lucide-react";
import { type RefObject, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import type { Address } from "../../tickets/address.ts";
import { loadMore } from "../desk.ts";
import { foldedAtom } from "../folded.ts";
import type { ListName, TicketList } from "../list.ts";
import { More } from "./More.tsx";
import { TicketRows } from "./TicketRows.tsx";
import css from "./TicketGroup.module.css";

interface TicketGroupProps {
  name: ListName;
  list: TicketList;
  address: Address;
  scroll: RefObject<HTMLElement | null>;
}

/** The rows of one list and, where they end, the next page. */
export function TicketGroup({ name, list, address, scroll }: TicketGroupProps) {
  return (
    <>
      <TicketRows rows={list.rows.map((ticket) => ({ ticket }))} address={address} scroll={scroll} />
      {list.state === "failed" && (
        <p className={css.again} role="alert">
          <Trans>O resto da lista não chegou.</Trans>
          <Button size="small" variant="secondary" onClick={() => loadMore(name)}>
            <Trans>Tentar de novo</Trans>
          </Button>
        </p>
      )}
      {list.state === "ready" && list.hasMore && (
        <More
          key={list.nextPage}
          scroll={scroll}
          onNear={() => loadMore(name)}
        />
      )}
    </>
  );
}

/** One of several lists in a scroll, below a head that stays in sight and folds it. */
export function FoldingGroup(props: TicketGroupProps & { title: string; tone?: "waiting" | "plain"; none: string }) {
  const { name, title, tone, none, list } = props;
  const [folded, setFolded] = useAtom(foldedAtom);
  const id = useId();
  const isFolded = folded.includes(name);
  const count = list.count;
  return (
    <section aria-labelledby={`${id}-head`}>
      <h2 className={css.head} id={`${id}-head`}>
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => setFolded(isFolded ? folded.filter((one) => one !== name) : [...folded, name])}
        >
          <ChevronDown size={12} aria-hidden />
          {title}
          <Count of={count} tone={tone} label={plural(count, { one: "# atendimento", other: "# atendimentos" })} />
        </button>
      </h2>
      <div id={id}>
        {!isFolded && <TicketGroup {...props} />}
        {!isFolded && list.state === "ready" && list.rows.length === 0 && <p className={css.none}>{none}</p>}
      </div>
    </section>
  );
}
