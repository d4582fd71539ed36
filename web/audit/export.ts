import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { audit, type AuditChange, type AuditEntry } from "../../src/contract/audit.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { call, type Input } from "../call.ts";
import { meAtom } from "../session.ts";
import { type Cell, csvFile } from "../sheets/csv.ts";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";
import { dateTimeSeconds } from "../ui/dates.ts";
import { aboutText } from "./about.ts";
import type { AuditQuery } from "./audit.ts";
import { callText, fieldText, SECRET_WORDS, whoText } from "./words.ts";

/** Hands the entries of a query to the person, all of them. */
export async function exportAudit(format: "xlsx" | "csv", query: AuditQuery): Promise<void> {
  const { timeZone } = getDefaultStore().get(meAtom)!.company;
  const rows = sheetOf(await allEntries(query), timeZone);
  const title = t`Registro de atividades`;
  const file = format === "csv" ? csvFile(rows) : await workbookFile([{ name: title, rows }]);
  handOver(file, `${title.toLowerCase().replaceAll(" ", "-")}-${dayIn(timeZone, Date.now())}.${format}`);
}

async function allEntries(query: AuditQuery): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  for (;;) {
    const before = all.length > 0 ? { before: all.at(-1)!.id } : {};
    const { entries, hasMore } = await call(audit.export, { ...query, ...before } as Input<typeof audit.export>);
    all.push(...entries);
    if (!hasMore) return all;
  }
}

function sheetOf(all: readonly AuditEntry[], timeZone: string): Cell[][] {
  return [
    [t`Quando`, t`Quem`, t`Em nome de`, t`O quê`, t`Em quê`, t`De onde`, t`Mudanças`],
    ...all.map(({ at, who, actedBy, what, name, target, address, changes }) => [
      dateTimeSeconds(at, timeZone),
      actedBy ?? whoText(who),
      actedBy ? who : "",
      callText(what),
      aboutText({ what, name, target }),
      address,
      changes.map(changeText).join("; "),
    ]),
  ];
}

function changeText({ field, before, after, secret }: AuditChange): string {
  return `${fieldText(field)}: ${secret ? i18n._(SECRET_WORDS[secret]) : `${before ?? ""} → ${after ?? ""}`}`;
}
