import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Package, Pencil } from "lucide-react";
import type { Plan } from "../../src/contract/plans.ts";
import { moneyText } from "../../src/shared/money.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { PlanForm } from "./PlanForm.tsx";
import { planList } from "./plans.tsx";
import { useRecord } from "./useRecord.ts";
import css from "./RecordForm.module.css";

/** What companies may have, and what it costs them (spec 2 §2, Settings, Planos). */
export default function PlansTab() {
  const { t } = useLingui();
  const list = useList(planList, {});
  const edited = useRecord<Plan>();
  return (
    <div className={css.records}>
      <PlanForm key={edited.round} edited={edited} />
      <DataTable
        name="plans"
        list={list}
        label={t`Planos`}
        place="plans"
        columns={usePlanColumns((plan) => void edited.leaveFor(plan))}
        empty={
          <Empty
            icon={Package}
            title={t`Nenhum plano ainda`}
            text={t`Um plano diz quantos usuários, conexões e filas uma empresa pode ter, e quanto custa por mês.`}
          />
        }
      />
    </div>
  );
}

function usePlanColumns(onEdit: (plan: Plan) => void): readonly Column<Plan>[] {
  const { t } = useLingui();
  const counted = (
    id: "users" | "connections" | "queues",
    title: string,
    unit: (count: number) => string,
  ): Column<Plan> => ({
    id,
    title,
    width: "minmax(88px, 1fr)",
    isSpare: id !== "users",
    card: id === "users" ? "side" : undefined,
    sortBy: (plan) => plan[id] ?? Infinity,
    cell: (plan) => {
      const limit = plan[id];
      return (
        <>
          <span className="only-wide">{limit ?? t`sem limite`}</span>
          <span className="only-narrow">{limit === null ? t`sem limite` : unit(limit)}</span>
        </>
      );
    },
  });
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name }) => <b className="cut">{name}</b>,
    },
    counted("users", t`Usuários`, (count) => plural(count, { one: "# usuário", other: "# usuários" })),
    counted("connections", t`Conexões`, (count) => plural(count, { one: "# conexão", other: "# conexões" })),
    counted("queues", t`Filas`, (count) => plural(count, { one: "# fila", other: "# filas" })),
    {
      id: "value",
      title: t`Valor`,
      width: "minmax(104px, 1fr)",
      card: "main",
      sortBy: ({ value }) => value,
      cell: ({ value }) => moneyText(value),
    },
    {
      id: "companies",
      title: t`Empresas`,
      width: "minmax(88px, 1fr)",
      isSpare: true,
      sortBy: ({ companies }) => companies,
      cell: ({ companies }) => companies,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "72px",
      align: "end",
      card: "corner",
      cell: (plan) => <IconButton label={t`Editar ${plan.name}`} icon={Pencil} onClick={() => onEdit(plan)} />,
    },
  ];
}
