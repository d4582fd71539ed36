import { Trans, useLingui } from "@lingui/react/macro";
import { ListX } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { ApiRequest } from "../../src/contract/send_api.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useDebounced } from "../list/useDebounced.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Empty } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { useDates } from "../ui/useDates.ts";
import { requestList } from "./api.ts";
import { saysOfRequest, titleOfRequest, toneOfRequest } from "./requestTexts.ts";
import css from "./ApiPage.module.css";

/** What external systems asked for in the last 30 days, accepted and refused. */
export function RequestsTab() {
  const { t } = useLingui();
  const [search, setSearch] = useState(""), [isBad, setBad] = useState(false);
  const searchParam = useDebounced(search.trim().toLowerCase());
  const list = useList(requestList, { searchParam, ...(isBad ? { refused: true } : {}) });
  const clear = () => {
    setSearch("");
    setBad(false);
  };
  return (
    <>
      <div className={css.above}>
        <SearchField
          label={t`Buscar pedidos`}
          placeholder={t`Número, token, arquivo ou chave`}
          value={search}
          onText={setSearch}
        />
        <Checkbox checked={isBad} onChecked={setBad}>
          <Trans>Só recusados e falhas</Trans>
        </Checkbox>
      </div>
      <DataTable
        name="api_requests"
        list={list}
        label={t`Pedidos`}
        place={`api requests ${searchParam} ${isBad}`}
        columns={useRequestColumns()}
        rowHeight={56}
        empty={searchParam || isBad
          ? <NothingFound title={t`Nenhum pedido encontrado`} text={t`Nada com estes filtros.`} onClear={clear} />
          : (
            <Empty
              icon={ListX}
              title={t`Nenhum pedido ainda`}
              text={t`O que outros sistemas pedem à API aparece aqui na hora, e fica por 30 dias.`}
            />
          )}
      />
    </>
  );
}

/** More characters than two lines have: what is cut off can be read by keys, too. */
const LONG = 80;

function useRequestColumns(): readonly Column<ApiRequest>[] {
  const { t } = useLingui();
  const dates = useDates();
  return [
    {
      id: "status",
      title: "HTTP",
      width: "72px",
      card: "side",
      cell: (request) => <Chip tone={toneOfRequest(request)}>{request.status}</Chip>,
    },
    {
      id: "what",
      title: t`Pedido`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: (request) => {
        const { fileName, ticket } = request, what = titleOfRequest(request);
        return (
          <span className={css.two}>
            {ticket
              ? <Link href={`/tickets/${ticket.uuid}`} className="cut">{what}</Link>
              : <b className="cut">{what}</b>}
            {fileName && <small className="cut">{fileName}</small>}
          </span>
        );
      },
    },
    {
      id: "fate",
      title: t`O que aconteceu`,
      width: "minmax(0, 2fr)",
      card: "main",
      cell: (request) => {
        const says = saysOfRequest(request);
        return (
          <span className={css.says} data-tooltip={says} tabIndex={says.length > LONG ? 0 : undefined}>{says}</span>
        );
      },
    },
    {
      id: "token",
      title: t`Token`,
      width: "minmax(0, 1fr)",
      isSpare: true,
      cell: ({ token, key }) => (
        <span className={css.two}>
          <span className="cut">{token}</span>
          {key && <small className="cut">{key}</small>}
        </span>
      ),
    },
    {
      id: "from",
      title: t`De onde`,
      width: "minmax(0, 1fr)",
      isSpare: true,
      cell: ({ address, duration }) => (
        <span className={css.two}>
          <span className="cut">{address}</span>
          <small>{duration} ms</small>
        </span>
      ),
    },
    {
      id: "at",
      title: t`Quando`,
      width: "160px",
      cell: ({ at }) => <time dateTime={at} title={dates.full(at)}>{dates.dateTimeSeconds(at)}</time>,
    },
  ];
}
