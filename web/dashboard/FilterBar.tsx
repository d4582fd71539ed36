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
import { type DashboardPlace, filterBy, isBackwards, isFilled, isTooLong, PERIODS, withType } from "./filter.ts";
import field from "../ui/Field.module.css";
import css from "./FilterBar.module.css";

/** Nobody looks further ahead; a longer year is a slip. */
const LAST_DAY = "2100-01-01";

/** Of which days the numbers are: by dates, or the last few days (spec 2 §2, Dashboard). */
export function FilterBar({ place, children }: { place: DashboardPlace; children: ReactNode }) {
  const { t } = useLingui();
  const { timeZone } = useMe().company;
  const [form, setForm] = useState(place.form);
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
            <div className={css.day}>
              <DateField
                isBare
                label={t`Data Inicial`}
                name="from"
                max={LAST_DAY}
                value={form.from}
                onText={(from) => setForm((now) => ({ ...now, from }))}
              />
            </div>
            <span className={css.until} aria-hidden>
              <Trans>até</Trans>
            </span>
            <div className={css.day}>
              <DateField
                isBare
                label={t`Data Final`}
                name="to"
                max={LAST_DAY}
                value={form.to}
                onText={(to) => setForm((now) => ({ ...now, to }))}
              />
            </div>
          </>
        )
        : (
          <SelectSurface
            label={t`Período`}
            className={css.period}
            buttonClass={classes(field.input, field.opens)}
            value={String(form.days)}
            onText={(days) => setForm({ ...form, days: Number(days) })}
            options={[
              { value: "0", label: t`Nenhum` },
              ...PERIODS.map((days) => ({ value: String(days), label: t`Últimos ${days} dias` })),
              ...(form.days > 0 && !(PERIODS as readonly number[]).includes(form.days)
                ? [{
                  value: String(form.days),
                  label: plural(form.days, { one: "Último # dia", other: "Últimos # dias" }),
                }]
                : []),
            ]}
          />
        )}
      <Button type="submit" variant="primary">
        <Trans>Filtrar</Trans>
      </Button>
      {children}
    </form>
  );
}
