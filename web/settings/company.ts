import { t } from "@lingui/core/macro";
import { companies } from "../../src/contract/companies.ts";
import type { Schedules } from "../../src/contract/hours.ts";
import { call } from "../call.ts";
import { companyList } from "../hours/company.ts";
import { toast } from "../ui/toast.ts";

export async function saveSchedules(id: number, schedules: Schedules): Promise<void> {
  const record = await call(companies.schedules, { id, schedules });
  companyList.change(() => [record]);
  toast.success(t`Horários atualizados com sucesso.`);
}

export async function saveTimeZone(id: number, timeZone: string): Promise<void> {
  const record = await call(companies.timeZone, { id, timeZone });
  companyList.change(() => [record]);
  toast.success(t`Operação atualizada com sucesso.`);
}
