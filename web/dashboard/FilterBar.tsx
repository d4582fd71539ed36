import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { DateField } from "../ui/DateField.tsx";
import { Segments } from "../ui/Segments.tsx";
import { SelectSurface } from "../ui/SelectSurface.tsx";
import { toast } from "../ui/toast.ts";
import {
  type DashboardPlace,
  filterBy,
  type FilterForm,
  isBackwards,
  isFilled,
  isTooLong,
  PERIODS,
  withType,
} from "./filter.ts";
import field from "../ui/Field.module.css";
import css from "./FilterBar.module.css";

/** Nobody looks further ahead; a longer year is a slip. */
const LAST_DAY = "2100-01-01";

/** Of which days the numbers are: by dates, or the last few days (spec 2 §2, Dashboard). */
export function FilterBar({ place, children }: { place: DashboardPlace; children: ReactNode }) {
  const { t } = useLingui();
  const { timeZone } = useMe().company;
  const [form, setForm] = useState(place.form);
  const change = (by: Partial<FilterForm>) => setForm((now) => ({ ...now, ...by }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isFilled(form)) toast.error(t`Parametrize o filtro`);
    else if (isBackwards(form)) toast.error(t`A data final vem antes da inicial.`);
    else if (isTooLong(form, timeZone)) toast.error(t`O período pode ter no máximo dois anos.`);
    else filterBy(form, place.query);
  };
  return (
    <form className={css.filters} onSubmit={apply} noValidate>
      <Segments
        label={t`Tipo de Filtro`}
        value={form.type}
        onValue={(type) => setForm(withType(form, type))}
        options={[{ value: "date", label: t`Filtro por Data` }, { value: "period", label: t`Filtro por Período` }]}
      />
      {form.type === "date"
        ? (
          <>
            <Day name="from" label={t`Data Inicial`} value={form.from} onText={(from) => change({ from })} />
            <span className={css.until} aria-hidden>
              <Trans>até</Trans>
            </span>
            <Day name="to" label={t`Data Final`} value={form.to} onText={(to) => change({ to })} />
          </>
        )
        : <Period days={form.days} onDays={(days) => change({ days })} />}
      <Button type="submit" variant="primary">
        <Trans>Filtrar</Trans>
      </Button>
      {children}
    </form>
  );
}

function Day(props: { name: string; label: string; value: string; onText: (day: string) => void }) {
  return (
    <div className={css.day}>
      <DateField isBare max={LAST_DAY} {...props} />
    </div>
  );
}

/** The periods to choose from, and the one that an address asks for. */
function Period({ days, onDays }: { days: number; onDays: (days: number) => void }) {
  const { t } = useLingui();
  const isUnusual = days > 0 && !(PERIODS as readonly number[]).includes(days);
  const unusual = { value: String(days), label: plural(days, { one: "Último # dia", other: "Últimos # dias" }) };
  return (
    <SelectSurface
      label={t`Período`}
      className={css.period}
      buttonClass={classes(field.input, field.opens)}
      value={String(days)}
      onText={(days) => onDays(Number(days))}
      options={[
        { value: "0", label: t`Nenhum` },
        ...PERIODS.map((days) => ({ value: String(days), label: t`Últimos ${days} dias` })),
        ...isUnusual ? [unusual] : [],
      ]}
    />
  );
}
