import { refuse } from "../contract/errors.ts";
import type { CertificateFault } from "../contract/pix.ts";

export function refuseCertificate(reason: CertificateFault): never {
  refuse("ERR_CERTIFICATE", { detail: { reason } });
}
