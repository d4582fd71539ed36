import { useLingui } from "@lingui/react/macro";
import { MessagesSquare, UsersRound } from "lucide-react";
import { useLocation } from "wouter";
import {
  type Campaign,
  type Recipient,
  RECIPIENT_FILTERS,
  type RecipientFilter,
  SLOTS,
} from "../../src/contract/campaigns.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { Card } from "../dashboard/Card.tsx";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useDebounced } from "../list/useDebounced.ts";
import { Chip } from "../ui/Chip.tsx";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { Select } from "../ui/Select.tsx";
import { useDates } from "../ui/useDates.ts";
import { ALL, filterOf, queryOf, recipientList, type Wanted } from "./report.ts";
import { countText, ONE_WORDS, reasonText } from "./words.ts";
import css from "./ReportPage.module.css";

interface RecipientsProps {
  campaign: Campaign;
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
}

const TONES: Partial<Record<RecipientFilter, "accent" | "success" | "waiting" | "danger">> = {
  answered: "success",
  read: "accent",
  failed: "danger",
  asked: "waiting",
};

/** Everybody who gets it, the last changed first. */
export function Recipients({ campaign, wanted, onWanted }: RecipientsProps) {
  const { t, i18n } = useLingui();
  const { id, counts } = campaign, { search, filter, variant } = wanted;
  const written = SLOTS.filter((slot) => campaign[`message${slot}`] !== "" || slot === variant);
  const { searchParam, ...asked } = queryOf(wanted), debounced = useDebounced(searchParam);
  const list = useList(recipientList, { id, ...debounced && { searchParam: debounced }, ...asked });
  return (
    <Card title={t`Destinatários`} total={countText(counts.total)}>
      <div className={css.filters}>
        <SearchField
          label={t`Buscar destinatários`}
          placeholder={t`Nome ou número`}
          value={search}
          onText={(search) => onWanted({ ...wanted, search })}
        />
        <Select
          label={t`Situação`}
          options={[
            { value: "", label: t`Todos` },
            ...RECIPIENT_FILTERS.map((value) => ({ value, label: i18n._(ONE_WORDS[value]) })),
          ]}
          value={filter ?? ""}
          onText={(value) => onWanted({ ...wanted, filter: value ? value as RecipientFilter : undefined })}
        />
        {written.length > 1 && (
          <Select
            label={t`Mensagem`}
            options={[
              { value: "", label: t`Todas` },
              ...written.map((slot) => ({ value: String(slot), label: t`Msg. ${slot}` })),
            ]}
            value={String(variant ?? "")}
            onText={(value) => onWanted({ ...wanted, variant: Number(value) || undefined })}
          />
        )}
      </div>
      <div className={css.recipients}>
        <DataTable
          name="recipients"
          list={list}
          label={t`Destinatários`}
          place={`recipients ${id} ${filter} ${variant} ${debounced}`}
          columns={useColumns()}
          empty={debounced || filter || variant
            ? (
              <NothingFound
                title={t`Ninguém encontrado`}
                text={t`Nenhum destinatário está assim.`}
                onClear={() => onWanted(ALL)}
              />
            )
            : (
              <Empty
                icon={UsersRound}
                title={t`Nenhum destinatário ainda`}
                text={t`Eles aparecem quando a campanha começa.`}
              />
            )}
        />
      </div>
    </Card>
  );
}

function useColumns(): readonly Column<Recipient>[] {
  const { t, i18n } = useLingui();
  const { shortDateTime } = useDates();
  const [, go] = useLocation();
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 1.4fr)",
      isHeader: true,
      card: "title",
      cell: ({ name, number }) => <span className="cut">{name || formatNumber(number)}</span>,
    },
    {
      id: "number",
      title: t`Número`,
      width: "minmax(0, 1.2fr)",
      isSpare: true,
      cell: ({ number }) => <span className="cut">{formatNumber(number)}</span>,
    },
    {
      id: "variant",
      title: t`Mensagem`,
      width: "80px",
      isSpare: true,
      cell: ({ variant }) => variant ? t`Msg. ${variant}` : "",
    },
    {
      id: "state",
      title: t`Situação`,
      width: "minmax(128px, 1fr)",
      card: "main",
      cell: (one) => {
        const shown = filterOf(one);
        return <Chip tone={TONES[shown]}>{i18n._(ONE_WORDS[shown])}</Chip>;
      },
    },
    {
      id: "changedAt",
      title: t`Quando`,
      width: "112px",
      card: "side",
      cell: ({ changedAt }) => shortDateTime(changedAt),
    },
    {
      id: "reason",
      title: t`Motivo ou resposta`,
      width: "minmax(0, 1.6fr)",
      isSpare: true,
      cell: ({ reason, answer }) => <span className="cut">{reason ? reasonText(reason) : answer ?? ""}</span>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "80px",
      card: "corner",
      cell: ({ name, number, ticket }) =>
        ticket && (
          <IconButton
            label={t`Abrir o atendimento de ${name || formatNumber(number)}`}
            icon={MessagesSquare}
            onClick={() => go(`/tickets/${ticket.uuid}`)}
          />
        ),
    },
  ];
}
