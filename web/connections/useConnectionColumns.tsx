import { useLingui } from "@lingui/react/macro";
import { Star } from "lucide-react";
import type { Connection } from "../../src/contract/connections.ts";
import type { Column } from "../list/column.ts";
import { EditRemove } from "../list/EditRemove.tsx";
import { useMay } from "../session.ts";
import { useDates } from "../ui/useDates.ts";
import { WhatsAppIcon } from "../ui/WhatsAppIcon.tsx";
import { ConnectionStatus } from "./ConnectionStatus.tsx";
import { SessionActions } from "./SessionActions.tsx";
import { removeConnection } from "./verbs.ts";
import css from "./ConnectionsPage.module.css";
import { formatNumber } from "../../src/shared/phone_numbers.ts";

const CHANNELS = {
  linked: "WhatsApp",
  cloud: "WhatsApp – API oficial",
  facebook: "Facebook",
  instagram: "Instagram",
  webchat: "Web chat",
} as const;

const ACT = "connections-page:actionButtons";

interface Does {
  onEdit: (connection: Connection) => void;
  onShowCode: (connection: Connection) => void;
  /** A web chat's look, and the line that puts it on a page. */
  onInstall: (connection: Connection) => void;
  /** The account at Meta, and a new token for it. */
  onAccount: (connection: Connection) => void;
  /** Goes on at the Cloud API. */
  onOfficial: (connection: Connection) => void;
}

/** The table's columns (spec 2, Connections). */
export function useConnectionColumns({ onEdit, ...does }: Does): readonly Column<Connection>[] {
  const { t } = useLingui();
  return [
    {
      id: "channel",
      title: t`Canal`,
      width: "112px",
      isSpare: true,
      sortBy: ({ kind }) => CHANNELS[kind],
      cell: (row) => <Channel {...row} />,
    },
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(120px, 2fr)",
      isHeader: true,
      sortBy: ({ name }) => name,
      card: "title",
      cell: (row) => <Name connection={row} />,
    },
    {
      id: "status",
      title: t`Status`,
      width: "minmax(128px, 2.5fr)",
      card: "main",
      sortBy: ({ status }) => status,
      cell: (row) => <Status connection={row} />,
    },
    {
      id: "session",
      title: t`Sessão`,
      width: "minmax(130px, 3.5fr)",
      card: "side",
      cell: (row) => <Session connection={row} {...does} />,
    },
    {
      id: "updatedAt",
      title: t`Última atualização`,
      sortBy: ({ updatedAt }) => updatedAt,
      width: "120px",
      isSpare: true,
      cell: ({ updatedAt }) => <Updated at={updatedAt} />,
    },
    {
      id: "default",
      title: t`Padrão`,
      sortBy: ({ isDefault }) => Number(!isDefault),
      width: "96px",
      isSpare: true,
      cell: (row) => row.isDefault ? <DefaultStar /> : <span className="visually-hidden">{t`Não`}</span>,
    },
    actionsColumn(t`Ações`, onEdit),
  ];
}

function actionsColumn(title: string, onEdit: Does["onEdit"]): Column<Connection> {
  return {
    id: "actions",
    title,
    width: "72px",
    align: "end",
    card: "corner",
    cell: (row) => <Actions connection={row} onEdit={onEdit} />,
  };
}

/** An icon is only shown for WhatsApp. */
function Channel({ channel, kind }: Pick<Connection, "channel" | "kind">) {
  const { t } = useLingui();
  return (
    <span className={css.channel}>
      {channel === "whatsapp" && <WhatsAppIcon size={16} aria-hidden />}
      <span>{kind === "cloud" ? t`WhatsApp – API oficial` : CHANNELS[kind]}</span>
    </span>
  );
}

/** With its number, or what stands for one. */
function Name({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const numberless = { whatsapp: t`sem número ainda`, facebook: t`página`, instagram: t`perfil`, webchat: t`site` };
  return (
    <span className={css.name}>
      <b>
        {connection.name}
        {connection.isDefault && (
          <span className={css.inName}>
            <DefaultStar />
          </span>
        )}
      </b>
      <small>
        {connection.channel === "whatsapp" && connection.number
          ? formatNumber(connection.number)
          : numberless[connection.channel]}
      </small>
    </span>
  );
}

function Status({ connection }: { connection: Connection }) {
  return <ConnectionStatus connection={connection} mayAsk={useMay(ACT)} />;
}

function Session(
  { connection, onShowCode, onInstall, onAccount, onOfficial }: { connection: Connection } & Omit<Does, "onEdit">,
) {
  const mayAct = useMay(ACT);
  const mayEdit = useMay("connections-page:editOrDeleteConnection");
  const mayAdd = useMay("connections-page:addConnection");
  return mayAct && (
    <SessionActions
      connection={connection}
      onShowCode={() => onShowCode(connection)}
      onInstall={() => onInstall(connection)}
      onOfficial={mayAdd ? () => onOfficial(connection) : undefined}
      onAccount={mayEdit ? () => onAccount(connection) : undefined}
    />
  );
}

function Updated({ at }: { at: string }) {
  const dates = useDates();
  return <time className={css.muted} dateTime={at} data-tooltip={dates.full(at)}>{dates.shortDateTime(at)}</time>;
}

function DefaultStar() {
  const { t } = useLingui();
  return <Star size={16} className={css.star} role="img" aria-label={t`Padrão`} />;
}

function Actions({ connection, onEdit }: { connection: Connection } & Pick<Does, "onEdit">) {
  const mayEdit = useMay("connections-page:editOrDeleteConnection");
  return mayEdit && (
    <EditRemove
      name={connection.name}
      onEdit={() => onEdit(connection)}
      onRemove={() => removeConnection(connection)}
    />
  );
}
