import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Ref } from "react";
import type { WholeQueue } from "../../src/contract/whole_queues.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { useDates } from "../ui/useDates.ts";
import type { Stored } from "./useFollowed.ts";
import css from "../ui/ChangedMeanwhile.module.css";

interface SavedMeanwhileProps {
  /** The queue as the draft began. */
  seen: WholeQueue;
  theirs: Stored;
  /** Names of files that a save of the draft would not bring back. */
  lost: readonly string[];
  busy: boolean;
  /** Leaves the draft; the person has agreed to lose it. */
  onTake: () => void;
  /** Saves the draft all the same. */
  onOver: () => void;
  ref: Ref<HTMLDivElement>;
}

/** The parts of a queue, as the dialog calls them. */
const PARTS: readonly [keyof WholeQueue, MessageDescriptor][] = [
  ["name", msg`Nome`],
  ["color", msg`Cor`],
  ["greetingMessage", msg`Mensagem de saudação`],
  ["outOfHoursMessage", msg`Mensagem fora do horário`],
  ["schedules", msg`Horários de Atendimento`],
  ["options", msg`Opções do robô`],
];

/** Says that somebody has saved or deleted the queue under an unsaved draft, and asks which of the two shall stay. */
export function SavedMeanwhile({ seen, theirs, lost, busy, onTake, onOver, ref }: SavedMeanwhileProps) {
  const { t, i18n } = useLingui();
  const isGone = theirs === "gone";
  const changed = isGone ? [] : PARTS.filter(([part]) => JSON.stringify(theirs[part]) !== JSON.stringify(seen[part]));
  const inWords = (words: readonly string[]) => new Intl.ListFormat(i18n.locale).format(words);
  const parts = inWords(changed.map(([, word]) => i18n._(word))), files = inWords(lost);
  const take = async () => {
    const sure = await confirm({
      title: isGone ? t`Descartar alterações?` : t`Usar a fila como está agora?`,
      text: t`O que foi mudado nesta fila ainda não foi salvo.`,
      yes: t`Descartar`,
      danger: true,
    });
    if (sure) onTake();
  };
  return (
    <div ref={ref} className={css.note} role="alert" tabIndex={-1}>
      <p>
        <b>
          <WhoAndWhen theirs={theirs} />
        </b>{" "}
        {parts && <Trans>Mudou: {parts}.</Trans>} <Trans>O que você mudou continua aqui e ainda não foi salvo.</Trans>
        {" "}
        {files && <Trans>Estes arquivos foram excluídos e não voltam com o seu: {files}.</Trans>}
      </p>
      <span>
        <Button variant="secondary" size="small" onClick={() => void take()} aria-disabled={busy}>
          {isGone ? <Trans>Fechar sem salvar</Trans> : <Trans>Usar como está agora</Trans>}
        </Button>
        <Button variant="secondary" size="small" busy={busy} onClick={onOver}>
          {isGone ? <Trans>Criar de novo com o que está aqui</Trans> : <Trans>Salvar o meu por cima</Trans>}
        </Button>
      </span>
    </div>
  );
}

function WhoAndWhen({ theirs }: Pick<SavedMeanwhileProps, "theirs">) {
  const me = useMe();
  const { timeOrDate } = useDates();
  if (theirs === "gone") return <Trans>Esta fila foi excluída enquanto você a editava.</Trans>;
  const { changedAt, changedBy } = theirs;
  const when = changedAt && timeOrDate(changedAt);
  if (!changedBy || !when) return <Trans>Esta fila foi salva enquanto você a editava.</Trans>;
  if (changedBy.id === me.id) return <Trans>Você salvou esta fila em outra janela ({when}).</Trans>;
  return <Trans>{changedBy.name} salvou esta fila enquanto você a editava ({when}).</Trans>;
}
