import { Buffer } from "node:buffer";
import forge from "node-forge";
import { refuseCertificate } from "./certificate_fault.ts";

interface Bag {
  key?: unknown;
  cert?: unknown;
  /** What the library could not read further: a key that is no RSA key, and a certificate of one. */
  asn1?: unknown;
}

/** A .p12 file as PEM: its key and all its certificates. In a file of its own, because the library comes with it. */
export function pemOfP12(bytes: Uint8Array, fileName: string): string {
  const p12 = opened(asn1Of(bytes, fileName));
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = forge.pki.oids;
  const keys = [...bagsOf(p12, pkcs8ShroudedKeyBag!), ...bagsOf(p12, keyBag!)].map(keyPem);
  return [...keys.slice(0, 1), ...bagsOf(p12, certBag!).map(certificatePem)].join("\n");
}

function asn1Of(bytes: Uint8Array, fileName: string) {
  try {
    return forge.asn1.fromDer(Buffer.from(bytes).toString("latin1"));
  } catch {
    return refuseCertificate(/\.(p12|pfx)$/i.test(fileName) ? "unreadable" : "no_certificate");
  }
}

/** Some tools write "no passphrase" as an empty one, some as none at all; the two are encrypted differently. */
function opened(asn1: unknown) {
  for (const passphrase of ["", undefined]) {
    try {
      return forge.pkcs12.pkcs12FromAsn1(asn1, false, passphrase);
    } catch (error) {
      const isLocked = /password|MAC/i.test(String(error));
      if (passphrase === undefined || !isLocked) refuseCertificate(isLocked ? "passphrase" : "unreadable");
    }
  }
}

function bagsOf(p12: { getBags(by: { bagType: string }): Record<string, Bag[]> }, bagType: string): Bag[] {
  return p12.getBags({ bagType })[bagType] ?? [];
}

function keyPem({ key, asn1 }: Bag): string {
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
  return forge.pki.privateKeyInfoToPem(info);
}

function certificatePem({ cert, asn1 }: Bag): string {
  if (cert) return forge.pki.certificateToPem(cert);
  return forge.pem.encode({ type: "CERTIFICATE", body: forge.asn1.toDer(asn1).getBytes() });
}
