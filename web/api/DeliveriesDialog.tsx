import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, ChevronRight, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { type Delivery, type Webhook, webhooks } from "../../src/contract/webhooks.ts";
import { type Answer, call } from "../call.ts";
import { PagedRows } from "../list/PagedRows.tsx";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Segments } from "../ui/Segments.tsx";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useDates } from "../ui/useDates.ts";
import { deliveryList } from "./api.ts";
import css from "./ApiPage.module.css";

type State = Delivery["state"];

/** What a webhook was sent, with each try and what was answered; any of it can be sent once more. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui();
  const [state, setState] = useState<State | "all">("all");
  const list = useList(deliveryList, { id: webhook.id, ...(state === "all" ? {} : { state }) });
  return (
    <Dialog title={t`Entregas de ${webhook.name}`} width={720} onClose={onClose} bodyClassName={css.deliveries}>
      <Segments
        label={t`Quais`}
        value={state}
        onValue={setState}
        options={[
          { value: "all", label: t`Todas` },
          { value: "waiting", label: t`Na fila` },
          { value: "failed", label: t`Falharam` },
          { value: "delivered", label: t`Entregues` },
        ]}
      />
      <div className={css.list}>
        <PagedRows
          list={list}
          label={t`Entregas`}
          place={`deliveries ${webhook.id} ${state}`}
          rowHeight={52}
          skeleton={<Skeleton width="100%" height={200} />}
          empty={<Empty title={t`Nenhuma entrega`} text={t`O que é enviado fica aqui por sete dias.`} />}
          failedTitle={t`As entregas não chegaram`}
        >
          {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
        </PagedRows>
      </div>
    </Dialog>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { t } = useLingui();
  const dates = useDates();
  const [isOpen, setOpen] = useState(false);
  const { event, at, state, attempts, nextAt } = delivery;
  const tone = state === "delivered" ? "success" : state === "failed" ? "danger" : "waiting";
  const words = { delivered: t`entregue`, failed: t`falhou`, waiting: t`na fila` };
  return (
    <div className={css.delivery}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
        <Chip tone={tone}>{words[state]}</Chip>
        <span className={css.two}>
          <b>{event}</b>
          <small>
            {nextAt && attempts > 0
              ? t`tentativas: ${attempts}; a próxima às ${dates.time(nextAt)}`
              : t`tentativas: ${attempts}`}
          </small>
        </span>
        <time dateTime={at}>{dates.dateTimeSeconds(at)}</time>
      </button>
      {isOpen && <Details delivery={delivery} />}
    </div>
  );
}

function Details({ delivery: { id, attempts, state } }: { delivery: Delivery }) {
  const { t } = useLingui();
  const dates = useDates();
  const [shown, setShown] = useState<Answer<typeof webhooks.delivery>>();
  useEffect(() => {
    let isGone = false;
    call(webhooks.delivery, { id }).then((answer) => isGone || setShown(answer), showError);
    return () => void (isGone = true);
  }, [id, attempts, state]);
  const replay = async () => {
    try {
      await call(webhooks.replay, { id });
      toast.success(t`De volta à fila.`);
    } catch (error) {
      showError(error);
    }
  };
  if (!shown) return <Skeleton width="100%" height={96} />;
  return (
    <div className={css.details}>
      <ul>
        {shown.tries.map(({ at, status, said, duration }) => (
          <li key={at}>
            <Chip tone={status !== null && status < 300 ? "success" : "danger"}>{status ?? t`sem resposta`}</Chip>
            <span>{said || "–"}</span>
            <small>
              {duration} ms · {dates.dateTimeSeconds(at)}
            </small>
          </li>
        ))}
      </ul>
      <pre className={css.code} tabIndex={0} role="region" aria-label={t`Conteúdo`}>
        {JSON.stringify(shown.payload, null, 2)}
      </pre>
      <Button size="small" variant="secondary" icon={RefreshCw} onClick={() => void replay()}>
        <Trans>Enviar de novo</Trans>
      </Button>
    </div>
  );
}
