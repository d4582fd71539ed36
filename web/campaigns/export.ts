import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import type { RecipientFilter } from "../../src/contract/campaign_recipients.ts";
import { type Campaign, campaigns } from "../../src/contract/campaigns.ts";
import { dayIn } from "../../src/shared/clock.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { type Answer, call } from "../call.ts";
import { meAtom } from "../session.ts";
import { type Cell, csvFile } from "../sheets/csv.ts";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";
import { dateTimeSeconds } from "../ui/dates.ts";
import { filterOf } from "./report.ts";
import { ONE_WORDS, reasonText } from "./words.ts";

type Row = Answer<typeof campaigns.export>["records"][number];

/** Hands a campaign's recipients to the person, all that the filter lets through. */
export async function exportRecipients(
  format: "xlsx" | "csv",
  { id, name }: Pick<Campaign, "id" | "name">,
  filter: RecipientFilter | undefined,
): Promise<void> {
  const { timeZone } = getDefaultStore().get(meAtom)!.company;
  const rows = sheetOf(await allRecipients(id, filter), timeZone);
  const file = format === "csv" ? csvFile(rows) : await workbookFile([{ name: t`Destinatários`, rows }]);
  const title = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  handOver(file, `${title || id}-${dayIn(timeZone, Date.now())}.${format}`);
}

async function allRecipients(id: number, filter: RecipientFilter | undefined): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const after = all.at(-1)?.id ?? 0;
    const { records, hasMore } = await call(campaigns.export, { id, after, ...filter && { filter } });
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
