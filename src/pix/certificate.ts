import { Buffer } from "node:buffer";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { Refusal } from "../contract/errors.ts";
import { refuseCertificate } from "./certificate_fault.ts";

/** What proves to a bank who we are, as PEM texts; `cert` may have the authorities above it after it. */
export interface ClientCertificate {
  cert: string;
  key: string;
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const KEY = /-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----[^-]+-----END \1-----/;

/**
 * Reads what a bank gives its customers to download: a .p12 without a passphrase (Efí's have none), or a PEM with the
 * certificate and its key. Anything else is refused with ERR_CERTIFICATE, whose `detail.reason` is `unreadable`,
 * `passphrase`, `no_certificate`, `no_key`, `other_key` or `expired`.
 */
export async function readCertificate(
  bytes: Uint8Array,
  fileName: string,
  now = Date.now(),
): Promise<ClientCertificate> {
  const text = Buffer.from(bytes).toString("latin1");
  const read = text.includes("-----BEGIN ") ? text : await (await import("./p12.ts")).pemOfP12(bytes, fileName);
  const found = certificateIn(read);
  if (Date.parse(new X509Certificate(found.cert).validTo) < now) refuseCertificate("expired");
  return found;
}

/** The certificate in a PEM text, which also has its key; refused as by `readCertificate`, however old it is. */
export function certificateIn(pem: string): ClientCertificate {
  const key = KEY.exec(pem)?.[0], certificates = pem.match(CERTIFICATES) ?? [];
  if (!certificates.length) refuseCertificate("no_certificate");
  if (!key) refuseCertificate(/ENCRYPTED/.test(pem) ? "passphrase" : "no_key");
  const { own, others } = ownAmong(certificates, key);
  const lines = (text: string) => text.replace(/\r/g, "") + "\n";
  return { cert: [own.toString(), ...others].map(lines).join("").replace(/\n+/g, "\n"), key: lines(key) };
}

/** The certificate that the key is for; banks' files have those of their authorities, too, in any order. */
function ownAmong(certificates: string[], key: string): { own: X509Certificate; others: string[] } {
  try {
    const privateKey = createPrivateKey(key);
    const read = certificates.map((text) => new X509Certificate(text));
    const own = read.find((each) => each.checkPrivateKey(privateKey)) ?? refuseCertificate("other_key");
    return { own, others: certificates.filter((_, nth) => read[nth] !== own) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuseCertificate("unreadable");
  }
}
