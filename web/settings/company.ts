import { t } from "@lingui/core/macro";
import { companies, type CompanyDetails } from "../../src/contract/companies.ts";
import type { Schedules } from "../../src/contract/hours.ts";
import type { Changed } from "../../src/contract/revisions.ts";
import { call } from "../call.ts";
import { showCompany } from "../hours/company.ts";
import { CallError } from "../request.ts";
import { noteCompany } from "../follow_session.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** Saves the opening hours over the revision that was seen. */
export async function saveSchedules(id: number, schedules: Schedules, was: number): Promise<void> {
  showCompany(await call(companies.schedules, { id, schedules, was }));
  toast.success(t`Horários atualizados com sucesso.`);
}

/** Saves the time zone over the one that was seen; what somebody else has chosen meanwhile stays, and is shown. */
export async function saveTimeZone(id: number, timeZone: string, was: string): Promise<void> {
  try {
    showClock(await call(companies.timeZone, { id, timeZone, was }));
    toast.success(t`Operação atualizada com sucesso.`);
  } catch (error) {
    if (error instanceof CallError && error.code === "ERR_CHANGED_MEANWHILE") {
      showClock((error.detail as Changed<CompanyDetails>).record);
    }
    showError(error);
  }
}

function showClock(record: CompanyDetails): void {
  noteCompany(record);
  showCompany(record);
}
