import { refuse } from "../contract/errors.ts";

/** Why a file is no certificate that a bank would let in. */
export type CertificateFault = "unreadable" | "passphrase" | "no_certificate" | "no_key" | "other_key" | "expired";

export function refuseCertificate(reason: CertificateFault): never {
  refuse("ERR_CERTIFICATE", { detail: { reason } });
}
