import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { Schedules } from "../../src/contract/hours.ts";
import { isOpen, nextClosing, nextOpening } from "../../src/shared/opening_hours.ts";
import { useList } from "../list/pagedList.ts";
import { useMe } from "../session.ts";
import { nowAtom } from "../inbox/clock.ts";
import { Chip } from "../ui/Chip.tsx";
import { useDates } from "../ui/useDates.ts";
import { holidayList } from "./holidays.ts";
import { isWholeWeek } from "./week.ts";
import css from "./HoursForm.module.css";

/** Whether these hours, saved or not, are open at this moment, and until when: the answer customers would get. */
export function OpenNow({ schedules }: { schedules: Schedules }) {
  const { t } = useLingui();
  const dates = useDates();
  const { timeZone } = useMe().company;
  const now = useAtomValue(nowAtom);
  const holidays = useList(holidayList, {}).rows.map(({ date }) => date);
  if (!isWholeWeek(schedules)) return null;
  const hours = { schedules, holidays, timeZone };
  const open = isOpen(hours, now);
  const change = open ? nextClosing(hours, now) : nextOpening(hours, now);
  const moment = change === null ? undefined : dates.dateTime(new Date(change).toISOString());
  return (
    <p className={css.now} role="status">
      <Chip tone={open ? "success" : "waiting"}>{open ? t`Aberto agora` : t`Fechado agora`}</Chip>
      {open ? (moment ? t`até ${moment}` : t`sem hora para fechar`) : (moment ? t`abre em ${moment}` : t`nunca abre`)}
    </p>
  );
}
