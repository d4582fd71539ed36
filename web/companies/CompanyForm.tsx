import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import {
  companies,
  CompanyForm as CompanyFields,
  type CompanyRecord,
  type Invitation,
  PlannedCompanyForm,
} from "../../src/contract/companies.ts";
import type { MailLanguage } from "../../src/contract/mail.ts";
import { type User, users } from "../../src/contract/users.ts";
import { dayOf, dueDateAfter, isDueDay, type Recurrence, RECURRENCE_NAMES } from "../../src/shared/recurrence.ts";
import { call } from "../call.ts";
import { useList } from "../list/pagedList.ts";
import { planList, showExcesses } from "../provider/plans.tsx";
import { RecordForm } from "../provider/RecordForm.tsx";
import { saysOnRefusal } from "../provider/refusals.ts";
import type { RecordOf } from "../provider/useRecord.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { Select } from "../ui/Select.tsx";
import { showError } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { actIn } from "./act.ts";
import { noteRecord, removeCompany } from "./companies.ts";
import { RECURRENCE_TEXTS } from "../invoices/invoices.ts";

/** What stands over the page: a company's first user, the address by which they come in, or its earlier moments. */
export type Shown =
  | { user: User; company: CompanyRecord }
  | { invitation: Invitation; company: CompanyRecord }
  | { restore: true; company: CompanyRecord };

interface CompanyFormProps {
  edited: RecordOf<CompanyRecord>;
  onShow: (shown: Shown) => void;
}

export function CompanyForm({ edited, onShow }: CompanyFormProps) {
  const { t, i18n } = useLingui();
  const { record: company } = edited;
  const form = useCompanyForm(edited, onShow);
  const plans = useList(planList, {});
  const choice = (name: "status" | "campaignsEnabled") => ({
    ...form.text(name),
    disabled: form.busy,
  });
  return (
    <RecordForm
      label={t`Empresa`}
      form={form}
      edited={edited}
      editing={company && t`Empresa ${company.id}: ${company.name}`}
      onRemove={company?.isProviders ? undefined : removeCompany}
      actions={company && (
        <>
          <AddDueDate company={company} form={form} />
          {!company.isProviders && <Act company={company} form={form} />}
          <Button onClick={() => onShow({ restore: true, company })}>
            <Trans>Voltar no tempo</Trans>
          </Button>
          <FirstUser company={company} onFound={(user) => onShow({ user, company })} />
        </>
      )}
    >
      <TextField
        label={t`Nome`}
        autoComplete="off"
        maxLength={50}
        autoFocus={edited.round > 0}
        {...form.text("name")}
      />
      <TextField label={t`E-mail`} type="email" autoComplete="off" {...form.text("email")} />
      <TextField label={t`Telefone`} type="tel" autoComplete="off" maxLength={30} {...form.text("phone")} />
      <Select
        label={t`Plano`}
        options={plans.rows.map(({ id, name }) => ({ value: String(id), label: name }))}
        placeholder={t`Escolha um plano`}
        {...form.text("planId")}
        disabled={form.busy}
      />
      <Select
        label={t`Status`}
        options={[{ value: "true", label: t`Sim` }, { value: "false", label: t`Não` }]}
        {...choice("status")}
      />
      <Select
        label={t`Campanhas`}
        options={[{ value: "true", label: t`Habilitadas` }, { value: "false", label: t`Desabilitadas` }]}
        {...choice("campaignsEnabled")}
      />
      <DateField label={t`Data de Vencimento`} {...form.text("dueDate")} />
      <Select
        label={t`Recorrência`}
        options={RECURRENCE_NAMES.map((value) => ({ value, label: i18n._(RECURRENCE_TEXTS[value]) }))}
        {...form.text("recurrence")}
        disabled={form.busy}
      />
    </RecordForm>
  );
}

function useCompanyForm(edited: RecordOf<CompanyRecord>, onShow: (shown: Shown) => void) {
  const { t, i18n } = useLingui();
  const { record: company, show } = edited;
  const mayLackPlan = company && (company.isProviders || company.planId === null);
  const form = useForm(mayLackPlan ? CompanyFields : PlannedCompanyForm, {
    start: company ? startOf(company) : NEW,
    record: company,
    startOf,
    submit: async (typed, was) => {
      if (company) {
        const { company: record, excesses } = await call(companies.change, { id: company.id, was, ...typed });
        noteRecord({ action: "update", record });
        void showExcesses(excesses);
      } else {
        const { company: record, invitation } = await call(companies.add, {
          ...typed,
          language: i18n.locale as MailLanguage,
        });
        noteRecord({ action: "create", record });
        onShow({ invitation, company: record });
      }
      toast.success(t`Operação realizada com sucesso!`);
      show();
    },
    refused: saysOnRefusal(
      t`Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente`,
    ),
  });
  return form;
}

type Form = ReturnType<typeof useCompanyForm>;

/** Moves the due date on by the recurrence; it takes effect once it is saved (spec 2 §4). */
function AddDueDate({ company, form }: { company: CompanyRecord; form: Form }) {
  const { values: { dueDate, recurrence } } = form;
  if (!dueDate) return null;
  const add = () => {
    const { dueDay } = company;
    const day = dueDay !== null && isDueDay(dueDate, dueDay) ? dueDay : dayOf(dueDate);
    form.change("dueDate", dueDateAfter(dueDate, (recurrence ?? "MENSAL") as Recurrence, day));
  };
  return (
    <Button onClick={add} aria-disabled={form.busy}>
      <Trans>+ Vencimento</Trans>
    </Button>
  );
}

/** Leads into the company as its first administrator, once the super user has agreed that it reads every step. */
function Act({ company, form }: { company: CompanyRecord; form: Form }) {
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    if (form.busy || isBusy) return;
    setBusy(true);
    if (!await actIn(company)) setBusy(false);
  };
  return (
    <Button busy={isBusy} aria-disabled={form.busy} onClick={() => void begin()}>
      <Trans>Entrar como administrador</Trans>
    </Button>
  );
}

/** Opens whoever the company began with. */
function FirstUser({ company, onFound }: { company: CompanyRecord; onFound: (user: User) => void }) {
  const [isBusy, setBusy] = useState(false);
  const find = async () => {
    setBusy(true);
    try {
      const companyId = company.id;
      const [first] = await call(users.list, { companyId });
      if (first) onFound(await call(users.show, { id: first.id, companyId }));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void find()}>
      <Trans>Usuário</Trans>
    </Button>
  );
}

const NEW = {
  name: "",
  email: "",
  phone: "",
  planId: "",
  status: "true",
  campaignsEnabled: "true",
  dueDate: "",
  recurrence: "MENSAL",
} as const;

function startOf({ name, email, phone, planId, status, campaignsEnabled, dueDate, recurrence }: CompanyRecord) {
  const flag = (value: boolean) => value ? "true" as const : "false" as const;
  return {
    ...{ name, email, phone, planId: planId === null ? "" : String(planId), recurrence, dueDate: dueDate ?? "" },
    ...{ status: flag(status), campaignsEnabled: flag(campaignsEnabled) },
  };
}
