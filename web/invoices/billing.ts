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

type Country = typeof COUNTRIES[number];

/** The ZIP code as each writes it (Correios; USPS, Publication 28). */
const ZIP_CODES: Record<Country, RegExp> = { "Brasil": /^\d{5}-?\d{3}$/, "United States": /^\d{5}(-\d{4})?$/ };

/** What must be said before anything is paid (spec 2 §5); the ZIP code is the country's. */
export const BillingForm = z.object({
  firstName: typed(1, 120),
  address2: typed(1, 200),
  city: typed(1, 100),
  state: typed(0, 60),
  zipcode: typed(1, 20),
  country: z.enum(COUNTRIES),
}).check(z.refine(({ zipcode, country }) => isZipCode(zipcode, country), {
  path: ["zipcode"],
  // What else is missing is no reason not to say so.
  when: ({ value }) => hasZipCode(value),
}));
export type Billing = z.output<typeof BillingForm>;

export function billingStart({ billing }: Subscription) {
  const { name, address, city, state, zipcode, country } = billing;
  return { firstName: name, address2: address, city, state, zipcode, country: countryOf(country) };
}

function isZipCode(zipcode: string, country: Country): boolean {
  return ZIP_CODES[country].test(zipcode.trim());
}

function hasZipCode(value: unknown): boolean {
  const { zipcode, country } = (value ?? {}) as { zipcode?: unknown; country?: unknown };
  return typeof zipcode === "string" && zipcode.trim() !== "" && COUNTRIES.some((each) => each === country);
}

/** The one that was said before, and until then the usual one. */
function countryOf(said: string): Country {
  return COUNTRIES.find((each) => each === said) ?? COUNTRIES[0];
}
