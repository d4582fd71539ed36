import { useLingui } from "@lingui/react/macro";
import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { INVOICE_STATES, type ProviderInvoice } from "../../src/contract/invoices.ts";
import { dayIn } from "../../src/shared/clock.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useDebounced } from "../list/useDebounced.ts";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { Empty } from "../ui/Empty.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { SelectSurface } from "../ui/SelectSurface.tsx";
import { ConfirmPaidDialog } from "./ConfirmPaidDialog.tsx";
import { InvoiceDialog } from "./InvoiceDialog.tsx";
import { providerInvoiceList, RECURRENCE_TEXTS, STATE_TEXTS, stateOf } from "./invoices.ts";
import { StateChip } from "./StateChip.tsx";
import { useAmountColumns } from "./useAmountColumns.tsx";
import field from "../ui/Field.module.css";
import css from "./InvoicesPage.module.css";

type State = typeof INVOICE_STATES[number];

/** All companies' invoices, by company and state. */
export function EverybodysInvoices() {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<State | "">("");
  const [confirmed, setConfirmed] = useState<ProviderInvoice>();
  const [openedId, setOpenedId] = useState<number>();
  const searchParam = useDebounced(typed.trim().toLowerCase());
  const list = useList(providerInvoiceList, { ...(searchParam && { searchParam }), ...(state && { state }) });
  const opened = list.rows.find(({ id }) => id === openedId);
  return (
    <>
      <div className={css.filters}>
        <SearchField label={t`Buscar faturas`} placeholder={t`Empresa ou fatura`} value={typed} onText={setTyped} />
        <SelectSurface
          label={t`Status`}
          buttonClass={classes(field.input, field.opens)}
          value={state}
          onText={(chosen) => setState(chosen as State | "")}
          options={[
            { value: "", label: t`Todas` },
            ...INVOICE_STATES.map((each) => ({ value: each, label: i18n._(STATE_TEXTS[each]) })),
          ]}
        />
      </div>
      <div className={css.list}>
        <DataTable
          name="provider-invoices"
          list={list}
          label={t`Faturas`}
          place={`provider-invoices ${searchParam} ${state}`}
          columns={useColumns({ onOpen: setOpenedId, onConfirm: setConfirmed })}
          empty={
            <Empty
              icon={ReceiptText}
              title={searchParam || state ? t`Nenhuma fatura encontrada` : t`Nenhuma fatura ainda`}
              text={searchParam || state
                ? undefined
                : t`O sistema faz a fatura de cada empresa 20 dias antes do vencimento, pelo valor do plano.`}
            />
          }
        />
      </div>
      {opened && <InvoiceDialog invoice={opened} onClose={() => setOpenedId(undefined)} />}
      {confirmed && <ConfirmPaidDialog invoice={confirmed} onClose={() => setConfirmed(undefined)} />}
    </>
  );
}

interface Presses {
  onOpen: (id: number) => void;
  onConfirm: (invoice: ProviderInvoice) => void;
}

function useColumns({ onOpen, onConfirm }: Presses): readonly Column<ProviderInvoice>[] {
  const { t, i18n } = useLingui();
  const shown = (invoice: ProviderInvoice) => stateOf(invoice, dayIn(invoice.company.timeZone, Date.now()));
  return [
    {
      id: "id",
      title: t`Id`,
      width: "64px",
      isSpare: true,
      cell: ({ id }) => <span className={css.number}>{id}</span>,
    },
    {
      id: "company",
      title: t`Empresa`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: (invoice) => (
        <button
          type="button"
          className={css.open}
          data-late={shown(invoice) === "late" || undefined}
          aria-label={t`Fatura ${invoice.id} de ${invoice.company.name}`}
          onClick={() => onOpen(invoice.id)}
        >
          <b className="cut">{invoice.company.name}</b>
        </button>
      ),
    },
    {
      id: "detail",
      title: t`Detalhes`,
      width: "minmax(0, 2fr)",
      isSpare: true,
      cell: ({ detail, recurrence }) => (
        <span className="cut">{detail}, {i18n._(RECURRENCE_TEXTS[recurrence]).toLowerCase()}</span>
      ),
    },
    ...useAmountColumns<ProviderInvoice>(),
    {
      id: "status",
      title: t`Status`,
      width: "minmax(92px, 1fr)",
      card: "side",
      cell: (invoice) => <StateChip state={shown(invoice)} />,
    },
    {
      id: "actions",
      title: t`Ação`,
      width: "108px",
      align: "end",
      card: "corner",
      cell: (invoice) =>
        invoice.status === "open" && (
          <Button
            className={css.actions}
            variant="secondary"
            aria-label={t`Confirmar o pagamento da fatura ${invoice.id}`}
            onClick={() => onConfirm(invoice)}
          >
            {t`Confirmar`}
          </Button>
        ),
    },
  ];
}
