import { t } from "@lingui/core/macro";
import { companies } from "../../src/contract/companies.ts";
import type { Schedules } from "../../src/contract/hours.ts";
import { call } from "../call.ts";
import { showCompany } from "../hours/company.ts";
import { noteCompany } from "../session.ts";
import { toast } from "../ui/toast.ts";

/** Saves the opening hours over the revision that was seen. */
export async function saveSchedules(id: number, schedules: Schedules, was: number): Promise<void> {
  showCompany(await call(companies.schedules, { id, schedules, was }));
  toast.success(t`Horários atualizados com sucesso.`);
}

export async function saveTimeZone(id: number, timeZone: string): Promise<void> {
  const record = await call(companies.timeZone, { id, timeZone });
  noteCompany(record);
  showCompany(record);
  toast.success(t`Operação atualizada com sucesso.`);
}
