import { randomBytes } from "node:crypto";
import { NO_PASSWORD } from "../users/passwords.ts";
import { Disguise } from "./disguise.ts";
import type { CompanyPart } from "./format.ts";

/** What provider.db says of a company without saying whose it is: `users` are as they are called in the disguised file. */
export function anonymousPart(
  { company, plan, logins }: CompanyPart,
  users: { id: number; email: string }[],
): CompanyPart {
  const { timeZone, createdAt, campaignsEnabled, recurrence } = company;
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return {
    company: {
      ...{ timeZone, createdAt, campaignsEnabled, recurrence, email: "", phone: "", billingName: "" },
      ...{ addressZipCode: "", addressStreet: "", addressDistrict: "", addressCity: "", addressState: "" },
      addressCountry: "",
      name: new Disguise(randomBytes(32)).text(company.name),
    },
    plan: plan && { ...plan, name: "" },
    logins: logins.flatMap(({ userId }) => {
      const email = emails.get(userId);
      return email ? [{ userId, email, passwordHash: NO_PASSWORD, hadFactor: false }] : [];
    }),
  };
}
