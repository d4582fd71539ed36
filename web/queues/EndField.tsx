import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { TriangleAlert } from "lucide-react";
import type { EndAction, QueueOption } from "../../src/contract/queue_options.ts";
import { Select } from "../ui/Select.tsx";
import type { Targets } from "./branches.ts";
import { billSystemAtom } from "./billSystem.ts";
import { OutsideBotTarget } from "./OutsideBot.tsx";
import css from "./OptionTree.module.css";

interface EndFieldProps {
  option: QueueOption;
  onChange: (change: Partial<QueueOption>) => void;
}

/** What comes after an option's message, which is up to it only when no options lie below it. */
export function EndField({ option, hasChildren, onChange }: EndFieldProps & { hasChildren: boolean }) {
  const { t } = useLingui();
  if (hasChildren) {
    return (
      <p className={css.aside}>
        <Trans>Depois da mensagem vêm as opções abaixo dela.</Trans>
      </p>
    );
  }
  const actions: { value: EndAction; label: string }[] = [
    { value: "human", label: t`Passar a um atendente` },
    { value: "queue", label: t`Levar a outra fila` },
    { value: "user", label: t`Passar a alguém` },
    { value: "bill", label: t`Enviar a segunda via` },
    { value: "bot", label: t`Robô externo` },
    { value: "close", label: t`Encerrar` },
  ];
  return (
    <Select
      label={t`Depois da mensagem`}
      options={actions}
      value={option.action}
      onText={(action) => onChange({ action: action as EndAction })}
    />
  );
}

/** To which queue, or to whom, an option leads that leads elsewhere; and what comes of one that sends bills. */
export function EndTarget({ option, queues, people, webhooks, onChange }: EndFieldProps & Targets) {
  const { t } = useLingui();
  if (option.action === "queue") {
    return (
      <Select
        label={t`Fila`}
        placeholder={t`Escolha a fila`}
        options={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(option.toQueueId ?? "")}
        onText={(id) => onChange({ toQueueId: id ? Number(id) : null })}
      />
    );
  }
  if (option.action === "bill") {
    return <BillHint />;
  }
  if (option.action === "bot") return <OutsideBotTarget bot={option} webhooks={webhooks} onChange={onChange} />;
  if (option.action !== "user") return null;
  return (
    <Select
      label={t`Quem atende`}
      placeholder={t`Escolha a pessoa`}
      options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(option.toUserId ?? "")}
      onText={(id) => onChange({ toUserId: id ? Number(id) : null })}
    />
  );
}

/** What the customer is asked for, and gets; or that nothing is set up to get it from. */
function BillHint() {
  const hasSystem = useAtomValue(billSystemAtom);
  if (hasSystem === undefined) return null;
  return (
    <p className={css.billHint} role="status" data-missing={!hasSystem || undefined}>
      {hasSystem
        ? (
          <Trans>
            O robô pede o CPF ou CNPJ e envia até três faturas em aberto: valor, vencimento, link, código de barras e
            Pix. Depois encerra; sem fatura, passa a um atendente.
          </Trans>
        )
        : (
          <>
            <TriangleAlert size={16} aria-hidden />
            <span>
              <Trans>
                Nenhum sistema de cobrança está configurado, então um atendente assume. Preencha IXC, MK-AUTH ou Asaas
                em Configurações, Opções.
              </Trans>
            </span>
          </>
        )}
    </p>
  );
}
