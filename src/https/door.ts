import { httpsAddress } from "../platform/https_config.ts";

/** What is answered to an authority's challenges: token → key authorization (RFC 8555 §8.3). */
export type Answers = Map<string, string>;

const CHALLENGE = "/.well-known/acme-challenge/";

interface Ways {
  domains: readonly string[];
  /** Where https is served. */
  port: number;
  answers: Answers;
}

/** The plain door: it answers challenges and leads everybody else to https, with method and body as they came (308). */
export function plainDoor({ domains, port, answers }: Ways): (request: Request) => Response {
  return (request) => {
    const { hostname, pathname, search } = new URL(request.url);
    if (pathname.startsWith(CHALLENGE)) {
      const answer = answers.get(pathname.slice(CHALLENGE.length));
      return answer === undefined
        ? new Response("Not found", { status: 404 })
        : new Response(answer, { headers: { "content-type": "application/octet-stream" } });
    }
    // A made-up Host leads nowhere else.
    const host = domains.includes(hostname) ? hostname : domains[0]!;
    return Response.redirect(`${httpsAddress(host, port)}${pathname}${search}`, 308);
  };
}

/** Other names of the server lead to its first one; undefined for a request that has come to that. */
export function toFirstName(request: Request, { domains, port }: Omit<Ways, "answers">): Response | undefined {
  const { hostname, pathname, search } = new URL(request.url);
  if (hostname === domains[0] || !domains.includes(hostname)) return undefined;
  return Response.redirect(`${httpsAddress(domains[0]!, port)}${pathname}${search}`, 308);
}
