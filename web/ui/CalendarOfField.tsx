import { Trans } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useContext } from "react";
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarHeading,
  DatePickerStateContext,
} from "react-aria-components";
import { dayIn } from "../../src/shared/clock.ts";
import { useMe } from "../session.ts";
import { Button } from "./Button.tsx";
import { readDate } from "./dateValue.ts";
import css from "./DateSurface.module.css";

/** A month of days to choose from, today's marked, and two ways out: today, and no date. */
export function CalendarOfField({ min, max }: { min?: string; max?: string }) {
  const state = useContext(DatePickerStateContext)!;
  // The company's today: that of the browser may be another one.
  const today = dayIn(useMe().company.timeZone, Date.now());
  const clear = () => {
    state.setValue(null);
    state.setOpen(false);
  };
  return (
    <>
      <Calendar
        className={css.calendar}
        minValue={readDate(min ?? "")}
        maxValue={readDate(max ?? "")}
        defaultFocusedValue={state.dateValue ? undefined : readDate(today)}
      >
        <header className={css.head}>
          <AriaButton slot="previous" className={css.opener}>
            <ChevronLeft size={16} aria-hidden />
          </AriaButton>
          <CalendarHeading className={css.month} />
          <AriaButton slot="next" className={css.opener}>
            <ChevronRight size={16} aria-hidden />
          </AriaButton>
        </header>
        <CalendarGrid className={css.days}>
          {(date) => <CalendarCell date={date} className={css.day} data-now={date.toString() === today || undefined} />}
        </CalendarGrid>
      </Calendar>
      <footer className={css.foot}>
        <Button
          size="small"
          disabled={Boolean(min && today < min || max && today > max)}
          onClick={() => state.setDateValue(readDate(today)!)}
        >
          <Trans>Hoje</Trans>
        </Button>
        {state.value && (
          <Button size="small" onClick={clear}>
            <Trans>Limpar</Trans>
          </Button>
        )}
      </footer>
    </>
  );
}
