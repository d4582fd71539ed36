import type { ProofAsked } from "../../src/contract/companies.ts";

/** Tried between two looks at whether somebody wants to do something else. */
const AT_ONCE = 256;

/**
 * The work that the server asks for while many sign up at once: a number that makes the SHA-256 of `challenge:number` begin
 * with so many zero bits. Undefined where the browser cannot reckon it (without https).
 */
export async function prove(
  { challenge, bits }: ProofAsked,
): Promise<{ challenge: string; nonce: number } | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const encoder = new TextEncoder();
  const isGood = async (nonce: number) => {
    const digest = await crypto.subtle.digest("SHA-256", encoder.encode(`${challenge}:${nonce}`));
    return new DataView(digest).getUint32(0) >>> (32 - bits) === 0;
  };
  for (let from = 0;; from += AT_ONCE) {
    const found = await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => isGood(from + nth)));
    const nonce = found.indexOf(true);
    if (nonce >= 0) return { challenge, nonce: from + nonce };
  }
}
