import { useLingui } from "@lingui/react/macro";
import { Building2, EllipsisVertical, LogIn } from "lucide-react";
import { useLocation } from "wouter";
import type { CockpitCompany } from "../../src/contract/cockpit.ts";
import { moneyText } from "../../src/shared/money.ts";
import { milliseconds } from "date-fns/milliseconds";
import { actIn } from "../companies/act.ts";
import { countText } from "../dashboard/words.ts";
import type { Column } from "../list/column.ts";
import { agoText } from "../ui/ago.ts";
import { Chip } from "../ui/Chip.tsx";
import { dateLocale, dateText } from "../ui/dates.ts";
import { Dot } from "../ui/Dot.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import { sizeText } from "../ui/sizes.ts";
import { useDates } from "../ui/useDates.ts";
import { dueText } from "./words.ts";
import css from "./CockpitPage.module.css";

/** Backups that are older than this (ms) stand out. */
const LATE = milliseconds({ minutes: 5 });

/** What is seen of each company. */
export function useCockpitColumns(): readonly Column<CockpitCompany>[] {
  const { t } = useLingui();
  const dates = useDates();
  return [
    {
      id: "name",
      title: t`Empresa`,
      width: "minmax(0, 1fr)",
      isHeader: true,
      card: "title",
      sortBy: ({ name }) => name,
      cell: (company) => <Name company={company} />,
    },
    {
      id: "lines",
      title: t`Conexões`,
      width: "68px",
      card: "main",
      sortBy: ({ figures }) => figures.linesTotal - figures.linesUp,
      cell: (company) => <Lines company={company} />,
    },
    {
      id: "waiting",
      title: t`Aguardando`,
      width: "76px",
      sortBy: ({ figures }) => figures.waiting,
      cell: ({ figures }) => <span className={css.number}>{countText(figures.waiting)}</span>,
    },
    {
      id: "messages",
      title: t`Msgs. hoje`,
      width: "72px",
      sortBy: ({ figures }) => figures.messagesToday,
      cell: ({ figures }) => <span className={css.number}>{countText(figures.messagesToday)}</span>,
    },
    {
      id: "lastLogin",
      title: t`Último acesso`,
      width: "84px",
      isSpare: true,
      sortBy: ({ figures }) => figures.lastLoginAt,
      cell: ({ figures: { lastLoginAt } }) =>
        lastLoginAt
          ? <time dateTime={lastLoginAt} title={dates.full(lastLoginAt)}>{dates.timeOrDate(lastLoginAt)}</time>
          : <span className={css.none}>{t`nenhum`}</span>,
    },
    {
      id: "backup",
      title: t`Restauração`,
      width: "80px",
      isSpare: true,
      sortBy: ({ backup }) => backup?.provenAt ?? null,
      cell: ({ backup }) => <Proven backup={backup} />,
    },
    {
      id: "use",
      title: t`Uso do plano`,
      width: "152px",
      isSpare: true,
      sortBy: fullness,
      cell: (company) => <Use company={company} />,
    },
    {
      id: "dueDate",
      title: t`Vencimento`,
      width: "100px",
      card: "side",
      sortBy: ({ dueDate }) => dueDate,
      cell: (company) => <Due company={company} />,
    },
    {
      id: "openInvoice",
      title: t`Em aberto`,
      width: "84px",
      isSpare: true,
      sortBy: ({ openInvoice }) => openInvoice?.value ?? null,
      cell: ({ openInvoice }) =>
        openInvoice
          ? <span className={css.number}>{moneyText(openInvoice.value)}</span>
          : <span className={css.none}>{t`nada`}</span>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "88px",
      card: "corner",
      cell: (company) => <Actions company={company} />,
    },
  ];
}

interface Of {
  company: CockpitCompany;
}

function Name({ company }: Of) {
  const { t } = useLingui();
  const { name, plan, figures: { storage }, status, isProviders, isUnreadable, isNotUpgraded, isOnTrial, isOverdue } =
    company;
  return (
    <span className={css.name}>
      <bdi className="cut" title={name}>{name}</bdi>
      <span>
        <small className="cut">
          {plan?.name ?? t`sem plano`}
          {" · "}
          <span data-tone={toneOf(storage, plan?.storage)} title={t`Arquivos`}>{sizeText(storage, dateLocale())}</span>
        </small>
        {isUnreadable && (
          <Chip tone="danger">{isNotUpgraded ? t`em manutenção: não foi atualizada` : t`arquivo ilegível`}</Chip>
        )}
        {!status && <Chip tone="danger">{t`bloqueada`}</Chip>}
        {isOnTrial && !isOverdue && <Chip tone="accent">{t`em teste`}</Chip>}
        {isProviders && <Chip>{t`sua empresa`}</Chip>}
      </span>
    </span>
  );
}

function Lines({ company: { figures: { linesUp, linesTotal, isKnown } } }: Of) {
  const { t } = useLingui();
  if (!isKnown || linesTotal === 0) return <span className={css.none}>{isKnown ? t`nenhuma` : "–"}</span>;
  return (
    <span className={css.lines}>
      <Dot tone={linesUp === linesTotal ? "success" : "danger"} />
      <span data-tone={linesUp < linesTotal ? "danger" : undefined}>{t`${linesUp} de ${linesTotal}`}</span>
    </span>
  );
}

/** What stands out: a limit that is reached, and one that was lowered below what is there. */
function toneOf(count: number, limit: number | null | undefined): "waiting" | "danger" | undefined {
  if (limit === null || limit === undefined || count < limit) return undefined;
  return count > limit ? "danger" : "waiting";
}

const COUNTED = ["users", "connections", "queues"] as const;

/** How much of what its plan allows a company has, of what it has most of. */
function fullness({ figures, plan }: CockpitCompany): number | null {
  const parts = COUNTED.flatMap((what) => plan?.[what] ? [figures[what] / plan[what]] : []);
  return parts.length > 0 ? Math.max(...parts) : null;
}

function Use({ company: { figures, plan } }: Of) {
  const { t } = useLingui();
  const names = { users: t`Usuários`, connections: t`Conexões`, queues: t`Filas` };
  return (
    <span className={css.use}>
      {COUNTED.map((what) => {
        const count = figures[what], limit = plan?.[what] ?? null;
        return (
          <span key={what} data-tone={toneOf(count, limit)} title={names[what]}>
            <span className="visually-hidden">{`${names[what]} `}</span>
            {limit === null ? count : `${count} / ${limit}`}
          </span>
        );
      })}
    </span>
  );
}

function Due({ company: { dueDate, timeZone, isOverdue } }: Of) {
  const { t } = useLingui();
  if (!dueDate) return <span className={css.none}>{t`não vence`}</span>;
  return (
    <span className={css.two}>
      <time dateTime={dueDate}>{dateText(dueDate)}</time>
      <small data-tone={isOverdue ? "danger" : undefined}>{dueText({ dueDate, timeZone })}</small>
    </span>
  );
}

/** When it was last shown that the company can be restored, and whether what it has written is stored. */
function Proven({ backup }: Pick<CockpitCompany, "backup">) {
  const { t } = useLingui();
  const dates = useDates();
  if (!backup) return <span className={css.none}>{t`sem backup`}</span>;
  const { provenAt, since, hasFailed } = backup;
  const late = since !== null && Date.now() - Date.parse(since) > LATE;
  return (
    <span className={css.two}>
      {hasFailed
        ? <span data-tone="danger">{t`falhou`}</span>
        : provenAt
        ? <time dateTime={provenAt} title={dates.full(provenAt)}>{dates.timeOrDate(provenAt)}</time>
        : <span className={css.none}>{t`ainda não`}</span>}
      {late && <small data-tone="danger">{t`guardado ${agoText(since)}`}</small>}
    </span>
  );
}

function Actions({ company: { id, name, isProviders } }: Of) {
  const { t } = useLingui();
  const [, go] = useLocation();
  return (
    <Menu
      label={t`Ações de ${name}`}
      trigger={(props) => <IconButton {...props} label={t`Ações de ${name}`} icon={EllipsisVertical} />}
      entries={[
        { label: t`Abrir em Empresas`, icon: Building2, onChoose: () => go(`/settings?tab=companies&company=${id}`) },
        ...(isProviders ? [] : [{
          label: t`Entrar como administrador`,
          icon: LogIn,
          onChoose: () => void actIn({ id, name }),
        }]),
      ]}
    />
  );
}
