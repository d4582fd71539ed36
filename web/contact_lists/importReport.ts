import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import {
  type ImportRowOutcome,
  type ListImport,
  type ListImportRow,
  listImports,
  type RowReason,
} from "../../src/contract/contact_lists.ts";
import { call } from "../call.ts";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";

const REASONS: Record<RowReason, MessageDescriptor> = {
  no_number: msg`Sem número`,
  rounded: msg`O Excel perdeu os últimos algarismos`,
  too_short: msg`Número curto demais`,
  too_long: msg`Número longo demais`,
  formula: msg`Fórmula em vez de valor`,
  repeated: msg`Repetido`,
  no_name: msg`Sem nome`,
  name_too_long: msg`Nome longo demais`,
  bad_email: msg`E-mail inválido`,
};

const OUTCOMES: Record<ImportRowOutcome, MessageDescriptor> = {
  updated: msg`Atualizado`,
  same: msg`Já estava assim`,
  refused: msg`Recusada`,
};

/** Why a row was refused, in words. */
export function reasonText({ reason, detail }: ListImportRow): string {
  if (reason === "repeated" && detail) return t`Repetido, igual à linha ${detail}`;
  return reason ? i18n._(REASONS[reason]) : "";
}

/** Hands over what became of every row that was not simply new. */
export async function saveReport({ id }: ListImport): Promise<void> {
  const all: ListImportRow[] = [];
  for (let hasMore = true; hasMore;) {
    const answer = await call(listImports.importRows, { id, after: all.at(-1)?.line ?? 0 });
    all.push(...answer.rows);
    hasMore = answer.hasMore;
  }
  const head = [t`Linha`, t`Nome`, t`O que foi lido`, t`Resultado`, t`Motivo`];
  const rows = all.map((row) => [row.line, row.name, row.number, i18n._(OUTCOMES[row.outcome]), reasonText(row)]);
  handOver(await workbookFile([{ name: t`Importação`, rows: [head, ...rows] }]), `${t`importacao`}-${id}.xlsx`);
}
