import { Trans, useLingui } from "@lingui/react/macro";
import { SearchX } from "lucide-react";
import { Link } from "wouter";
import { type Dashboard, dashboard, type Service } from "../../src/contract/dashboard.ts";
import { pagedList, useList } from "../list/pagedList.ts";
import { PagedRows } from "../list/PagedRows.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { dayAndMonth } from "../ui/dates.ts";
import { useDates } from "../ui/useDates.ts";
import { type DashboardPlace, type Looked, lookedQuery } from "./filter.ts";
import { BEHIND, durationText, hourSpan } from "./words.ts";
import css from "./ServicesDialog.module.css";

const serviceList = pagedList(dashboard.tickets, {
  rows: ({ services }): readonly Service[] => services,
  hasMore: ({ hasMore }) => hasMore,
});

interface ServicesDialogProps {
  place: DashboardPlace;
  looked: Looked;
  figures?: Dashboard;
  onClose: () => void;
}

/** The tickets behind a number of the dashboard; each leads to its conversation. */
export default function ServicesDialog({ place, looked, figures, onClose }: ServicesDialogProps) {
  const { t, i18n } = useLingui();
  const query = lookedQuery(place, looked);
  const list = useList(serviceList, query);
  return (
    <Dialog title={i18n._(BEHIND[looked.of])} width={720} onClose={onClose} bodyClassName={css.body}>
      <Whose looked={looked} figures={figures} />
      <div className={css.list}>
        <PagedRows
          list={list}
          label={t`Atendimentos`}
          place={`services ${JSON.stringify(query)}`}
          rowHeight={56}
          skeleton={
            <div className={css.row}>
              <Skeleton width={28} height={28} round />
              <Skeleton width="50%" />
            </div>
          }
          empty={
            <Empty
              icon={SearchX}
              title={t`Nenhum atendimento`}
              text={t`Não há atendimentos por trás deste número.`}
            />
          }
          failedTitle={t`A lista não chegou`}
        >
          {(service) => <Row key={service.id} service={service} of={looked.of} />}
        </PagedRows>
      </div>
    </Dialog>
  );
}

/** What the number is narrowed to. */
function Whose({ looked: { queueId, userId, hour, day }, figures }: Pick<ServicesDialogProps, "looked" | "figures">) {
  const { t } = useLingui();
  if ([queueId, userId, hour, day].every((one) => one === undefined)) return null;
  const queue = figures?.queues.find(({ queue }) => (queue?.id ?? 0) === queueId)?.queue;
  return (
    <p className={css.whose}>
      {queueId !== undefined && <Chip hue={queue?.color}>{queue?.name ?? t`Sem fila`}</Chip>}
      {userId !== undefined && <Chip>{figures?.attendants.find(({ id }) => id === userId)?.name ?? "…"}</Chip>}
      {hour !== undefined && <Chip>{hourSpan(hour)}</Chip>}
      {day && <Chip>{dayAndMonth(day)}</Chip>}
    </p>
  );
}

function Row({ service, of }: { service: Service; of: Looked["of"] }) {
  const { t } = useLingui();
  const dates = useDates();
  const { contact, queue, user, begunAt, closedAt, wait, support, rating } = service;
  const when = closedAt && !["leads", "created"].includes(of) ? closedAt : begunAt;
  return (
    <Link href={`/tickets/${service.uuid}`} className={css.row}>
      <Avatar id={contact.id} name={contact.name} size={28} />
      <span className={css.who}>
        <b>{contact.name}</b>
        <small>
          {user?.name ?? <Trans>Sem atendente</Trans>}
          {queue && <Chip hue={queue.color}>{queue.name}</Chip>}
        </small>
      </span>
      <span className={css.times}>
        <time dateTime={when} data-tooltip={dates.full(when)}>{dates.shortDateTime(when)}</time>
        <small>
          {[
            wait !== null && t`espera ${durationText(wait)}`,
            support !== null && t`atendimento ${durationText(support)}`,
            rating !== null && t`nota ${rating}`,
          ].filter(Boolean).join(" · ")}
        </small>
      </span>
    </Link>
  );
}
