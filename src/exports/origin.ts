import type { Tenants } from "../platform/tenants.ts";

/** By which a server knows its own exports again, and which says nothing to any other. */
export function originOf({ keys }: Tenants, companyId: number) {
  return { server: keys.digest("origin of exports").slice(0, 32), companyId };
}
