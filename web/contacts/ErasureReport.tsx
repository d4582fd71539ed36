import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ErasedCounts, Erasure } from "../../src/contract/privacy.ts";
import { useDates } from "../ui/useDates.ts";
import css from "./Privacy.module.css";

/** What was erased of somebody, how much, and where it is not gone yet. */
export function ErasureReport({ erasure: { counts, backupsUntil, exports, copies } }: { erasure: Erasure }) {
  const dates = useDates();
  const lines = linesOf(counts), until = dates.date(backupsUntil);
  const days = copies.map((at) => dates.dateTime(at)).join(", ");
  return (
    <ul className={css.report}>
      {lines.length > 0 && <li>{lines.map((line, nth) => <span key={nth}>{line}</span>)}</li>}
      <li>
        <Trans>Os backups esquecem este contato até {until}. O que for restaurado deles é apagado de novo.</Trans>
      </li>
      {exports.length > 0 && (
        <li>
          <Plural
            value={exports.length}
            one="O fornecedor guardou antes disso # cópia da empresa inteira em um arquivo: peça que a apague."
            other="O fornecedor guardou antes disso # cópias da empresa inteira em arquivos: peça que as apague."
          />
        </li>
      )}
      {copies.length > 0 && (
        <li>
          <Plural
            value={copies.length}
            one={`O fornecedor tem # cópia desta empresa em que o contato ainda está (${days}): peça que o apague lá também.`}
            other={`O fornecedor tem # cópias desta empresa em que o contato ainda está (${days}): peça que o apague lá também.`}
          />
        </li>
      )}
    </ul>
  );
}

/** What there was any of. */
function linesOf(counts: ErasedCounts): ReactNode[] {
  const of: Record<keyof ErasedCounts, ReactNode> = {
    tickets: <Plural value={counts.tickets} one="# atendimento" other="# atendimentos" />,
    messages: <Plural value={counts.messages} one="# mensagem" other="# mensagens" />,
    files: <Plural value={counts.files} one="# arquivo" other="# arquivos" />,
    notes: <Plural value={counts.notes} one="# observação" other="# observações" />,
    schedules: <Plural value={counts.schedules} one="# agendamento" other="# agendamentos" />,
    listItems: <Plural value={counts.listItems} one="# linha em listas" other="# linhas em listas" />,
    recipients: <Plural value={counts.recipients} one="# envio de campanha" other="# envios de campanha" />,
    requests: <Plural value={counts.requests} one="# pedido da API" other="# pedidos da API" />,
    events: <Plural value={counts.events} one="# aviso a webhooks" other="# avisos a webhooks" />,
    audits: <Plural value={counts.audits} one="# registro da auditoria" other="# registros da auditoria" />,
  };
  return (Object.keys(of) as (keyof ErasedCounts)[]).filter((each) => counts[each] > 0).map((each) => of[each]);
}
