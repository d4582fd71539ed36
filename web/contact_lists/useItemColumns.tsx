import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed, CircleX, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ListItem } from "../../src/contract/contact_lists.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import type { Column } from "../list/column.ts";
import { Chip } from "../ui/Chip.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import css from "./ContactLists.module.css";
import { removeItem } from "./items.ts";

interface Does {
  mayDelete: boolean;
  onEdit: (item: ListItem) => void;
}

/** The columns of the people on a list (spec 3 §2.7). */
export function useItemColumns({ mayDelete, onEdit }: Does): readonly Column<ListItem>[] {
  const { t } = useLingui();
  return [
    {
      id: "isWhatsappValid",
      title: t`WhatsApp`,
      width: "96px",
      card: "side",
      cell: ({ isWhatsappValid }) => <Validity is={isWhatsappValid} />,
    },
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: ({ name, isOptedOut }) => (
        <span className={css.who}>
          <bdi className="cut" title={name}>{name}</bdi>
          {isOptedOut && (
            <Chip tone="waiting">
              <Trans>Não quer campanhas</Trans>
            </Chip>
          )}
        </span>
      ),
    },
    {
      id: "number",
      title: t`Número`,
      width: "minmax(160px, 1fr)",
      card: "main",
      cell: ({ number }) => <span className={css.number}>{formatNumber(number)}</span>,
    },
    {
      id: "email",
      title: t`E-mail`,
      width: "minmax(0, 1.5fr)",
      cell: ({ email }) => <span className={`cut ${css.muted}`} title={email}>{email}</span>,
    },
    {
      id: "columns",
      title: t`Variáveis`,
      width: "minmax(0, 1.5fr)",
      isSpare: true,
      cell: ({ columns }) => {
        const text = Object.entries(columns).map(([name, value]) => `${name}: ${value}`).join(" · ");
        return <span className={`cut ${css.muted}`} title={text}>{text}</span>;
      },
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "84px",
      align: "end",
      card: "corner",
      cell: (item) => (
        <span className={css.actions}>
          <IconButton label={t`Editar ${item.name}`} icon={Pencil} onClick={() => onEdit(item)} />
          {mayDelete && (
            <IconButton
              label={t`Excluir ${item.name}`}
              icon={Trash2}
              onClick={() => void removeItem(item)}
            />
          )}
        </span>
      ),
    },
  ];
}

/** What the network said of the number. */
function Validity({ is }: { is: boolean | null }): ReactNode {
  const { t } = useLingui();
  const [Icon, label, tone] = is === null
    ? [CircleDashed, t`Ainda não verificado`, css.unknown] as const
    : is
    ? [CircleCheck, t`Tem WhatsApp`, css.valid] as const
    : [CircleX, t`Não tem WhatsApp`, css.invalid] as const;
  return (
    <span className={tone} title={label}>
      <Icon size={16} role="img" aria-label={label} />
    </span>
  );
}
