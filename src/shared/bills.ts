/** So many of a customer's open bills are told, the oldest first. */
export const MOST_BILLS = 3;

/** An open bill of a company's customer; null where the system that has it does not say. */
export interface Bill {
  /** Hundredths of a real. */
  cents: number | null;
  /** YYYY-MM-DD. */
  dueDate: string | null;
  /** A page or a PDF to pay it from. */
  link: string | null;
  /** The bar code's line of digits, without dots and blanks. */
  line: string | null;
  /** To copy into a bank's app. */
  pixCode: string | null;
}
