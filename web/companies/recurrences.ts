import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Recurrence } from "../../src/shared/recurrence.ts";

/** How often a company pays, in words (spec 2 §2). */
export const RECURRENCE_TEXTS: Record<Recurrence, MessageDescriptor> = {
  MENSAL: msg`Mensal`,
  BIMESTRAL: msg`Bimestral`,
  TRIMESTRAL: msg`Trimestral`,
  SEMESTRAL: msg`Semestral`,
  ANUAL: msg`Anual`,
};
