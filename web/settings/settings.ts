import { t } from "@lingui/core/macro";
import { type Setting, type SettingKey, settings } from "../../src/contract/settings.ts";
import { call } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

interface Row extends Setting {
  id: number;
}

/** What the company has set, kept live. */
export const settingList = pagedList(settings.list, {
  rows: (answer): readonly Row[] => answer.map((setting, id) => ({ ...setting, id })),
});

onEvent("settings", ({ record }) => show(record));

function show(record: Setting): void {
  settingList.change((rows) => rows.map((row) => row.key === record.key ? { ...row, ...record } : row));
}

/** ms (spec 2 §8). */
const SCHEDULE_TYPE_STAYS = 2000;

/** Saves a setting; whether it was saved. */
export async function saveSetting(key: SettingKey, value: string): Promise<boolean> {
  try {
    show(await call(settings.change, { key, value }));
    toast.success(t`Operação atualizada com sucesso.`, key === "scheduleType" ? { stay: SCHEDULE_TYPE_STAYS } : {});
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
