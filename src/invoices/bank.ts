import { bankNamed, bankSet, formerBanks, type ReachedBank } from "../pix/chosen_gateway.ts";
import type { Gateway } from "../pix/gateway.ts";
import type { Tenants } from "../platform/tenants.ts";

/** What tests have put in the place of banks: the one that is set, and all by the names of their accesses. */
interface Instead {
  set: string | undefined;
  banks: Map<string, Gateway>;
}
const instead = new WeakMap<Tenants, Instead>();

/** The bank that the provider has set; undefined without one. */
export function bankOf(tenants: Tenants): ReachedBank<Gateway> | undefined {
  const { set, banks } = instead.get(tenants) ?? {};
  return set === undefined ? bankSet(tenants) : { access: set, gateway: banks!.get(set)! };
}

/** The bank that has made a charge, by the name of its access; undefined when that is known no more. */
export function bankThatMade(tenants: Tenants, access: string): Gateway | undefined {
  return instead.get(tenants)?.banks.get(access) ?? bankNamed(tenants, access);
}

/** Any bank that may have sent a notice: they all say alike what it speaks of. */
export function anyBank(tenants: Tenants): Gateway | undefined {
  const [former] = formerBanks(tenants);
  return bankOf(tenants)?.gateway ?? (former === undefined ? undefined : bankThatMade(tenants, former));
}

/** For tests alone; one that was set before is still known by its name. */
export function setBank(tenants: Tenants, bank: Gateway | undefined, access = "the bank"): void {
  const banks = instead.get(tenants)?.banks ?? new Map<string, Gateway>();
  if (bank) banks.set(access, bank);
  instead.set(tenants, { set: bank && access, banks });
}
