import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, test } from "vitest";
import type { Refusal } from "../contract/errors.ts";
import { aCertificate, type Certified, p12Of } from "../testing/certificates.ts";
import { readCertificate } from "./certificate.ts";

let ca: Certified, own: Certified, expired: Certified;
beforeAll(async () => {
  ca = await aCertificate({ name: "Banco CA" });
  [own, expired] = await Promise.all([
    aCertificate({ name: "Provedor", by: ca }),
    aCertificate({ name: "Provedor", by: ca, days: -1 }),
  ]);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const faultOf = (work: Promise<unknown>) =>
  work.then(() => "no fault", ({ code, rest }: Refusal) => [code, (rest?.detail as { reason: string })?.reason]);
const base64 = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, "");

describe("what a bank gives to download is read", () => {
  test.each<[string, () => Uint8Array]>([
    ["a .p12 with an empty passphrase", () => p12Of(own)],
    ["a .p12 with no passphrase at all", () => p12Of(own, { passphrase: null })],
    ["a .p12 of today's cipher", () => p12Of(own, { algorithm: "aes256" })],
    ["a PEM, the certificate first", () => bytes(own.cert + own.key)],
    ["a PEM of Windows, the key first", () => bytes((own.key + own.cert).replaceAll("\n", "\r\n"))],
    ["a PEM with words around it", () => bytes(`Bag Attributes\n${own.cert}Key Attributes: <none>\n${own.key}`)],
  ])("%s", async (_, file) => {
    const { cert, key } = await readCertificate(file(), "producao.p12");
    expect(base64(cert)).toBe(base64(own.cert));
    // The key may be written in another way and is the same: the certificate was found by it.
    expect(key).toMatch(/^-----BEGIN (RSA )?PRIVATE KEY-----\n[\s\S]+-----END (RSA )?PRIVATE KEY-----\n$/);
  });

  test("our own certificate comes first, however the file has them", async () => {
    for (const file of [p12Of(own, { with: ca }), bytes(ca.cert + own.cert + own.key)]) {
      const { cert } = await readCertificate(file, "x.p12");
      expect(base64(cert)).toBe(base64(own.cert) + base64(ca.cert));
    }
  });

  test("what was read and is read again stays as it is", async () => {
    const first = await readCertificate(p12Of(own, { with: ca }), "x.p12");
    expect(await readCertificate(bytes(first.cert + first.key), "x.pem")).toEqual(first);
  });
});

describe("anything else is refused", () => {
  test.each<[string, () => Uint8Array, string, string]>([
    ["a .p12 with a passphrase", () => p12Of(own, { passphrase: "segredo" }), "a.p12", "passphrase"],
    ["half a .p12", () => p12Of(own).slice(0, 500), "a.p12", "unreadable"],
    [
      "a .p12 with a bit turned",
      () => p12Of(own).map((byte, nth) => nth === 700 ? byte ^ 1 : byte),
      "a.p12",
      "passphrase",
    ],
    ["a picture", () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47), "a.png", "no_certificate"],
    ["nothing", () => new Uint8Array(), "a.pem", "no_certificate"],
    ["a certificate alone", () => bytes(own.cert), "a.pem", "no_key"],
    ["a key alone", () => bytes(own.key), "a.pem", "no_certificate"],
    ["a certificate with another's key", () => bytes(own.cert + ca.key), "a.pem", "other_key"],
    [
      "a key with a passphrase",
      () => bytes(own.cert + own.key.replaceAll("PRIVATE", "ENCRYPTED PRIVATE")),
      "a.pem",
      "passphrase",
    ],
    [
      "a key that is none",
      () => bytes(`${own.cert}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`),
      "a.pem",
      "unreadable",
    ],
    ["one of last year", () => bytes(expired.cert + expired.key), "a.pem", "expired"],
  ])("%s", async (_, file, name, reason) => {
    expect(await faultOf(readCertificate(file(), name))).toEqual(["ERR_CERTIFICATE", reason]);
  });

  test("also a DER that is no .p12", async () => {
    expect(await faultOf(readCertificate(Buffer.from(base64(own.cert), "base64"), "a.cer")))
      .toEqual(["ERR_CERTIFICATE", "unreadable"]);
  });
});
