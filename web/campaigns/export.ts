import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { type Campaign, campaigns } from "../../src/contract/campaigns.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { type Answer, call } from "../call.ts";
import { meAtom } from "../session.ts";
import { type Cell, csvFile } from "../sheets/csv.ts";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";
import { dateTimeSeconds } from "../ui/dates.ts";
import { filterOf, queryOf, type Wanted } from "./report.ts";
import { ONE_WORDS, reasonText } from "./words.ts";

type Row = Answer<typeof campaigns.export>["records"][number];

/** Hands a campaign's recipients to the person, all that are looked for. */
export async function exportRecipients(
  format: "xlsx" | "csv",
  { id, name }: Pick<Campaign, "id" | "name">,
  wanted: Wanted,
): Promise<void> {
  const { timeZone } = getDefaultStore().get(meAtom)!.company;
  const rows = sheetOf(await allRecipients(id, wanted), timeZone);
  const file = format === "csv" ? csvFile(rows) : await workbookFile([{ name: t`Destinatários`, rows }]);
  const title = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  handOver(file, `${title || id}-${dayIn(timeZone, Date.now())}.${format}`);
}

async function allRecipients(id: number, wanted: Wanted): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const after = all.at(-1)?.id ?? 0;
    const { records, hasMore } = await call(campaigns.export, { id, after, ...queryOf(wanted) });
    all.push(...records);
    if (!hasMore) return all;
  }
}

function sheetOf(all: readonly Row[], timeZone: string): Cell[][] {
  const when = (at: string | null) => at && dateTimeSeconds(at, timeZone);
  return [
    [
      t`Nome`,
      t`Número`,
      t`E-mail`,
      t`Situação`,
      t`Motivo`,
      t`Mensagem`,
      t`Conexão`,
      t`Confirmação pedida`,
      t`Confirmada`,
      t`Enviada`,
      t`Entregue`,
      t`Lida`,
      t`Respondida`,
      t`Resposta`,
    ],
    ...all.map((one) => [
      one.name,
      formatNumber(one.number),
      one.email,
      i18n._(ONE_WORDS[filterOf(one)]),
      one.reason && reasonText(one.reason),
      one.variant,
      one.connection?.name ?? null,
      when(one.askedAt),
      when(one.confirmedAt),
      when(one.sentAt),
      when(one.deliveredAt),
      when(one.readAt),
      when(one.answeredAt),
      one.answer,
    ]),
  ];
}
