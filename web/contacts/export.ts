import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { type ContactRecord, contacts } from "../../src/contract/contacts.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { call } from "../call.ts";
import { meAtom } from "../session.ts";
import { type Cell, csvFile } from "../sheets/csv.ts";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";
import { formatNumber } from "../tickets/phone.ts";
import { byName } from "./contacts.ts";

/** Hands the contacts that a search finds to the person, all of them, by name. */
export async function exportContacts(format: "xlsx" | "csv", searchParam: string): Promise<void> {
  const rows = sheetOf(await allContacts(searchParam));
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
