import * as z from "zod/mini";
import { RECURRENCE_NAMES } from "../shared/recurrence.ts";

/** What a file that a company travels in says of itself; raised when an older version could not read it any more. */
export const FORMAT = "balcao-company", FORMAT_VERSION = 2;
/** From this version on the header's counts are those of the file; before, media deleted meanwhile were counted, too. */
export const COUNTED_SINCE = 2;

/** The parts of such a file, in this order; media lie between the last two. */
export const PARTS = {
  header: "balcao.json",
  company: "company.json",
  secrets: "secrets.json",
  file: "company.db",
  sums: "SHA256SUMS",
} as const;
export const MEDIA = "media/";

/** Where it came from: a server that meets its own export again knows whom to erase in it. */
const Origin = z.object({ server: z.string().check(z.maxLength(64)), companyId: z.int() });

export const Header = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.int(),
  product: z.string().check(z.maxLength(50)),
  /** The schema of the company's file (migrations/company). */
  schema: z.int(),
  /** Milliseconds: the file is as it stood then. */
  exportedAt: z.int(),
  isAnonymised: z.boolean(),
  /** Whether it holds what is kept sealed on a server; only an encrypted export does. */
  hasSecrets: z.boolean(),
  origin: Origin,
  rows: z.record(z.string(), z.int()),
  media: z.int(),
});
export type Header = z.infer<typeof Header>;

const short = () => z.string().check(z.maxLength(200));
const Limit = z.nullable(z.int());

/** A login as it stands in provider.db; hashes of passwords hold on every server. */
export const TravellingLogin = z.object({
  userId: z.int(),
  email: z.string().check(z.maxLength(320)),
  passwordHash: z.string().check(z.maxLength(300), z.regex(/^(none|scrypt\$[\w$-]+)$/)),
  hadFactor: z.boolean(),
});
export type TravellingLogin = z.infer<typeof TravellingLogin>;

/** ms; earlier versions wrote that of a company as a text once it had been suspended. */
const Moment = z.union([
  z.int(),
  z.pipe(z.iso.datetime(), z.transform((text: string) => Date.parse(text))),
]);

/** What provider.db has of a company, but for the provider's own books: invoices and payments stay there. */
export const CompanyPart = z.object({
  company: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(50)),
    timeZone: short(),
    createdAt: Moment,
    email: short(),
    phone: short(),
    campaignsEnabled: z.boolean(),
    recurrence: z.enum(RECURRENCE_NAMES),
    billingName: short(),
    addressZipCode: short(),
    addressStreet: short(),
    addressDistrict: short(),
    addressCity: short(),
    addressState: short(),
    addressCountry: short(),
  }),
  /** What it might have, for the provider it goes to; null = as much as it liked. */
  plan: z.nullable(z.object({ name: short(), users: Limit, connections: Limit, queues: Limit, storage: Limit })),
  logins: z.array(TravellingLogin),
});
export type CompanyPart = z.infer<typeof CompanyPart>;

/** What one server keeps sealed, in clear: another seals it anew with its own key. */
export const Secrets = z.object({
  settings: z.record(z.string(), z.string()),
  /** API tokens of connections. */
  tokens: z.array(z.object({ connectionId: z.int(), token: z.string() })),
  webhooks: z.array(z.object({ id: z.int(), secret: z.string() })),
  /** The shared secrets of second factors, in base64. */
  factors: z.array(z.object({ userId: z.int(), secret: z.string(), since: z.int(), lastStep: z.int() })),
});
export type Secrets = z.infer<typeof Secrets>;
