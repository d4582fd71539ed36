import { useLingui } from "@lingui/react/macro";
import { Building2, Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import type { CompanyRecord } from "../../src/contract/companies.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useRecord } from "../provider/useRecord.ts";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { dateText } from "../ui/dates.ts";
import { useDates } from "../ui/useDates.ts";
import { companyList } from "./companies.ts";
import { CompanyDialogs } from "./CompanyDialogs.tsx";
import { CompanyForm, type Shown } from "./CompanyForm.tsx";
import { dueTone } from "./dueTone.ts";
import { RECURRENCE_TEXTS } from "../invoices/invoices.ts";
import records from "../provider/RecordForm.module.css";
import css from "./CompaniesTab.module.css";

/** Who uses the product, and on what terms (spec 2 §2, Settings, Empresas). */
export default function CompaniesTab() {
  const { t } = useLingui();
  const list = useList(companyList, {});
  const edited = useRecord<CompanyRecord>();
  const [shown, setShown] = useState<Shown>();
  useNamed(list.rows, edited.show);
  return (
    <div className={records.records}>
      <CompanyForm key={edited.round} edited={edited} onShow={setShown} />
      <DataTable
        name="companies"
        list={list}
        label={t`Empresas`}
        place="companies"
        columns={useCompanyColumns((company) => void edited.leaveFor(company))}
        toneOf={dueTone}
        rowHeight={56}
        empty={<Empty icon={Building2} title={t`Nenhum registro`} />}
      />
      <CompanyDialogs shown={shown} onClose={() => setShown(undefined)} />
    </div>
  );
}

/** The address may name the company that is to be in the form. */
function useNamed(rows: readonly CompanyRecord[], onNamed: (company: CompanyRecord) => void): void {
  const [search] = useSearchParams();
  const named = rows.find(({ id }) => String(id) === search.get("company"));
  useEffect(() => {
    if (named) onNamed(named);
    // Once for each: what others change of it meanwhile must not begin the form anew.
  }, [named?.id]);
}

function useCompanyColumns(onEdit: (company: CompanyRecord) => void): readonly Column<CompanyRecord>[] {
  const { t } = useLingui();
  const dates = useDates();
  return [
    { id: "id", title: "#", width: "40px", isSpare: true, sortBy: ({ id }) => id, cell: ({ id }) => id },
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(96px, 2fr)",
      isHeader: true,
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name }) => <bdi className={`cut ${css.name}`} title={name}>{name}</bdi>,
    },
    {
      id: "email",
      title: t`E-mail`,
      width: "minmax(0, 2fr)",
      sortBy: ({ email }) => email,
      cell: ({ email }) => <bdi className="cut" title={email}>{email}</bdi>,
    },
    {
      id: "phone",
      title: t`Telefone`,
      width: "minmax(0, 1.75fr)",
      isSpare: true,
      sortBy: ({ phone }) => phone,
      cell: ({ phone }) => <bdi className="cut" title={phone}>{phone}</bdi>,
    },
    {
      id: "plan",
      title: t`Plano`,
      width: "minmax(96px, 1.25fr)",
      card: "side",
      sortBy: ({ plan }) => plan?.name ?? "",
      cell: ({ plan }) => <span className="cut" title={plan?.name}>{plan?.name ?? t`sem plano`}</span>,
    },
    {
      id: "campaigns",
      title: t`Campanhas`,
      width: "minmax(96px, 1fr)",
      isSpare: true,
      sortBy: ({ campaignsEnabled }) => Number(campaignsEnabled),
      cell: ({ campaignsEnabled }) => campaignsEnabled ? t`Habilitadas` : t`Desabilitadas`,
    },
    {
      id: "status",
      title: t`Status`,
      width: "64px",
      sortBy: ({ status }) => Number(status),
      cell: ({ status }) => status ? t`Sim` : t`Não`,
    },
    {
      id: "createdAt",
      title: t`Criada Em`,
      width: "minmax(88px, 1fr)",
      isSpare: true,
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dates.date(createdAt)}</time>,
    },
    {
      id: "dueDate",
      title: t`Vencimento`,
      width: "minmax(92px, 1fr)",
      card: "main",
      sortBy: ({ dueDate }) => dueDate ?? "9999",
      cell: (company) => <DueDate company={company} />,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "64px",
      align: "end",
      card: "corner",
      cell: (company) => <IconButton label={t`Editar ${company.name}`} icon={Pencil} onClick={() => onEdit(company)} />,
    },
  ];
}

/** With the recurrence beneath. */
function DueDate({ company: { dueDate, recurrence } }: { company: CompanyRecord }) {
  const { t, i18n } = useLingui();
  if (!dueDate) return <span className={css.never}>{t`não vence`}</span>;
  return (
    <span className={css.due}>
      <time dateTime={dueDate}>{dateText(dueDate)}</time>
      <small>{i18n._(RECURRENCE_TEXTS[recurrence])}</small>
    </span>
  );
}
