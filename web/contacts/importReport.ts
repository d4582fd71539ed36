import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { RowOutcome, SheetRow } from "../../src/contract/contacts.ts";
import { csvFile } from "../sheets/csv.ts";
import { handOver } from "../sheets/handOver.ts";

/** Why a row is refused, by field and by what is wrong with it. */
const REASONS: Record<string, MessageDescriptor> = {
  "number.required": msg`Sem número`,
  "number.too_short": msg`Número curto demais`,
  "number.too_long": msg`Número longo demais`,
  "number.invalid": msg`Não é um número de telefone`,
  "name.required": msg`Sem nome`,
  "name.too_short": msg`Nome curto demais`,
  "name.too_long": msg`Nome longo demais`,
  "email.too_long": msg`E-mail inválido`,
  "email.invalid": msg`E-mail inválido`,
};

export function outcomeText({ outcome, was = "", fields }: RowOutcome): string {
  switch (outcome) {
    case "created":
      return t`Contato novo`;
    case "updated":
      return t`Atualiza ${was}`;
    case "same":
      return t`Já está assim`;
    case "refused":
      return reasonText(fields ?? {});
  }
}

function reasonText(fields: Record<string, string>): string {
  const reasons = Object.entries(fields).map(([field, problem]) => REASONS[`${field}.${problem}`]);
  return reasons.map((reason) => reason ? i18n._(reason) : t`Linha inválida`).join("; ");
}

/** The refused rows as a file that can be mended and imported again. */
export function saveRefused(rows: readonly SheetRow[], refused: readonly RowOutcome[]): void {
  const reasons = new Map(refused.map((one) => [one.line, outcomeText(one)]));
  const head = [t`Linha`, t`Nome`, t`Número`, t`E-mail`, t`Motivo`];
  const cells = rows.map(({ line, name, number, email }) => [line, name, number, email, reasons.get(line) ?? ""]);
  handOver(csvFile([head, ...cells]), `${t`Linhas recusadas`.toLowerCase().replaceAll(" ", "-")}.csv`);
}
