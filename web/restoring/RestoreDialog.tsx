import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { CompanyRecord } from "../../src/contract/companies.ts";
import type { ReadyState, Restores, SeenMessage } from "../../src/contract/restores.ts";
import { momentIn } from "../../src/shared/clock.ts";
import { previewOf } from "../inbox/preview.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { DateField } from "../ui/DateField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useDates } from "../ui/useDates.ts";
import { tellPut, useRestores } from "./restoring.ts";
import css from "./RestoreDialog.module.css";

interface RestoreDialogProps {
  company: CompanyRecord;
  onClose: () => void;
}

/** Brings a company back to an earlier moment: it is chosen, looked at, and only then put in place. */
export default function RestoreDialog({ company, onClose }: RestoreDialogProps) {
  const { t } = useLingui();
  const { shown, isBusy, ...acts } = useRestores(company.id);
  const { name } = company;
  const apply = async ({ moment }: ReadyState) => {
    const isSure = await confirm({
      title: t`Voltar ${name} a este momento?`,
      text:
        t`As pessoas desta empresa ficam sem acesso por alguns segundos. O estado de agora fica guardado por 7 dias, e a volta pode ser desfeita.`,
      yes: t`Voltar a este momento`,
      danger: true,
    });
    const put = isSure ? await acts.apply(moment) : undefined;
    if (!put) return;
    onClose();
    tellPut(name, put);
  };
  const undo = async () => {
    const isSure = await confirm({
      title: t`Desfazer a última volta de ${name}?`,
      text: t`A empresa fica como era antes dela. O estado de agora também fica guardado.`,
      yes: t`Desfazer`,
    });
    const put = isSure ? await acts.undo() : undefined;
    if (!put) return;
    onClose();
    tellPut(name, put);
  };
  return (
    <Dialog
      title={t`Voltar ${name} a um momento anterior`}
      width={560}
      onClose={onClose}
      foot={shown && hasFoot(shown) && (
        <Foot shown={shown} isBusy={isBusy} onUndo={undo} onApply={apply} onDiscard={acts.discard} />
      )}
    >
      {shown ? <Body shown={shown} isBusy={isBusy} onPrepare={acts.prepare} /> : <Skeleton width="100%" height={120} />}
    </Dialog>
  );
}

function hasFoot({ asideFrom, ready, state }: Restores): boolean {
  return ready !== null || (asideFrom !== null && state !== "preparing");
}

interface FootProps {
  shown: Restores;
  isBusy: boolean;
  onUndo: () => Promise<void>;
  onApply: (ready: ReadyState) => Promise<void>;
  onDiscard: () => Promise<unknown>;
}

function Foot({ shown: { asideFrom, ready, state }, isBusy, onUndo, onApply, onDiscard }: FootProps) {
  const dates = useDates();
  const until = asideFrom && dates.dateTime(asideFrom);
  return (
    <>
      {until && state !== "preparing" && (
        <Button busy={isBusy} onClick={() => void onUndo()}>
          <Trans>Desfazer a volta de {until}</Trans>
        </Button>
      )}
      {ready && (
        <>
          <Button busy={isBusy} onClick={() => void onDiscard()}>
            <Trans>Escolher outro</Trans>
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void onApply(ready)}>
            <Trans>Voltar a este momento</Trans>
          </Button>
        </>
      )}
    </>
  );
}

interface BodyProps {
  shown: Restores;
  isBusy: boolean;
  onPrepare: (at: string | null) => Promise<unknown>;
}

function Body({ shown, isBusy, onPrepare }: BodyProps) {
  if (!shown.isOn) {
    return (
      <p className={css.text}>
        <Trans>
          Ainda não há backup. Crie a chave com <code>balcao backup key</code> e um lugar com{" "}
          <code>balcao backup add folder</code> ou <code>balcao backup add s3</code>.
        </Trans>
      </p>
    );
  }
  if (shown.ready) return <Preview ready={shown.ready} />;
  if (shown.state === "preparing") {
    return (
      <div className={css.busy} role="status">
        <Skeleton width="100%" height={120} />
        <p className={css.text}>
          <Trans>Preparando o momento escolhido. A empresa continua funcionando.</Trans>
        </p>
      </div>
    );
  }
  return <Choice shown={shown} isBusy={isBusy} onPrepare={onPrepare} />;
}

/** In the viewer's own time zone: a super user's, not the company's. */
function Choice({ shown: { oldest, newest, state }, isBusy, onPrepare }: BodyProps) {
  const { t } = useLingui();
  const dates = useDates(), { timeZone } = dates;
  const [at, setAt] = useState("");
  if (!oldest || !newest) {
    return (
      <p className={css.text}>
        <Trans>O backup ainda não tem nada desta empresa.</Trans>
      </p>
    );
  }
  const from = dates.dateTime(oldest), to = dates.dateTime(newest);
  // To the end of the minute.
  const prepare = () => void onPrepare(new Date(momentIn(timeZone, at) + 59_999).toISOString());
  return (
    <>
      {state === "failed" && (
        <p className={css.failed} role="alert">
          <Trans>O momento não pôde ser preparado. O registro do servidor diz por quê.</Trans>
        </p>
      )}
      <p className={css.text}>
        <Trans>
          O backup vai de {from} até{" "}
          {to}. Só esta empresa volta; as outras não param. As conexões continuam ligadas, e o que já saiu não sai de
          novo.
        </Trans>
      </p>
      <div className={css.choice}>
        <DateField label={t`Momento`} withTime value={at} onText={setAt} />
        <Button variant="primary" busy={isBusy} disabled={at.length < 16} onClick={prepare}>
          <Trans>Ver este momento</Trans>
        </Button>
        <Button busy={isBusy} onClick={() => void onPrepare(null)}>
          <Trans>O mais recente</Trans>
        </Button>
      </div>
    </>
  );
}

function Said({ kind, body }: Pick<SeenMessage, "kind" | "body">) {
  const { icon: Icon, text } = previewOf(kind, body);
  return (
    <span className={css.said}>
      {Icon && <Icon size={14} aria-hidden />}
      <bdi className="cut">{text}</bdi>
    </span>
  );
}

/** By its newest messages one knows a moment again. */
function Preview(
  { ready: { moment, messages, missing, hasGap, isBehind, newestMessages } }: { ready: ReadyState },
) {
  const { i18n, t } = useLingui();
  const dates = useDates();
  const at = dates.dateTime(moment), count = i18n.number(messages);
  return (
    <>
      <p className={css.text}>
        <Trans>
          Como era em <strong>{at}</strong>: {count} mensagens.
        </Trans>
      </p>
      {newestMessages.length > 0 && (
        <ol className={css.messages} aria-label={t`As últimas mensagens`}>
          {newestMessages.map(({ id, at, contact, kind, body, fromMe }) => (
            <li key={id} data-mine={fromMe || undefined}>
              <time dateTime={at}>{dates.shortDateTime(at)}</time>
              <bdi className="cut">{contact}</bdi>
              <Said kind={kind} body={body} />
            </li>
          ))}
        </ol>
      )}
      {missing > 0 && (
        <p className={css.failed}>
          <Trans>Arquivos que não há mais em lugar nenhum: {missing}.</Trans>
        </p>
      )}
      {isBehind && (
        <p className={css.failed}>
          <Trans>O que a empresa escreveu depois deste momento não está no backup: não dá para guardá-lo agora.</Trans>
        </p>
      )}
      {hasGap && (
        <p className={css.failed}>
          <Trans>O backup tem uma falha depois deste momento: mais perto não dá para chegar.</Trans>
        </p>
      )}
    </>
  );
}
