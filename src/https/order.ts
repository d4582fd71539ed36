import { Agent } from "node:https";
import { BadCommand } from "../platform/config.ts";
import type { Certificate, Kept } from "./kept_certificate.ts";
import type { Answers } from "./door.ts";

export interface Ordering {
  domains: readonly string[];
  /** The authority's directory (RFC 8555 §7.1.1). */
  directory: string;
  /** Where the authority writes when something is wrong; it may be left out. */
  email?: string;
  /** The authority of the authority's own server (PEM), where browsers do not know it. */
  ca?: string;
  /** Where the authority finds what we answer its challenges. */
  answers: Answers;
}

/** The key of a new account, as PEM. The account itself comes about with the first order. */
export async function newAccountKey(): Promise<string> {
  return (await (await theClient()).crypto.createPrivateEcdsaKey()).toString();
}

/**
 * Asks an authority for a certificate (RFC 8555) by http-01 (§8.3), as the account that is kept. Throws what the authority
 * refuses, and whatever the network does.
 */
export async function orderCertificate(
  { domains, directory, email, ca, answers }: Ordering,
  { accountKey, accountUrl }: Kept,
): Promise<Kept & { certificate: Certificate }> {
  const acme = await theClient();
  // What a proxy or an inner authority answers is seen by this agent alone; nobody waits for an answer for ever.
  acme.axios.defaults.httpsAgent = new Agent(ca ? { ca } : {});
  const settings = acme.axios.defaults as { timeout?: number; acmeSettings?: { retryMaxAttempts: number } };
  settings.timeout = 30_000;
  // Whoever calls this tries again, with patience; the library would hold a failure back for more than a minute.
  if (settings.acmeSettings) settings.acmeSettings.retryMaxAttempts = 0;
  const client = new acme.Client({ directoryUrl: directory, accountKey, accountUrl });
  const [key, csr] = await acme.crypto.createCsr(
    { commonName: domains[0], altNames: [...domains] },
    await acme.crypto.createPrivateEcdsaKey(),
  );
  const cert = await client.auto({
    csr,
    ...(email ? { email } : {}),
    termsOfServiceAgreed: true,
    challengePriority: ["http-01"],
    // A machine behind a router may not reach itself by its own name.
    skipChallengeVerification: true,
    challengeCreateFn: async (_authorization, { token }, answer) => void answers.set(token, answer),
    challengeRemoveFn: async (_authorization, { token }) => void answers.delete(token),
  });
  if (!cert.includes("BEGIN CERTIFICATE")) throw new BadCommand(`${directory} gave no certificate`);
  const certificate = { cert, key: key.toString(), domains: [...domains], directory };
  return { accountKey, accountUrl: client.getAccountUrl(), directory, certificate };
}

type Client = typeof import("acme-client");

/** Loaded here only: servers behind a proxy do without. Packed, all that it exports is its default. */
async function theClient(): Promise<Client> {
  const loaded: Client & { default?: Client } = await import("acme-client");
  return loaded.default ?? loaded;
}
