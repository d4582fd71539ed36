import { milliseconds } from "date-fns/milliseconds";
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** PEM of a certificate and its private key. */
export interface Certificate {
  certificate: string;
  key: string;
}

const YEARS = 10;

/** An authority of our own, for the media host that clients demand https of. */
export function makeAuthority(): Certificate {
  const keys = makeKeys();
  return certify({ subject: AUTHORITY, keys, signedBy: keys.privateKey, extensions: AUTHORITY_EXTENSIONS });
}

/** A certificate for addresses and names, signed by the authority. */
export function makeHostCertificate(authority: Certificate, hosts: string[]): Certificate {
  const names = sequence(...hosts.map(hostName));
  const extensions = sequence(
    extension("2.5.29.19", sequence(), { critical: true }),
    extension("2.5.29.15", bits(0xa0, 5), { critical: true }), // digital signature, key encipherment
    extension("2.5.29.37", sequence(oid("1.3.6.1.5.5.7.3.1"))), // server authentication
    extension("2.5.29.17", names),
  );
  const signedBy = createPrivateKey(authority.key);
  return certify({ subject: "Balcão simulator media host", keys: makeKeys(), signedBy, extensions });
}

const AUTHORITY = "Balcão simulator authority";

const AUTHORITY_EXTENSIONS = sequence(
  extension("2.5.29.19", sequence(der(0x01, Buffer.from([0xff]))), { critical: true }), // may sign others
  extension("2.5.29.15", bits(0x06, 1), { critical: true }), // certificates and revocation lists
);

interface Request {
  subject: string;
  keys: Keys;
  signedBy: KeyObject;
  extensions: Buffer;
}

interface Keys {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** X.509 version 3 (RFC 5280), signed with ECDSA and SHA-256 (RFC 5758). */
function certify({ subject, keys, signedBy, extensions }: Request): Certificate {
  const algorithm = sequence(oid("1.2.840.10045.4.3.2"));
  const serial = randomBytes(8);
  serial.writeUInt8(serial.readUInt8() & 0x7f | 0x40); // positive, and never shorter
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name(AUTHORITY),
    sequence(time(-1), time(365 * YEARS)),
    name(subject),
    keys.publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, signedBy));
  const whole = sequence(body, algorithm, signature).toString("base64").replace(/.{64}/g, "$&\n").trimEnd();
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${whole}\n-----END CERTIFICATE-----\n`,
    key: keys.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

function makeKeys(): Keys {
  return generateKeyPairSync("ec", { namedCurve: "prime256v1" });
}

function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const hex = content.length.toString(16);
  const length = Buffer.from(hex.padStart(hex.length + hex.length % 2, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}

function sequence(...contents: Uint8Array[]): Buffer {
  return der(0x30, ...contents);
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const septets = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) septets.unshift(0x80 | left & 0x7f);
    return septets;
  });
  return der(0x06, Buffer.from(bytes));
}

function bits(value: number, unused: number): Buffer {
  return der(0x03, Buffer.from([unused, value]));
}

function name(text: string): Buffer {
  return sequence(der(0x31, sequence(oid("2.5.4.3"), der(0x0c, Buffer.from(text)))));
}

function time(days: number): Buffer {
  const iso = new Date(Date.now() + milliseconds({ days })).toISOString();
  return der(0x18, Buffer.from(`${iso.slice(0, 19).replace(/\D/g, "")}Z`));
}

function extension(id: string, value: Buffer, { critical = false } = {}): Buffer {
  const flag = critical ? [der(0x01, Buffer.from([0xff]))] : [];
  return sequence(oid(id), ...flag, der(0x04, value));
}

function hostName(host: string): Buffer {
  const isAddress = /^\d+(\.\d+){3}$/.test(host);
  return isAddress ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host));
}
