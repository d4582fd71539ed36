import { plural, t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { type OptOut, optOuts } from "../../src/contract/opt_outs.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { digitsOf, guessedColumns, isWithoutCountry } from "../../src/shared/sheet_columns.ts";
import { call } from "../call.ts";
import { together } from "../list/bulk.tsx";
import { pagedList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";
import { meAtom } from "../session.ts";
import { handOver } from "../sheets/handOver.ts";
import { sheetRows, workbookFile } from "../sheets/sheets.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { sourceText } from "./sources.ts";

/** Who wants no campaigns, the newest first, kept live. */
export const optOutList = pagedList(optOuts.list, {
  rows: (answer): readonly OptOut[] => answer.records,
  hasMore: (answer) => answer.hasMore,
});

onEvent("optOut", (change) => {
  if (change.action !== "delete") return optOutList.refresh();
  optOutList.change((rows) => rows.filter(({ id }) => id !== change.id));
});

/** How one of them is called; of an erased contact nothing is known but that there is one. */
export function nameOf({ name, number }: OptOut): string {
  return name || formatNumber(number) || t`Contato apagado`;
}

export async function letIn(optOut: OptOut): Promise<void> {
  const sure = await confirm({
    title: t`Voltar a enviar campanhas para ${nameOf(optOut)}?`,
    text: t`Faça isso só se a própria pessoa pediu. As próximas campanhas chegam a ela de novo.`,
    yes: t`Liberar`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(optOuts.remove, { id: optOut.id });
    optOutList.change((rows) => rows.filter(({ id }) => id !== optOut.id));
    toast.success(t`Campanhas liberadas para este número.`);
  } catch (error) {
    showError(error);
  }
}

/** The same for several after one question. */
export function letManyIn(rows: readonly OptOut[]): Promise<boolean> {
  return together({
    rows,
    question: {
      title: plural(rows.length, { one: "Voltar a enviar para # número?", other: "Voltar a enviar para # números?" }),
      text: t`Faça isso só se as próprias pessoas pediram. As próximas campanhas chegam a elas de novo.`,
      yes: t`Liberar`,
      danger: true,
    },
    ask: (ids) => call(optOuts.removeMany, { ids }),
    note: (id) => optOutList.change((rows) => rows.filter((row) => row.id !== id)),
    nameOf,
    done: (count) => plural(count, { one: "# número liberado.", other: "# números liberados." }),
    refused: (count) => plural(count, { one: "# número não foi liberado", other: "# números não foram liberados" }),
  });
}

/** The server takes so many rows at once, and a sheet may have so many lines (contract/opt_outs.ts). */
const PORTION = 500, MOST_LINES = 50_000;

/** Notes all numbers of a sheet, and says what became of them. */
export async function importOptOuts(file: File): Promise<void> {
  const sure = await confirm({
    title: t`Importar ${file.name}?`,
    text: t`Nenhum número desta planilha recebe mais campanhas.`,
    yes: t`Importar`,
  });
  if (!sure) return;
  try {
    const rows = await numbersIn(file);
    if (rows.length === 0) return void toast.error(t`Não há nenhum número nesta planilha.`);
    const sum = { added: 0, known: 0, refused: [] as number[] };
    for (let from = 0; from < rows.length; from += PORTION) {
      const answer = await call(optOuts.addRows, { rows: rows.slice(from, from + PORTION) });
      sum.added += answer.added;
      sum.known += answer.known;
      sum.refused.push(...answer.refused);
    }
    optOutList.refresh();
    await confirm({ title: t`Importação concluída`, text: resultText(sum), yes: t`Fechar`, isNews: true });
  } catch (error) {
    showError(error);
  }
}

/** As many refused lines are named. */
const NAMED = 20;

function resultText({ added, known, refused }: { added: number; known: number; refused: number[] }): string {
  const parts = [
    plural(added, { one: "# número novo", other: "# números novos" }),
    plural(known, { one: "# já estava aqui", other: "# já estavam aqui" }),
  ];
  const lines = refused.slice(0, NAMED).join(", ") + (refused.length > NAMED ? "…" : "");
  if (refused.length > 0) {
    parts.push(`${plural(refused.length, { one: "# linha recusada", other: "# linhas recusadas" })} (${lines})`);
  }
  return `${parts.join(", ")}.`;
}

async function numbersIn(file: File): Promise<{ line: number; number: string }[]> {
  const lines = (await sheetRows(file, MOST_LINES)).map((cells, nth) => ({ line: nth + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const { before, columns, spare } = guessedColumns(lines);
  if (columns.number < 0) return [];
  return lines.slice(before).map(({ line, cells }) => {
    const written = [columns.number, ...spare].map((nth) => cells[nth] ?? "").find((cell) => cell !== "") ?? "";
    const number = isWithoutCountry(written) ? `55${digitsOf(written).replace(/^0/, "")}` : written;
    return { line, number: number.slice(0, 60) };
  });
}

/** Hands over all of them as a workbook. */
export async function exportOptOuts(): Promise<void> {
  try {
    const all: OptOut[] = [];
    for (let hasMore = true; hasMore;) {
      const answer = await call(optOuts.export, { after: all.at(-1)?.id ?? 0 });
      all.push(...answer.records);
      hasMore = answer.hasMore;
    }
    const { timeZone } = getDefaultStore().get(meAtom)!.company;
    const rows = all.map((one) => [
      ...[one.name, formatNumber(one.number), sourceText(one.source)],
      ...[one.campaign?.name ?? "", one.user?.name ?? "", dayIn(timeZone, Date.parse(one.at))],
    ]);
    const head = [t`Nome`, t`Número`, t`Como`, t`Campanha`, t`Registrado por`, t`Desde`];
    const title = t`Não querem campanhas`;
    const file = await workbookFile([{ name: title, rows: [head, ...rows] }]);
    handOver(file, `${t`nao-querem-campanhas`}-${dayIn(timeZone, Date.now())}.xlsx`);
  } catch (error) {
    showError(error);
  }
}
