import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Plus, X } from "lucide-react";
import type { Schedules } from "../../src/contract/hours.ts";
import { type OpeningRange, overlapsIn, type Weekday, WEEKDAYS } from "../../src/shared/week.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { maskTime } from "./mask.ts";
import { endsNextDay, isClosedRange, isTime, rangesOf, withDayForAll, withRange, withTime } from "./week.ts";
import { useDayNames } from "./useDayNames.ts";
import css from "./HoursForm.module.css";

interface HoursFormProps {
  value: Schedules;
  onChange: (value: Schedules) => void;
}

/** The weekly opening hours of a company or a queue: any number of ranges a day. Who saves checks with `isWholeWeek`. */
export function HoursForm({ value, onChange }: HoursFormProps) {
  const { t } = useLingui();
  const names = useDayNames();
  const overlaps = new Set(overlapsIn(value));
  return (
    <div className={css.week} role="group" aria-label={t`Horários da semana`}>
      {WEEKDAYS.map((day) => (
        <div key={day} className={css.day} role="group" aria-label={names[day]}>
          <span className={css.name}>{names[day]}</span>
          <div className={css.ranges}>
            {rangesOf(value, day).map(({ range, index }, nth) => (
              <Range
                key={index}
                range={range}
                isDouble={overlaps.has(index)}
                name={`${names[day]}${nth > 0 ? ` ${nth + 1}` : ""}`}
                onChange={(times) => onChange(withTime(value, index, times))}
                onRemove={() => onChange(value.toSpliced(index, 1))}
              />
            ))}
            {rangesOf(value, day).length === 0 && (
              <span className={css.closed}>{value.length === 0 ? t`Aberto o dia todo` : t`Fechado`}</span>
            )}
          </div>
          <DayActions day={day} name={names[day]} value={value} onChange={onChange} />
        </div>
      ))}
      {value.length === 0 && (
        <p className={css.note}>
          <Trans>Sem nenhum horário, fica sempre aberto.</Trans>
        </p>
      )}
    </div>
  );
}

/** Leads to the first time that is marked in a form that holds the hours: on a phone it may lie out of sight. */
export function focusWrongTime(form: Element | null): void {
  form?.querySelector<HTMLElement>(`.${css.time}[aria-invalid]`)?.focus();
}

function DayActions({ day, name, value, onChange }: HoursFormProps & { day: Weekday; name: string }) {
  const { t } = useLingui();
  return (
    <span className={css.actions}>
      <IconButton
        label={t`Adicionar um horário: ${name}`}
        icon={Plus}
        size="small"
        onClick={() => onChange(withRange(value, day))}
      />
      <IconButton
        label={t`Copiar para todos os dias: ${name}`}
        icon={Copy}
        size="small"
        disabled={rangesOf(value, day).length === 0}
        onClick={() => onChange(withDayForAll(value, day))}
      />
    </span>
  );
}

interface RangeProps {
  range: OpeningRange;
  /** Another range is under way at the same time. */
  isDouble: boolean;
  /** The day, and which of its ranges. */
  name: string;
  onChange: (times: Partial<OpeningRange>) => void;
  onRemove: () => void;
}

function Range({ range, isDouble, name, onChange, onRemove }: RangeProps) {
  const { t } = useLingui();
  const isNight = endsNextDay(range), isClosed = isClosedRange(range);
  return (
    <span className={css.range}>
      <Time
        label={t`${name}, início`}
        value={range.startTime}
        isDouble={isDouble}
        onTime={(startTime) => onChange({ startTime })}
      />
      <span aria-hidden>
        <Trans>às</Trans>
      </span>
      <Time
        label={t`${name}, fim`}
        value={range.endTime}
        isDouble={isDouble}
        onTime={(endTime) => onChange({ endTime })}
      />
      <IconButton label={t`Tirar este horário: ${name}`} icon={X} size="small" onClick={onRemove} />
      {isNight && <span className={css.aside}>{t`do dia seguinte`}</span>}
      {isDouble && <span className={css.wrong}>{t`ao mesmo tempo que outro horário`}</span>}
      {isClosed && <span className={css.aside}>{t`fechado`}</span>}
    </span>
  );
}

/** Four digits with a colon between them. */
function Time(
  { label, value, isDouble, onTime }: {
    label: string;
    value: string;
    isDouble: boolean;
    onTime: (time: string) => void;
  },
) {
  return (
    <input
      className={css.time}
      aria-label={label}
      aria-invalid={isDouble || !isTime(value) || undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="00:00"
      value={value}
      onChange={(event) => onTime(maskTime(event.target.value))}
      onFocus={(event) => event.target.select()}
    />
  );
}
