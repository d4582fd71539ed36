import { useLingui } from "@lingui/react/macro";
import { CalendarDays } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import {
  Button,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Label,
  Popover,
} from "react-aria-components";
import { CalendarOfField } from "./CalendarOfField.tsx";
import { classes } from "./classes.ts";
import { dateLocale, dateText } from "./dates.ts";
import { type DateValue, isHalfTyped, meantBy, readDate, writeDate } from "./dateValue.ts";
import { Below, type FieldProps } from "./Field.tsx";
import field from "./Field.module.css";
import popover from "./Popover.module.css";
import css from "./DateSurface.module.css";

export interface DateFieldProps extends FieldProps {
  /** Its name is said, but not shown: what stands around it tells. */
  isBare?: boolean;
  /** Without one it is no part of the form around it, and Enter does not send that. */
  name?: string;
  /** `YYYY-MM-DD`, with a time `YYYY-MM-DDTHH:mm`; empty for none. */
  value?: string;
  onText?: (value: string) => void;
  withTime?: boolean;
  /** The first and the last day that may be chosen, as `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  size?: "small";
  readOnly?: boolean;
}

const boxClass = classes(field.input, field.date, css.box);

/** What a `DateField` is drawn with. */
export default function DateSurface(props: DateFieldProps) {
  const { label, hint, isBare, name, value = "", withTime, min, max, size, readOnly } = props;
  const outside = useOutside(value, { min, max });
  const error = outside ?? props.error;
  const typed = useTyped(props);
  const submit = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    const parts = event.currentTarget;
    // The form is to send what was meant.
    flushSync(() => typed.settle(parts));
    if (name) parts.querySelector("input")?.form?.requestSubmit();
  };
  return (
    <I18nProvider locale={dateLocale()}>
      <DatePicker
        className={field.field}
        aria-label={isBare ? label : undefined}
        name={name}
        value={typed.date}
        onChange={typed.change}
        granularity={withTime ? "minute" : "day"}
        hourCycle={24}
        shouldForceLeadingZeros
        validationBehavior="aria"
        isInvalid={Boolean(error)}
        isReadOnly={readOnly}
      >
        {!isBare && <Label>{label}</Label>}
        <Group className={boxClass} data-size={size} data-tooltip={isBare ? label : undefined}>
          <span
            className={css.parts}
            onKeyDownCapture={submit}
            onBlur={({ currentTarget, relatedTarget }) =>
              currentTarget.contains(relatedTarget) || typed.settle(currentTarget)}
          >
            <DateInput className={css.input}>
              {(segment) => <DateSegment segment={segment} className={css.part} />}
            </DateInput>
          </span>
          <Button className={css.opener}>
            <CalendarDays size={16} aria-hidden />
          </Button>
        </Group>
        <Below hint={hint} error={error} />
        <Popover
          offset={4}
          containerPadding={8}
          className={classes(popover.popover, css.popover)}
          data-covers="popover"
        >
          <Dialog className={css.surface}>
            <CalendarOfField min={min} max={max} />
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}

/** What is typed, and kept to itself until it can be meant: nobody is asked for what was in the year 202. */
function useTyped({ value = "", withTime, onText }: DateFieldProps) {
  // Told of a new date, even of the same one, the library forgets what is half typed.
  const date = useMemo(() => readDate(value, withTime), [value, withTime]);
  const [half, setHalf] = useState<{ date: DateValue; over: string } | null>(null);
  const held = half?.over === value ? half.date : null;
  const say = (meant: DateValue | null) => {
    setHalf(null);
    onText?.(writeDate(meant));
  };
  return {
    date: held ?? date,
    change: (typed: DateValue | null) => isHalfTyped(typed) ? setHalf({ date: typed!, over: value }) : say(typed),
    /** Its parts are left: what shows is what counts. A date that has lost a part is none. */
    settle: (parts: HTMLElement) => {
      const isBroken = (value || held) && parts.querySelector("[data-placeholder]");
      if (isBroken) say(null);
      else if (held) say(meantBy(held));
    },
  };
}

/** What is wrong with a day before the first or after the last that may be chosen; the library says it in the browser's language. */
function useOutside(value: string, { min, max }: Pick<DateFieldProps, "min" | "max">): string | undefined {
  const { t } = useLingui();
  const day = value.slice(0, "YYYY-MM-DD".length);
  if (!day) return;
  if (min && day < min) return t`Escolha uma data a partir de ${dateText(min)}.`;
  if (max && day > max) return t`Escolha uma data até ${dateText(max)}.`;
}
