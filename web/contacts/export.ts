import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { MOST_AT_ONCE } from "../../src/contract/bulk.ts";
import { type ContactRecord, contacts } from "../../src/contract/contacts.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { call } from "../call.ts";
import { meAtom } from "../session.ts";
import { type Cell, csvFile } from "../sheets/csv.ts";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { byName } from "./contacts.ts";

/** Hands the contacts that a search finds to the person, all of them, by name. */
export async function exportContacts(format: "xlsx" | "csv", searchParam: string): Promise<void> {
  await handSheet(format, await allContacts(searchParam));
}

/** Hands these contacts to the person, by name. */
export async function exportThese(format: "xlsx" | "csv", ids: readonly number[]): Promise<void> {
  const all: ContactRecord[] = [];
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    const answer = await call(contacts.exportMany, { ids: ids.slice(from, from + MOST_AT_ONCE) });
    all.push(...answer.contacts);
  }
  await handSheet(format, all.sort(byName));
}

async function handSheet(format: "xlsx" | "csv", all: readonly ContactRecord[]): Promise<void> {
  const rows = sheetOf(all);
  const { timeZone } = getDefaultStore().get(meAtom)!.company;
  const title = t`Contatos`;
  const file = format === "csv" ? csvFile(rows) : await workbookFile([{ name: title, rows }]);
  handOver(file, `${title.toLowerCase()}-${dayIn(timeZone, Date.now())}.${format}`);
}

async function allContacts(searchParam: string): Promise<ContactRecord[]> {
  const all: ContactRecord[] = [];
  for (;;) {
    const { contacts: more, hasMore } = await call(contacts.export, {
      searchParam,
      after: all.at(-1)?.id ?? 0,
    });
    all.push(...more);
    if (!hasMore) return all.sort(byName);
  }
}

function sheetOf(all: readonly ContactRecord[]): Cell[][] {
  return [
    [t`Nome`, t`Número`, t`E-mail`, t`Informações extras`],
    ...all.map(({ name, number, email, extraInfo }) => [
      name,
      formatNumber(number),
      email,
      extraInfo.map((one) => `${one.name}: ${one.value}`).join("; "),
    ]),
  ];
}
