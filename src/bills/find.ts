import { BILL_SYSTEMS } from "../contract/settings.ts";
import type { Read } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { secret, setting } from "../settings/settings.ts";
import { asaas } from "./asaas.ts";
import { type Bill, MOST_BILLS } from "../shared/bills.ts";
import { type Biller, BillerFault, oldestFirst } from "./bill.ts";
import { ixc } from "./ixc.ts";
import { mkAuth } from "./mk_auth.ts";

/** The systems that a company has set up: those of which everything is filled in. */
export function billersOf(db: Read, keys: Keys): Biller[] {
  const hidden = (key: Parameters<typeof secret>[1]) => secret(db, key, keys);
  const isSet = (keysOfIt: readonly Parameters<typeof setting>[1][]) => keysOfIt.every((key) => setting(db, key));
  return [
    ...(isSet(BILL_SYSTEMS.ixc) ? [ixc({ address: setting(db, "ipixc"), token: hidden("tokenixc") })] : []),
    ...(isSet(BILL_SYSTEMS.mkAuth)
      ? [mkAuth({
        address: setting(db, "ipmkauth"),
        clientId: hidden("clientidmkauth"),
        clientSecret: hidden("clientsecretmkauth"),
      })]
      : []),
    ...(isSet(BILL_SYSTEMS.asaas) ? [asaas({ token: hidden("asaas") })] : []),
  ];
}

/** A customer's oldest open bills in all these systems; what one has is told, too, when another does not answer. */
export async function findBills(billers: Biller[], taxNumber: string): Promise<Bill[]> {
  if (billers.length === 0) throw new BillerFault("no system is set up");
  const answers = await Promise.allSettled(billers.map((biller) => biller.find(taxNumber)));
  const bills = answers.flatMap((answer) => answer.status === "fulfilled" ? answer.value : []);
  const faults = answers.flatMap((answer, nth) => answer.status === "rejected" ? [{ answer, of: billers[nth]! }] : []);
  const [fault] = faults;
  if (bills.length > 0 || !fault) return oldestFirst(bills).slice(0, MOST_BILLS);
  const { reason } = fault.answer;
  throw reason instanceof BillerFault ? new BillerFault(`${fault.of.name}: ${reason.message}`) : reason;
}
