import { useLingui } from "@lingui/react/macro";
import { Chip } from "../ui/Chip.tsx";
import { type InvoiceState, STATE_TEXTS } from "./invoices.ts";

const TONES = { paid: "success", late: "danger", open: "accent", cancelled: undefined } as const;

/** How an invoice stands (spec 2 §4). */
export function StateChip({ state }: { state: InvoiceState }) {
  const { i18n } = useLingui();
  return <Chip tone={TONES[state]}>{i18n._(STATE_TEXTS[state])}</Chip>;
}
