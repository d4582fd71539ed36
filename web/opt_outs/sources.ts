import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { OptOutSource } from "../../src/contract/opt_outs.ts";

const SOURCES: Record<OptOutSource, MessageDescriptor> = {
  answer: msg`Resposta`,
  hand: msg`À mão`,
  import: msg`Planilha`,
  network: msg`WhatsApp`,
  api: msg`API`,
};

/** How somebody said so. */
export function sourceText(source: OptOutSource): string {
  return i18n._(SOURCES[source]);
}
