/** What belongs to one connection alone (RFC 9110 §7.6.1), and what the other side's fetch has made of a body. */
const NOT_PASSED = [
  "connection",
  "content-encoding",
  "content-length",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
/** Says that a server has passed it on already. */
const PASSED = "x-balcao-moved";
/** So long (ms) another server may take. */
const PATIENCE = 30_000;

/**
 * Asks another server what we were asked, for those who follow nobody elsewhere. It sees the asker's address where it trusts
 * this server as a proxy (x-forwarded-for). Throws where it does not answer.
 */
export async function forward(
  { method, url, headers, body }: Pick<Request, "method" | "url" | "headers"> & { body: BodyInit | null },
  { address, from }: { address: string; from: string },
): Promise<Response> {
  // Where a front door still leads here, this would have no end.
  if (headers.has(PASSED)) throw new Error(`${address} leads back to this server`);
  const { pathname, search } = new URL(url), passed = without(headers);
  passed.set(PASSED, "1");
  // A page of ours has asked, as those of the other server do.
  if (passed.has("origin")) passed.set("origin", address);
  passed.set("x-forwarded-for", from);
  const answer = await fetch(address + pathname + search, {
    ...{ method, headers: passed, body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) },
  });
  return new Response(answer.body, { status: answer.status, headers: without(answer.headers) });
}

function without(headers: Headers): Headers {
  const passed = new Headers(headers);
  for (const name of NOT_PASSED) passed.delete(name);
  return passed;
}
