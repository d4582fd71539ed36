import { t } from "@lingui/core/macro";
import { type Setting, type SettingKey, settings } from "../../src/contract/settings.ts";
import type { Changed } from "../../src/contract/revisions.ts";
import { call } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { newerOf } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { CallError } from "../request.ts";
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

export function show(record: Setting): void {
  settingList.change((rows) => rows.map((row) => row.key === record.key ? newerOf(row, { ...row, ...record }) : row));
}

/** ms (spec 2 §8). */
const SCHEDULE_TYPE_STAYS = 2000;

/** How it went: a refusal that was shown says nothing here. */
export type SettingSaved = { saved: Setting } | { theirs: Changed<Setting> } | Record<never, never>;

/** Saves a setting over the revision that was seen. */
export async function saveSetting(
  key: SettingKey,
  value: string,
  was: number | undefined,
): Promise<SettingSaved> {
  try {
    const saved = await call(settings.change, { key, value, was });
    show(saved);
    toast.success(t`Operação atualizada com sucesso.`, key === "scheduleType" ? { stay: SCHEDULE_TYPE_STAYS } : {});
    return { saved };
  } catch (error) {
    if (error instanceof CallError && error.code === "ERR_CHANGED_MEANWHILE") {
      return { theirs: error.detail as Changed<Setting> };
    }
    showError(error);
    return {};
  }
}
