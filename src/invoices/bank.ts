import { gatewayOf } from "../pix/chosen_gateway.ts";
import type { Gateway } from "../pix/gateway.ts";
import type { Tenants } from "../platform/tenants.ts";

/** What tests have put in the place of a bank. */
const instead = new WeakMap<Tenants, Gateway>();

/** The bank that the provider has set; undefined without one. */
export function bankOf(tenants: Tenants): Gateway | undefined {
  return instead.get(tenants) ?? gatewayOf(tenants);
}

/** For tests alone. */
export function setBank(tenants: Tenants, bank: Gateway | undefined): void {
  if (bank) instead.set(tenants, bank);
  else instead.delete(tenants);
}
