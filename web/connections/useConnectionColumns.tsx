import { useLingui } from "@lingui/react/macro";
import { Pencil, Star, Trash2 } from "lucide-react";
import type { Connection } from "../../src/contract/connections.ts";
import type { Column } from "../list/column.ts";
import { useMay } from "../session.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { useDates } from "../ui/useDates.ts";
import { WhatsAppIcon } from "../ui/WhatsAppIcon.tsx";
import { ConnectionStatus } from "./ConnectionStatus.tsx";
import { SessionActions } from "./SessionActions.tsx";
import { removeConnection } from "./verbs.ts";
import css from "./ConnectionsPage.module.css";
import { formatNumber } from "../../src/shared/phone_numbers.ts";

const CHANNELS = { whatsapp: "WhatsApp", facebook: "Facebook", instagram: "Instagram" } as const;

interface Does {
  onEdit: (connection: Connection) => void;
  onShowCode: (connection: Connection) => void;
}

/** The table's columns (spec 2, Connections). */
export function useConnectionColumns({ onEdit, onShowCode }: Does): readonly Column<Connection>[] {
  const { t } = useLingui();
  const dates = useDates();
  const mayAct = useMay("connections-page:actionButtons");
  const mayEdit = useMay("connections-page:editOrDeleteConnection");
  return [
    {
      id: "channel",
      title: t`Canal`,
      width: "112px",
      isSpare: true,
      sortBy: ({ channel }) => CHANNELS[channel],
      cell: (row) => <Channel channel={row.channel} />,
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
      cell: (row) => <ConnectionStatus connection={row} mayAsk={mayAct} />,
    },
    {
      id: "session",
      title: t`Sessão`,
      width: "minmax(130px, 3.5fr)",
      card: "side",
      cell: (row) => mayAct && <SessionActions connection={row} onShowCode={() => onShowCode(row)} />,
    },
    {
      id: "updatedAt",
      title: t`Última atualização`,
      sortBy: ({ updatedAt }) => updatedAt,
      width: "120px",
      isSpare: true,
      cell: (row) => (
        <time className={css.muted} dateTime={row.updatedAt} data-tooltip={dates.full(row.updatedAt)}>
          {dates.shortDateTime(row.updatedAt)}
        </time>
      ),
    },
    {
      id: "default",
      title: t`Padrão`,
      sortBy: ({ isDefault }) => Number(!isDefault),
      width: "96px",
      isSpare: true,
      cell: (row) => row.isDefault ? <DefaultStar /> : <span className="visually-hidden">{t`Não`}</span>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "72px",
      align: "end",
      card: "corner",
      cell: (row) => mayEdit && <Actions connection={row} onEdit={onEdit} />,
    },
  ];
}

/** An icon is only shown for WhatsApp. */
function Channel({ channel }: Pick<Connection, "channel">) {
  return (
    <span className={css.channel}>
      {channel === "whatsapp" && <WhatsAppIcon size={16} aria-hidden />}
      {CHANNELS[channel]}
    </span>
  );
}

/** With its number, or what stands for one. */
function Name({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const numberless = { whatsapp: t`sem número ainda`, facebook: t`página`, instagram: t`perfil` };
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
      <small>{connection.number ? formatNumber(connection.number) : numberless[connection.channel]}</small>
    </span>
  );
}

function DefaultStar() {
  const { t } = useLingui();
  return <Star size={16} className={css.star} role="img" aria-label={t`Padrão`} />;
}

function Actions({ connection, onEdit }: { connection: Connection } & Pick<Does, "onEdit">) {
  const { t } = useLingui();
  return (
    <span className={css.actions}>
      <IconButton label={t`Editar ${connection.name}`} icon={Pencil} onClick={() => onEdit(connection)} />
      <IconButton label={t`Excluir ${connection.name}`} icon={Trash2} onClick={() => removeConnection(connection)} />
    </span>
  );
}
