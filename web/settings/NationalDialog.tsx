import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Holiday } from "../../src/contract/holidays.ts";
import { dayIn, shownIn } from "../../src/shared/clock.ts";
import { brazilianHolidays } from "../../src/shared/holidays.ts";
import { addNational } from "../hours/holidays.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { dateText } from "../ui/dates.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Select } from "../ui/Select.tsx";
import { useDates } from "../ui/useDates.ts";
import css from "./SettingsPage.module.css";

/** Brazil's holidays of a year, to be taken over; those there already are marked so. */
export function NationalDialog({ had, onClose }: { had: readonly Holiday[]; onClose: () => void }) {
  const { t } = useLingui();
  const dates = useDates();
  const today = dayIn(dates.timeZone, Date.now()), thisYear = Number(shownIn(dates.timeZone, Date.now(), "yyyy"));
  const [year, setYear] = useState(thisYear);
  const [turned, setTurned] = useState<Record<string, boolean>>({});
  const [busy, setBusy] = useState(false);
  const days = brazilianHolidays(year);
  const isHad = (date: string) => had.some((holiday) => holiday.date === date);
  const chosen = days.filter(({ date, isOptional }) =>
    !isHad(date) && (turned[date] ?? (!isOptional && date >= today))
  );
  const add = async () => {
    setBusy(true);
    await addNational(chosen);
    onClose();
  };
  return (
    <Dialog
      title={t`Feriados nacionais`}
      onClose={onClose}
      bodyClassName={css.national}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button variant="primary" busy={busy} disabled={chosen.length === 0} onClick={() => void add()}>
            <Trans>Adicionar {chosen.length}</Trans>
          </Button>
        </>
      }
    >
      <Select
        label={t`Ano`}
        value={String(year)}
        options={[0, 1, 2].map((more) => String(thisYear + more)).map((each) => ({ value: each, label: each }))}
        onText={(text) => setYear(Number(text))}
      />
      {days.map(({ date, name, isOptional }) => (
        <Checkbox
          key={date}
          checked={isHad(date) || chosen.some((one) => one.date === date)}
          disabled={isHad(date)}
          onChecked={(isOn) => setTurned((now) => ({ ...now, [date]: isOn }))}
        >
          <NationalDay day={{ date, name, isOptional }} isHad={isHad(date)} />
        </Checkbox>
      ))}
    </Dialog>
  );
}

interface NationalDayProps {
  day: ReturnType<typeof brazilianHolidays>[number];
  isHad: boolean;
}

function NationalDay({ day: { date, name, isOptional }, isHad }: NationalDayProps) {
  return (
    <span className={css.nationalDay}>
      <time dateTime={date}>{dateText(date)}</time> {name}
      {isOptional && (
        <small>
          <Trans>ponto facultativo</Trans>
        </small>
      )}
      {isHad && (
        <small>
          <Trans>já está na lista</Trans>
        </small>
      )}
    </span>
  );
}
