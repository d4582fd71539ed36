import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { minutesInHour } from "date-fns/constants";
import { minutesToHours } from "date-fns/minutesToHours";
import type { Behind } from "../../src/contract/dashboard.ts";

/** HHh MMm of minutes, as the product writes them (spec 2 §2); a dash for none. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return "–";
  const [hours, rest] = hoursAndMinutes(minutes);
  return `${hours}h ${rest}m`;
}

export function hoursAndMinutes(minutes: number): [string, string] {
  return [String(minutesToHours(minutes)).padStart(2, "0"), String(minutes % minutesInHour).padStart(2, "0")];
}

export function countText(count: number): string {
  return count.toLocaleString(i18n.locale === "en" ? "en-GB" : i18n.locale === "es" ? "es" : "pt-BR");
}

export function ticketsText(count: number): string {
  return plural(count, { one: "# ticket", other: "# tickets" });
}

/** How a count differs from the one of as many days before: `+8% em 21 dias`. */
export function countTrend(now: number, before: number, days: number): string {
  const span = spanText(days);
  if (now === before) return t`igual em ${span}`;
  if (before === 0) return t`antes, nenhum`;
  const percent = Math.round((now - before) / before * 100);
  const change = `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)}%`;
  return t`${change} em ${span}`;
}

/** How an average differs from the one of as many days before: `−2 min em 21 dias`. */
export function timeTrend(now: number | null, before: number | null, days: number): string {
  const span = spanText(days);
  if (now === null) return t`sem atendimentos`;
  if (before === null) return t`antes, nenhum`;
  if (now === before) return t`igual em ${span}`;
  const change = `${now > before ? "+" : "−"}${Math.abs(now - before)} min`;
  return t`${change} em ${span}`;
}

function spanText(days: number): string {
  return plural(days, { one: "# dia", other: "# dias" });
}

/** What the tickets behind a number are called. */
export const BEHIND: Record<Behind, MessageDescriptor> = {
  pending: msg`Atendimentos pendentes`,
  happening: msg`Atendimentos acontecendo`,
  finished: msg`Atendimentos realizados`,
  support: msg`Atendimentos com tempo de atendimento`,
  wait: msg`Atendimentos com tempo de espera`,
  rated: msg`Atendimentos avaliados`,
  leads: msg`Leads: primeiros atendimentos`,
  created: msg`Tickets criados hoje`,
};

/** The hint of spec 2 §2, word for word. */
export const RATING_HINT = msg`1 - Insatisfeito, 2 - Satisfeito, 3 - Muito Satisfeito`;

/** An hour of the day by its end, 01:00 to 23:00 and then 00:00: so the last stands last (spec 2 §2). */
export function hourLabel(hour: number): string {
  return `${String((hour + 1) % 24).padStart(2, "0")}:00`;
}

/** The whole hour: what a label stands for. */
export function hourSpan(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00–${hourLabel(hour)}`;
}
