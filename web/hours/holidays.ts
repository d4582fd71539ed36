import { t } from "@lingui/core/macro";
import { type Holiday } from "../../src/contract/holidays.ts";
import { holidays } from "../../src/contract/holidays.ts";
import type { NationalHoliday } from "../../src/shared/holidays.ts";
import { call, CallError } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** The days on which the company is closed, kept live. */
export const holidayList = pagedList(holidays.list, { rows: (answer): readonly Holiday[] => answer });

const byDate = (one: Holiday, other: Holiday) => one.date.localeCompare(other.date);
onEvent("holiday", (change) => holidayList.change((rows) => applyChange(rows, change, byDate)));

export async function addHoliday(holiday: { date: string; name: string }): Promise<void> {
  const record = await call(holidays.add, holiday);
  holidayList.change((rows) => applyChange(rows, { action: "create", record }, byDate));
}

/** Adds several at once; one that a colleague has added meanwhile is there already. */
export async function addNational(days: readonly NationalHoliday[]): Promise<void> {
  try {
    for (const { date, name } of days) {
      await addHoliday({ date, name }).catch((error) => {
        if (!(error instanceof CallError && error.code === "ERR_DUPLICATED_HOLIDAY")) throw error;
      });
    }
    toast.success(t`Feriados adicionados.`);
  } catch (error) {
    showError(error);
  }
}

/** Is open on that day again; it can be taken back while the toast stays. */
export async function removeHoliday({ id, date, name }: Holiday): Promise<void> {
  try {
    await call(holidays.remove, { id });
    holidayList.change((rows) => applyChange(rows, { action: "delete", id }));
    toast.success(t`${name} tirado dos feriados.`, {
      action: {
        label: t`Desfazer`,
        act: () => void addHoliday({ date, name }).catch(showError),
      },
    });
  } catch (error) {
    showError(error);
  }
}
