import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import forge from "node-forge";

/** A certificate with its key, as PEM. */
export interface Certified {
  cert: string;
  key: string;
}

const DAY = 86_400_000;

export interface CertificateOf {
  name: string;
  /** Whoever signs it; by itself where this is left out, and then it may sign others. */
  by?: Certified;
  /** From a year ago until then (days from now). */
  days?: number;
}

/** A certificate for localhost, for servers and their clients. */
export async function aCertificate({ name, by, days = 30 }: CertificateOf): Promise<Certified> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${crypto.randomUUID().replaceAll("-", "")}`;
  certificate.validity.notBefore = new Date(Date.now() - 365 * DAY);
  certificate.validity.notAfter = new Date(Date.now() + days * DAY);
  certificate.setSubject([{ name: "commonName", value: name }]);
  certificate.setIssuer(by ? forge.pki.certificateFromPem(by.cert).subject.attributes : certificate.subject.attributes);
  certificate.setExtensions(by ? OF_ONE : OF_AN_AUTHORITY);
  certificate.sign(forge.pki.privateKeyFromPem(by?.key ?? privateKey), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: privateKey };
}

const OF_AN_AUTHORITY = [{ name: "basicConstraints", cA: true }, { name: "keyUsage", keyCertSign: true }];
const OF_ONE = [
  { name: "basicConstraints", cA: false },
  { name: "keyUsage", digitalSignature: true, keyEncipherment: true },
  { name: "extKeyUsage", serverAuth: true, clientAuth: true },
  { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }, { type: 7, ip: "127.0.0.1" }] },
];

/** The same as a .p12 file, with its authority; `passphrase` null writes it without any, which is not the empty one. */
export function p12Of({ cert, key }: Certified, { with: authority, passphrase = "", algorithm = "3des" }: {
  with?: Certified;
  passphrase?: string | null;
  algorithm?: "3des" | "aes256";
} = {}): Uint8Array {
  const chain = [cert, ...(authority ? [authority.cert] : [])].map((pem) => forge.pki.certificateFromPem(pem));
  const asn1 = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(key), chain, passphrase, { algorithm });
  return Uint8Array.from(forge.asn1.toDer(asn1).getBytes(), (letter: string) => letter.charCodeAt(0));
}
