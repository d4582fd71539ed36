import { milliseconds } from "date-fns/milliseconds";

/** Delivery marks: failed -1, waiting 0, sent 1, delivered 2, read 3, played 4 (spec 1 §2.7, §3). */
export const ACK = { failed: -1, waiting: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const;

/** An own text can be changed this long (ms) after it was written: WhatsApp shows no later change. */
export const EDITABLE_FOR = milliseconds({ minutes: 15 });
