import { Buffer } from "node:buffer";
import { X509Certificate } from "node:crypto";
import * as z from "zod/mini";
import type { Keys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";

/** What is kept of the account at the authority and of the certificate that it gave. */
const Kept = z.object({
  /** The account's key, as PEM, and where the authority keeps the account. */
  accountKey: z.string(),
  accountUrl: z.optional(z.string()),
  /** Of which authority it is one. */
  directory: z.string(),
  /** The chain and its key, as PEM, for which names and of which authority; nothing until the first was given. */
  certificate: z.optional(z.object({
    cert: z.string(),
    key: z.string(),
    domains: z.array(z.string()),
    directory: z.string(),
  })),
});
export type Kept = z.infer<typeof Kept>;

export type Certificate = NonNullable<Kept["certificate"]>;

/** One file, so that a chain never lies beside another's key; `server.` names what is the server's own in a data folder. */
function pathIn(folder: string): string {
  return `${folder}/server.certificate`;
}

/** What was kept; nothing where there is none, or where it is of another server's key or damaged: then it is asked for anew. */
export function readKept(folder: string, keys: Keys): Kept | undefined {
  try {
    const opened = keys.unseal(Deno.readFileSync(pathIn(folder)));
    return Kept.parse(JSON.parse(new TextDecoder().decode(opened)));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      log.warn(`${pathIn(folder)} cannot be read: another certificate is asked for`, { error });
    }
    return undefined;
  }
}

/** Sealed by the server's key: a copy of the folder without `server.key` gives nobody the certificate's. */
export function writeKept(folder: string, keys: Keys, kept: Kept): void {
  const path = pathIn(folder), beside = `${path}.new`;
  const file = Deno.openSync(beside, { write: true, create: true, truncate: true, mode: 0o600 });
  try {
    const sealed = keys.seal(Buffer.from(JSON.stringify(kept)));
    for (let at = 0; at < sealed.length;) at += file.writeSync(sealed.subarray(at));
    file.syncSync();
  } finally {
    file.close();
  }
  Deno.renameSync(beside, path);
}

export interface Life {
  /** ms */
  from: number;
  until: number;
}

/** From when until when a certificate is good: of its chain the first is the server's own. */
export function lifeOf({ cert }: Pick<Certificate, "cert">): Life {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { from: Date.parse(validFrom), until: Date.parse(validTo) };
}

/** When a certificate is to be renewed (ms): after two thirds of its life, as Let's Encrypt asks for. */
export function renewalOf({ from, until }: Life): number {
  return from + (until - from) * 2 / 3;
}

/** Whether a certificate is for just these names. */
export function isFor({ domains }: Certificate, wanted: readonly string[]): boolean {
  return [...domains].sort().join() === [...wanted].sort().join();
}
