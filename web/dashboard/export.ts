import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { type Dashboard, dashboard, type DashboardQuery, type Service } from "../../src/contract/dashboard.ts";
import { call } from "../call.ts";
import { meAtom } from "../session.ts";
import { dateText, dateTimeText } from "../ui/dates.ts";
import { type Cell, csvFile } from "../sheets/csv.ts";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";
import { hourLabel } from "./words.ts";

/** Asks for all services of the period and hands them to the person as a file. */
export async function exportAs(
  format: "xlsx" | "csv",
  query: Partial<DashboardQuery>,
  figures: Dashboard,
): Promise<void> {
  const { timeZone } = getDefaultStore().get(meAtom)!.company;
  const services = servicesSheet(await allServices(query), timeZone);
  const name = `dashboard-${figures.from}-${figures.to}`;
  if (format === "csv") return handOver(csvFile(services), `${name}.csv`);
  const workbook = await workbookFile([
    { name: t`Resumo`, rows: summarySheet(figures) },
    { name: t`Por dia`, rows: daysSheet(figures) },
    { name: t`Hoje por hora`, rows: hoursSheet(figures) },
    { name: t`Atendentes`, rows: attendantsSheet(figures) },
    { name: t`Filas`, rows: queuesSheet(figures) },
    { name: t`Atendimentos`, rows: services },
  ]);
  handOver(workbook, `${name}.xlsx`);
}

async function allServices(query: Partial<DashboardQuery>): Promise<Service[]> {
  const all: Service[] = [];
  for (let page = 1;; page++) {
    const { services, hasMore } = await call(dashboard.export, { ...query, pageNumber: page });
    all.push(...services);
    if (!hasMore) return all;
  }
}

function servicesSheet(services: Service[], timeZone: string): Cell[][] {
  return [
    [
      t`Protocolo`,
      t`Contato`,
      t`Número`,
      t`Fila`,
      t`Atendente`,
      t`Início`,
      t`Fim`,
      t`Espera (min)`,
      t`Atendimento (min)`,
      t`Nota`,
    ],
    ...services.map(({ ticketId, contact, queue, user, begunAt, closedAt, wait, support, rating }) => [
      ticketId,
      contact.name,
      contact.number,
      queue?.name ?? null,
      user?.name ?? null,
      dateTimeText(begunAt, timeZone),
      closedAt && dateTimeText(closedAt, timeZone),
      wait,
      support,
      rating,
    ]),
  ];
}

function summarySheet({ from, to, counters, before }: Dashboard): Cell[][] {
  return [
    [t`Número`, `${dateText(from)} – ${dateText(to)}`, t`Período anterior`],
    [t`Atd. Pendentes`, counters.supportPending, null],
    [t`Atd. Acontecendo`, counters.supportHappening, null],
    [t`Atd. Realizados`, counters.supportFinished, before.supportFinished],
    [t`Leads`, counters.leads, before.leads],
    [t`T.M. de Atendimento (min)`, counters.avgSupportTime, before.avgSupportTime],
    [t`T.M. de Espera (min)`, counters.avgWaitTime, before.avgWaitTime],
  ];
}

function daysSheet({ days }: Dashboard): Cell[][] {
  return [
    [t`Dia`, t`Este período`, t`Período anterior`],
    ...days.map(({ date, finished, before }) => [dateText(date), finished, before]),
  ];
}

function hoursSheet({ today }: Dashboard): Cell[][] {
  return [[t`Hora`, t`Tickets`], ...today.hours.map((count, hour) => [hourLabel(hour), count])];
}

function attendantsSheet({ attendants }: Dashboard): Cell[][] {
  return [
    [t`Nome`, t`Avaliação`, t`Avaliações`, t`Atendimentos`, t`T.M. de Atendimento (min)`],
    ...attendants.map(({ name, rating, ratings, finished, avgSupportTime }) => [
      name,
      rating,
      ratings,
      finished,
      avgSupportTime,
    ]),
  ];
}

function queuesSheet({ queues }: Dashboard): Cell[][] {
  return [
    [t`Fila`, t`Pendentes`, t`Acontecendo`, t`Realizados`, t`T.M. de Atendimento (min)`, t`T.M. de Espera (min)`],
    ...queues.map(({ queue, pending, happening, finished, avgSupportTime, avgWaitTime }) => [
      queue?.name ?? t`Sem fila`,
      pending,
      happening,
      finished,
      avgSupportTime,
      avgWaitTime,
    ]),
  ];
}
