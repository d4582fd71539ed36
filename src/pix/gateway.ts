import type { BankFault } from "../contract/pix.ts";

/** What a bank says of a charge; amounts in hundredths of a real, moments in ms since 1970. */
export interface Charge {
  txid: string;
  state: "open" | "paid" | "removed";
  cents: number;
  pixCode: string;
  expiresAt: number | null;
  payments: Payment[];
}

export interface Payment {
  endToEndId: string;
  cents: number;
  at: number;
}

export interface AskedCharge {
  txid: string;
  cents: number;
  /** What the payer reads. */
  text: string;
  /** Seconds. */
  expiresIn: number;
}

export interface Gateway {
  /** Makes a charge, or answers the one that is there: a repeat with the same txid makes no second one. */
  charge(asked: AskedCharge): Promise<Charge>;
  /** What the bank says of it now: the only thing that is believed; undefined where the bank knows none. */
  lookUp(txid: string): Promise<Charge | undefined>;
  /** Takes it back; one that is paid meanwhile is answered as it is. */
  cancel(txid: string): Promise<Charge | undefined>;
  /** The txids that a bank's notice speaks of: a hint, nothing in it is believed. Whatever it is not, it is no error. */
  txidsOf(notice: unknown): string[];
}

export class GatewayFault extends Error {
  constructor(readonly reason: BankFault, message: string) {
    super(message);
  }
}
