import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { type Plan, PlanForm as PlanFields, plans } from "../../src/contract/plans.ts";
import { typedMoney } from "../../src/shared/money.ts";
import { call } from "../call.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { MoneyField } from "../ui/MoneyField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { notePlan, removePlan, showExcesses } from "./plans.tsx";
import { RecordForm } from "./RecordForm.tsx";
import { saysOnRefusal } from "./refusals.ts";
import type { RecordOf } from "./useRecord.ts";
import css from "./RecordForm.module.css";

const GIGABYTE = 1e9;

/** Files are counted in gigabytes on the screen, as disks are sold. */
const Fields = z.extend(PlanFields, {
  storage: z.pipe(
    z.string().check(z.regex(/^\s*(?:\d{1,6}(?:[.,]\d{1,9})?)?\s*$/)),
    z.transform((typed: string) => typed.trim() === "" ? null : Math.round(Number(typed.replace(",", ".")) * GIGABYTE)),
  ),
});

export function PlanForm({ edited }: { edited: RecordOf<Plan> }) {
  const { t } = useLingui();
  const { record: plan, show } = edited;
  const form = useForm(Fields, {
    start: plan
      ? startOf(plan)
      : { name: "", value: "", users: "", connections: "", queues: "", storage: "", offered: true },
    record: plan,
    startOf,
    submit: async (typed, was) => {
      if (plan) {
        const { plan: record, excesses } = await call(plans.change, { id: plan.id, was, ...typed });
        notePlan({ action: "update", record });
        void showExcesses(excesses);
      } else notePlan({ action: "create", record: await call(plans.add, typed) });
      toast.success(t`Operação realizada com sucesso!`);
      show();
    },
    refused: saysOnRefusal(
      t`Não foi possível realizar a operação. Verifique se já existe um plano com o mesmo nome ou se os campos foram preenchidos corretamente`,
    ),
  });
  const storage = form.text("storage");
  const counted = { inputMode: "numeric", autoComplete: "off", placeholder: t`sem limite` } as const;
  return (
    <RecordForm
      label={t`Plano`}
      form={form}
      edited={edited}
      editing={plan && t`Plano ${plan.id}: ${plan.name}`}
      onRemove={removePlan}
    >
      <TextField
        label={t`Nome`}
        autoComplete="off"
        maxLength={50}
        // Whoever has pressed a row's pencil, or has saved, goes on with the first field.
        autoFocus={edited.round > 0}
        {...form.text("name")}
      />
      <MoneyField label={t`Valor`} {...form.text("value")} />
      <TextField label={t`Usuários`} {...counted} {...form.text("users")} />
      <TextField label={t`Conexões`} {...counted} {...form.text("connections")} />
      <TextField label={t`Filas`} {...counted} {...form.text("queues")} />
      <TextField
        label={t`Arquivos (GB)`}
        {...counted}
        inputMode="decimal"
        {...storage}
        error={storage.error && t`Use um número de 0 a 999999.`}
      />
      <div className={css.check}>
        <Checkbox {...form.flag("offered")}>
          <Trans>Oferecer no cadastro</Trans>
        </Checkbox>
      </div>
    </RecordForm>
  );
}

function startOf({ name, value, users, connections, queues, storage, offered }: Plan) {
  const typed = (limit: number | null) => limit === null ? "" : String(limit);
  return {
    name,
    value: typedMoney(value),
    users: typed(users),
    connections: typed(connections),
    queues: typed(queues),
    offered,
    storage: storage === null ? "" : gigabytes(storage),
  };
}

/** To the byte: what was not touched stays what it was. */
function gigabytes(bytes: number): string {
  return (bytes / GIGABYTE).toFixed(9).replace(/\.?0+$/, "").replace(".", ",");
}
