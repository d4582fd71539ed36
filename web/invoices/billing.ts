import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as z from "zod/mini";
import type { Subscription } from "../../src/contract/invoices.ts";
import { typed } from "../../src/contract/fields.ts";

/** Those that the specification lists (spec 2 §2). */
export const COUNTRIES = ["Brasil", "United States"] as const;
export const COUNTRY_TEXTS: Record<typeof COUNTRIES[number], MessageDescriptor> = {
  "Brasil": msg`Brasil`,
  "United States": msg`United States`,
};

/** What must be said before anything is paid (spec 2 §5); the ZIP code as either country writes it. */
export const BillingForm = z.object({
  firstName: typed(1, 120),
  address2: typed(1, 200),
  city: typed(1, 100),
  state: typed(0, 60),
  zipcode: z.pipe(typed(1, 20), z.string().check(z.regex(/^(\d{5}-?\d{3}|\d{5}(-\d{4})?)$/))),
  country: z.enum(COUNTRIES),
});
export type Billing = z.output<typeof BillingForm>;

export function billingStart({ billing, email: _ }: Subscription) {
  const { name, address, city, state, zipcode } = billing;
  return { firstName: name, address2: address, city, state, zipcode, country: COUNTRIES[0] as Billing["country"] };
}
