import { plural, t } from "@lingui/core/macro";
import { dateLocale, daysUntil } from "../ui/dates.ts";
import type { CockpitCompany } from "../../src/contract/cockpit.ts";

const WHOLE = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL", maximumFractionDigits: 0 });

/** `R$ 14.730`: where cents say nothing. */
export function wholeMoney(amount: number): string {
  return WHOLE.format(amount);
}

/** `nov` of `2026-11`; `long` for the whole word. */
export function monthText(month: string, length: "short" | "long" = "short"): string {
  const text = new Date(`${month}-01T00:00Z`).toLocaleDateString(dateLocale(), { month: length, timeZone: "UTC" });
  return text.replace(".", "");
}

/** How far a due date is away. */
export function dueText({ dueDate, timeZone }: Pick<CockpitCompany, "timeZone"> & { dueDate: string }): string {
  const days = daysUntil(dueDate, timeZone), ago = -days;
  if (days === 0) return t`vence hoje`;
  if (days > 0) return plural(days, { one: "em # dia", other: "em # dias" });
  return plural(ago, { one: "venceu há # dia", other: "venceu há # dias" });
}
