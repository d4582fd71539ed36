import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { PushHours } from "../../src/contract/push.ts";
import { WEEKDAYS } from "../../src/shared/week.ts";
import { maskTime } from "../hours/mask.ts";
import { isTime } from "../hours/week.ts";
import { useDayNames } from "../hours/useDayNames.ts";
import { useMe } from "../session.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Switch } from "../ui/Switch.tsx";
import { TextField } from "../ui/TextField.tsx";
import css from "./Push.module.css";

const OFFICE: PushHours = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

interface HoursChoiceProps {
  hours: PushHours | null;
  onHours: (hours: PushHours | null) => void;
}

/** When the person works: at other times this device is quiet. */
export function HoursChoice({ hours, onHours }: HoursChoiceProps) {
  return (
    <>
      <Switch checked={hours !== null} onChecked={(on) => onHours(on ? OFFICE : null)}>
        <Trans>Avisar só no meu horário de trabalho</Trans>
      </Switch>
      {hours && <Hours hours={hours} onHours={onHours} />}
    </>
  );
}

/** Sunday is 0, and the last of the week. */
const dayOf = (nth: number) => (nth + 1) % 7;

function Hours({ hours, onHours }: { hours: PushHours; onHours: (hours: PushHours) => void }) {
  const { t } = useLingui();
  const names = useDayNames();
  const { timeZone } = useMe().company;
  const [typed, setTyped] = useState(hours);
  const change = (values: Partial<PushHours>) => {
    const next = { ...typed, ...values };
    setTyped(next);
    const read = PushHours.safeParse(next);
    if (read.success) onHours(read.data);
  };
  const isOnlyDay = typed.days.length === 1, noteId = useId();
  return (
    <div className={css.hours}>
      <div className={css.days} role="group" aria-label={t`Dias de trabalho`} aria-describedby={noteId}>
        {WEEKDAYS.map((day, nth) => (
          <Checkbox
            key={day}
            checked={typed.days.includes(dayOf(nth))}
            // One day at least: who wants to be told on none switches it off.
            disabled={isOnlyDay && typed.days[0] === dayOf(nth)}
            onChecked={(on) =>
              change({ days: on ? [...typed.days, dayOf(nth)] : typed.days.filter((each) => each !== dayOf(nth)) })}
          >
            {names[day]}
          </Checkbox>
        ))}
      </div>
      {isOnlyDay && (
        <p id={noteId} className={css.note} role="status">
          <Trans>Um dia fica sempre ligado. Para não ser avisado em nenhum, desligue “Avisar neste aparelho”.</Trans>
        </p>
      )}
      <div className={css.times}>
        <Time label={t`Das`} value={typed.from} onTime={(from) => change({ from })} />
        <Time label={t`Às`} value={typed.to} onTime={(to) => change({ to })} />
      </div>
      <p className={css.note}>
        {hours.to === hours.from && <Trans>São 24 horas: termina à mesma hora do dia seguinte.</Trans>}
        {hours.to < hours.from && <Trans>Termina no dia seguinte.</Trans>}{" "}
        <Trans>No fuso da empresa: {timeZone}.</Trans>
      </p>
    </div>
  );
}

/** As a clock shows it; what is no time yet is marked, and stays unsaved. */
function Time({ label, value, onTime }: { label: string; value: string; onTime: (time: string) => void }) {
  const { t } = useLingui();
  return (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={5}
      placeholder="00:00"
      value={value}
      onText={(text) => onTime(maskTime(text))}
      error={isTime(value) ? undefined : t`De 00:00 a 23:59.`}
    />
  );
}
