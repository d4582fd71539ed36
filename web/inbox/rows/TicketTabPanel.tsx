import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { RefObject } from "react";
import { Inbox } from "lucide-react";
import { Empty, Failed } from "../../ui/Empty.tsx";
import type { Address, Tab } from "../../tickets/address.ts";
import { deskAtom, deskErrorAtom, LISTS_OF, loadMore } from "../desk.ts";
import { FoldingGroup, TicketGroup } from "./TicketGroup.tsx";
import { TicketSkeletons } from "./TicketSkeletons.tsx";
import css from "./TicketListPane.module.css";

interface TicketTabPanelProps {
  tab: Tab;
  address: Address;
  scroll: RefObject<HTMLElement | null>;
}

/** The lists of one tab: on their way, there, empty or failed. */
export function TicketTabPanel({ tab, address, scroll }: TicketTabPanelProps) {
  const { t } = useLingui();
  const desk = useAtomValue(deskAtom);
  const error = useAtomValue(deskErrorAtom);
  const names = LISTS_OF[tab];
  const lists = names.map((name) => desk[name]);
  const hasRows = lists.some((list) => list.rows.length > 0);
  const retry = () => names.forEach((name) => desk[name].state === "failed" && loadMore(name));

  if (!hasRows) {
    if (lists.some((list) => list.state === "failed")) {
      return <Failed className={css.note} title={t`A lista não chegou`} error={error} onRetry={retry} />;
    }
    if (lists.some((list) => list.state !== "ready")) return <TicketSkeletons />;
    return (
      <NoTickets tab={tab} isFiltered={address.queueIds.length + address.userIds.length + address.tagIds.length > 0} />
    );
  }
  if (tab !== "open") return <TicketGroup name={names[0]!} list={lists[0]!} address={address} scroll={scroll} />;
  const shared = { address, scroll };
  return (
    <>
      <FoldingGroup
        {...shared}
        name="open"
        list={desk.open}
        title={t`Atendendo`}
        tone="plain"
        none={t`Nenhum atendimento em andamento.`}
      />
      <FoldingGroup
        {...shared}
        name="pending"
        list={desk.pending}
        title={t`Aguardando`}
        tone={desk.pending.count ? "waiting" : "plain"}
        none={t`Ninguém está esperando.`}
      />
    </>
  );
}

function NoTickets({ tab, isFiltered }: { tab: Tab; isFiltered: boolean }) {
  const { t } = useLingui();
  const texts = {
    open: [t`Nada aqui!`, t`Nenhum atendimento na fila. Quando alguém escrever, aparece aqui.`],
    group: [t`Nenhum grupo`, t`As conversas de grupos aparecem aqui quando a empresa as recebe.`],
    closed: [t`Nenhum resolvido`, t`Os atendimentos que você resolver ficam guardados aqui.`],
  } as const;
  const [title, text] = texts[tab];
  const filtered = t`Nenhum atendimento passa pelos filtros escolhidos.`;
  return <Empty className={css.note} icon={Inbox} title={title} text={isFiltered ? filtered : text} />;
}
