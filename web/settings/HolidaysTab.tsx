import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarDays, CalendarPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { HolidayForm } from "../../src/contract/holidays.ts";
import { addHoliday, holidayList, removeHoliday } from "../hours/holidays.ts";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { DateField } from "../ui/DateField.tsx";
import { dateText } from "../ui/dates.ts";
import { TextField } from "../ui/TextField.tsx";
import { isSamePlace, useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { NationalDialog } from "./NationalDialog.tsx";
import css from "./SettingsPage.module.css";

/** The days on which the company, and each of its queues, is closed. */
export function HolidaysTab() {
  const { t } = useLingui();
  const list = useList(holidayList, {});
  const [isOffering, setOffering] = useState(false);
  return (
    <div className={css.groups}>
      <AddHoliday />
      <Button icon={CalendarPlus} className={css.wide} onClick={() => setOffering(true)}>
        <Trans>Feriados nacionais</Trans>
      </Button>
      {list.state === "failed" && <Failed title={t`Os feriados não vieram`} error={list.error} onRetry={list.retry} />}
      {list.state === "ready" && list.rows.length === 0 && (
        <Empty
          icon={CalendarDays}
          title={t`Nenhum feriado ainda`}
          text={t`Nos feriados, o robô responde com a mensagem de fora do horário o dia todo.`}
        />
      )}
      <ul className={css.holidays}>
        {list.rows.map((holiday) => (
          <li key={holiday.id}>
            <time dateTime={holiday.date}>{dateText(holiday.date)}</time>
            <span>{holiday.name}</span>
            <IconButton
              label={t`Tirar ${holiday.name}`}
              icon={Trash2}
              size="small"
              onClick={() => void removeHoliday(holiday)}
            />
          </li>
        ))}
      </ul>
      {isOffering && <NationalDialog had={list.rows} onClose={() => setOffering(false)} />}
    </div>
  );
}

function AddHoliday() {
  const { t } = useLingui();
  const [round, setRound] = useState(0);
  return <AddForm key={round} label={t`Adicionar feriado`} onAdded={() => setRound(round + 1)} />;
}

function AddForm({ label, onAdded }: { label: string; onAdded: () => void }) {
  const { t } = useLingui();
  const form = useForm(HolidayForm, {
    start: { date: "", name: "" },
    submit: async (holiday) => {
      await addHoliday(holiday);
      onAdded();
    },
  });
  useUnsaved(form.isChanged, undefined, { isBusy: form.busy, survives: isSamePlace });
  return (
    <form {...form.props} className={css.add} aria-label={label}>
      <DateField label={t`Data`} {...form.text("date")} />
      <TextField label={t`Nome do feriado`} autoComplete="off" maxLength={50} {...form.text("name")} />
      <Button type="submit" variant="primary" busy={form.busy}>
        <Trans>Adicionar</Trans>
      </Button>
    </form>
  );
}
