import { atom } from "jotai";
import type { Invoice } from "../src/contract/invoices.ts";
import { REMIND_BEFORE } from "../src/shared/recurrence.ts";
import { useMay, useMe } from "./session.ts";
import { daysUntil } from "./ui/dates.ts";

/** The invoice that the company is to be reminded of, once it has come. */
export const reminderAtom = atom<Invoice | null>(null);

/** Whether this person may pay, and the company is due soon, or past it: then there may be an invoice to be reminded of. */
export function useBillDue(): boolean {
  const mayPay = useMay("invoices:pay");
  const { dueDate, timeZone } = useMe().company;
  return mayPay && dueDate !== null && daysUntil(dueDate, timeZone) <= REMIND_BEFORE;
}
