import { Trans, useLingui } from "@lingui/react/macro";
import { SearchX } from "lucide-react";
import { Link } from "wouter";
import { type Dashboard, dashboard, type Service, SERVICE_SORTS } from "../../src/contract/dashboard.ts";
import { pagedList, useList } from "../list/pagedList.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useSorting } from "../list/useSorting.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Empty } from "../ui/Empty.tsx";
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
  const sorting = useSorting("services", SERVICE_SORTS);
  const list = useList(serviceList, { ...query, ...sorting.query });
  return (
    <Dialog title={i18n._(BEHIND[looked.of])} width={960} onClose={onClose} bodyClassName={css.body}>
      <Whose looked={looked} figures={figures} />
      <div className={css.list}>
        <DataTable
          name="services"
          list={list}
          sorting={sorting}
          label={t`Atendimentos`}
          place={`services ${JSON.stringify(query)}`}
          columns={useServiceColumns(looked.of)}
          rowHeight={56}
          empty={
            <Empty
              icon={SearchX}
              title={t`Nenhum atendimento`}
              text={t`Não há atendimentos por trás deste número.`}
            />
          }
        />
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

function useServiceColumns(of: Looked["of"]): readonly Column<Service>[] {
  const { t } = useLingui();
  const dates = useDates();
  const when = ({ begunAt, closedAt }: Service) => closedAt && !["leads", "created"].includes(of) ? closedAt : begunAt;
  const time = (value: number | null) => <span className={css.muted}>{value === null ? "–" : durationText(value)}
  </span>;
  return [
    {
      id: "contact",
      title: t`Contato`,
      width: "minmax(0, 3fr)",
      isHeader: true,
      card: "title",
      cell: (service) => <ContactLink service={service} />,
    },
    {
      id: "user",
      title: t`Atendente`,
      width: "minmax(0, 2fr)",
      card: "main",
      cell: (service) => (
        <>
          <span className={css.cut}>{service.user?.name ?? <Trans>Sem atendente</Trans>}</span>
          <Times service={service} />
        </>
      ),
    },
    {
      id: "queue",
      title: t`Fila`,
      width: "minmax(0, 2fr)",
      card: "side",
      cell: ({ queue }) => queue && <Chip hue={queue.color}>{queue.name}</Chip>,
    },
    {
      id: "when",
      title: t`Quando`,
      width: "112px",
      card: "corner",
      cell: (service) => (
        <time className={css.when} dateTime={when(service)} data-tooltip={dates.full(when(service))}>
          {dates.shortDateTime(when(service))}
        </time>
      ),
    },
    { id: "wait", title: t`Espera`, width: "80px", isSpare: true, cell: ({ wait }) => time(wait) },
    { id: "support", title: t`Duração`, width: "96px", isSpare: true, cell: ({ support }) => time(support) },
    {
      id: "rating",
      title: t`Nota`,
      width: "64px",
      isSpare: true,
      cell: ({ rating }) => <span className={css.muted}>{rating ?? "–"}</span>,
    },
  ];
}

function ContactLink({ service: { uuid, contact } }: { service: Service }) {
  return (
    <Link href={`/tickets/${uuid}`} className={css.who}>
      <Avatar id={contact.id} name={contact.name} size={28} />
      <bdi>{contact.name}</bdi>
    </Link>
  );
}

/** What has columns of its own where there is room for them. */
function Times({ service: { wait, support, rating } }: { service: Service }) {
  const { t } = useLingui();
  return (
    <small className={css.times}>
      {[
        wait !== null && t`espera ${durationText(wait)}`,
        support !== null && t`atendimento ${durationText(support)}`,
        rating !== null && t`nota ${rating}`,
      ].filter(Boolean).join(" · ")}
    </small>
  );
}
