import { useLingui } from "@lingui/react/macro";
import type { Weekday } from "../../src/shared/week.ts";

/** The days as the person's language calls them; in Portuguese as the specification writes them. */
export function useDayNames(): Record<Weekday, string> {
  const { t } = useLingui();
  return {
    monday: t`Segunda-feira`,
    tuesday: t`Terça-feira`,
    wednesday: t`Quarta-feira`,
    thursday: t`Quinta-feira`,
    friday: t`Sexta-feira`,
    saturday: t`Sábado`,
    sunday: t`Domingo`,
  };
}
