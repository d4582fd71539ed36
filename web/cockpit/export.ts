import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { cockpit, type CockpitCompany, type CockpitMonth } from "../../src/contract/cockpit.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { call } from "../call.ts";
import { meAtom } from "../session.ts";
import { type Cell, csvFile } from "../sheets/csv.ts";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";
import { dateText, dateTimeText } from "../ui/dates.ts";

/** Hands these companies over as a table; a workbook has the money by month, too. */
export async function exportCockpit(
  format: "xlsx" | "csv",
  companies: readonly CockpitCompany[],
  months: readonly CockpitMonth[],
): Promise<void> {
  await call(cockpit.export);
  const { timeZone } = getDefaultStore().get(meAtom)!.company;
  const rows = companiesSheet(companies, timeZone), title = t`Empresas`;
  const file = format === "csv"
    ? csvFile(rows)
    : await workbookFile([{ name: title, rows }, { name: t`Dinheiro por mês`, rows: monthsSheet(months) }]);
  handOver(file, `${title.toLowerCase()}-${dayIn(timeZone, Date.now())}.${format}`);
}

function companiesSheet(companies: readonly CockpitCompany[], timeZone: string): Cell[][] {
  return [
    [
      ...[t`Nome`, t`Plano`, t`Conexões no ar`, t`Conexões`, t`Aguardando`, t`Atendendo`, t`Mensagens hoje`],
      ...[t`Último acesso`, t`Armazenamento (bytes)`, t`Usuários`, t`Filas`, t`Vencimento`, t`Em aberto (R$)`],
    ],
    ...companies.map(({ name, plan, figures, dueDate, openInvoice }): Cell[] => [
      ...[name, plan?.name ?? null, figures.linesUp, figures.connections, figures.waiting, figures.open],
      ...[figures.messagesToday, figures.lastLoginAt && dateTimeText(figures.lastLoginAt, timeZone), figures.storage],
      ...[figures.users, figures.queues, dueDate && dateText(dueDate), openInvoice?.value ?? null],
    ]),
  ];
}

function monthsSheet(months: readonly CockpitMonth[]): Cell[][] {
  return [
    [t`Mês`, t`Previsto`, t`Recebido`],
    ...months.map(({ month, expected, received }): Cell[] => [month, expected, received]),
  ];
}
