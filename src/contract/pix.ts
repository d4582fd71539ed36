import * as z from "zod/mini";
import { readPixKey } from "../shared/pix_key.ts";
import { get, post, put } from "./call.ts";
import { Moment, typed } from "./fields.ts";
import { SiteAddress } from "./mail.ts";
import { PIX_GATEWAYS } from "./pix_gateways.ts";
import { Revision, Was } from "./revisions.ts";

/** What `detail.reason` of ERR_CERTIFICATE says: why a file is nothing that a bank would let in, or that there is none. */
export const CERTIFICATE_FAULTS = [
  "unreadable",
  "passphrase",
  "no_certificate",
  "no_key",
  "other_key",
  "expired",
  "missing",
] as const;
export type CertificateFault = typeof CERTIFICATE_FAULTS[number];

/** What `detail.fault` of ERR_BANK says. */
export const BANK_FAULTS = ["unreachable", "refused", "limited", "senseless"] as const;
export type BankFault = typeof BANK_FAULTS[number];

/** Larger than any certificate with its key and the authorities above it (bytes). */
export const LARGEST_CERTIFICATE = 100_000;

/** Of which something is left in a code, which has room for ASCII alone (Banco Central, Manual de Padrões do Pix). */
const Plain = z.pipe(typed(0, 100), z.string().check(z.refine((text) => /^$|[!-~]/.test(text.normalize("NFKD")))));

export const PixForm = z.object({
  gateway: z.enum(PIX_GATEWAYS),
  key: z.pipe(typed(0, 100), z.string().check(z.refine((text) => text === "" || readPixKey(text) !== undefined))),
  /** Whose key it is and where, as the payer reads it. */
  name: Plain,
  city: Plain,
  /** The bank's, such as `https://pix.api.efipay.com.br`. */
  address: z.pipe(typed(0, 200), z.string().check(z.regex(/^(https:\/\/[\w.-]+(:\d{1,5})?\/?)?$/))),
  /** Left out or empty, the ones before stay, unless they would go to another bank. */
  clientId: z.optional(z.string().check(z.maxLength(200))),
  clientSecret: z.optional(z.string().check(z.maxLength(200))),
});

export const Pix = z.object({
  gateway: z.enum(PIX_GATEWAYS),
  key: z.string(),
  name: z.string(),
  city: z.string(),
  address: z.string(),
  /** When they were set; null where they are not. They themselves never come out. */
  clientIdAt: z.nullable(Moment),
  clientSecretAt: z.nullable(Moment),
  certificate: z.nullable(z.object({ setAt: z.nullable(Moment), validUntil: Moment })),
  /** Where links in e-mails lead, which is where the bank reaches us, too; empty where nobody has set it. */
  siteAddress: z.string(),
  revision: Revision,
});
export type Pix = z.infer<typeof Pix>;

export const pix = {
  show: get("/provider/pix", "How companies pay by Pix, without secrets", {
    who: "provider-settings:edit",
    answer: Pix,
  }),
  save: put("/provider/pix", "Set how companies pay by Pix", {
    who: "provider-settings:edit",
    body: z.extend(PixForm, { was: Was }),
    answer: Pix,
  }),
  setCertificate: post("/provider/pix/certificate", "Set the certificate that the bank has given: .p12 or .pem", {
    who: "provider-settings:edit",
    files: "file",
    answer: Pix,
  }),
  test: post("/provider/pix/test", "Ask the bank for a token, and have it send its notices here", {
    who: "provider-settings:edit",
    /** Where the bank reaches this product, without a path. */
    body: z.object({ siteAddress: SiteAddress }),
    answer: z.object({ siteAddress: z.string() }),
  }),
};
