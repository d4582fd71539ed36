import type { Bill } from "../shared/bills.ts";

/** A system in which a company keeps its customers' bills. */
export interface Biller {
  name: string;
  /** The customer's oldest open bills, at most `MOST_BILLS`; none, too, where nobody has the number. Throws a BillerFault. */
  find(taxNumber: string): Promise<Bill[]>;
}

/** The system did not answer, refused us, or answered what makes no sense. Its message has nothing of a customer's. */
export class BillerFault extends Error {}

/** The oldest first; those without a date after them. */
export function oldestFirst<T extends Pick<Bill, "dueDate">>(bills: T[]): T[] {
  const when = ({ dueDate }: T) => dueDate ?? "9999";
  return bills.toSorted((a, b) => when(a) < when(b) ? -1 : when(a) > when(b) ? 1 : 0);
}

/** Digits of a bar code, as boletos (47), bills of utilities (48) and bare codes (44) have them. */
export function lineIn(text: string | null | undefined): string | null {
  const digits = text?.replace(/[\s.-]/g, "") ?? "";
  return /^\d{44}$|^\d{47,48}$/.test(digits) ? digits : null;
}

/** A Pix code begins with its version (BR Code) and is one line. */
export function pixCodeIn(text: string | null | undefined): string | null {
  const code = text?.trim() ?? "";
  return /^000201[ -~]{20,506}$/.test(code) ? code : null;
}

export function linkIn(text: string | null | undefined): string | null {
  const link = text?.trim() ?? "";
  return link.length <= 1000 && /^https?:\/\/\S+$/.test(link) && URL.canParse(link) ? link : null;
}

/** The day of a moment written as `2026-12-10`, with or without a time after it. */
export function dayIn(text: string | null | undefined): string | null {
  const day = text?.slice(0, 10) ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
}

/** `26.00` or 26, as hundredths. */
export function centsIn(value: string | number | null | undefined): number | null {
  const amount = typeof value === "string" && !/^\d{1,10}(\.\d{1,2})?$/.test(value.trim()) ? NaN : Number(value ?? NaN);
  return amount > 0 && amount < 1e8 ? Math.round(amount * 100) : null;
}
