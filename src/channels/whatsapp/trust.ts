/** Where the WhatsApp network is, when it is not WhatsApp's own: a simulator. */
export interface Network {
  /** ws:// or wss:// address. */
  url: string;
  /** PEM of the authority that signed its media hosts. */
  ca?: string;
  /** How long (ms) each code to scan lives there. */
  codesLive?: number;
  /** How long (ms) it may take to answer a new socket. */
  answersWithin?: number;
}

let network: Network | undefined;

/** Points every later session elsewhere (BALCAO_WHATSAPP_URL, BALCAO_WHATSAPP_CA). */
export function pointTo(elsewhere: Network | undefined): void {
  network = elsewhere;
  if (elsewhere?.ca) trust(elsewhere.ca);
}

export function elsewhere(): Network | undefined {
  return network;
}

const plainFetch = globalThis.fetch;

/**
 * Baileys moves files by `fetch` and has no option for an authority of one's own: it is trusted on loopback only, where the
 * caller brings no authority of their own.
 */
function trust(ca: string): void {
  const client = Deno.createHttpClient({ caCerts: [ca] });
  globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
    return plainFetch(input, isLocal ? { client, ...init } as RequestInit : init);
  };
}
