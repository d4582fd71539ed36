/** How the server speaks https by itself. */
export interface HttpsConfig {
  /** The names that lead here; the first is the server's address, the others lead to it. */
  domains: string[];
  /** Where the certificate's authority writes when something is wrong; it may be left out. */
  email?: string;
  /** The authority's directory (RFC 8555 §7.1.1). */
  directory: string;
  /** A PEM file with the authority of the authority's own server, where browsers do not know it. */
  ca?: string;
  httpPort: number;
  httpsPort: number;
}

export interface HttpsFlags {
  domain?: string[];
  acmeEmail?: string;
  acmeDirectory?: string;
  httpPort?: string;
  httpsPort?: string;
}

/** Where certificates are asked for, unless somebody names another authority: Let's Encrypt. */
const USUAL_DIRECTORY = "https://acme-v02.api.letsencrypt.org/directory";
/** A host name with a dot in it (RFC 1123 §2.1), and no address: authorities give certificates for no others. */
const DOMAIN = /^(?=.{4,253}$)(?!.*\.\d+$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Nothing without a domain; `refuse` is called with a sentence about what was written wrongly. */
export function readHttps(
  flags: HttpsFlags,
  env: (name: string) => string | undefined,
  refuse: (sentence: string) => never,
): HttpsConfig | undefined {
  const named = flags.domain ?? env("BALCAO_DOMAIN")?.split(",");
  const domains = (named ?? []).map((name) => name.trim().toLowerCase()).filter(Boolean);
  if (domains.length === 0) return undefined;
  const directory = flags.acmeDirectory ?? env("BALCAO_ACME_DIRECTORY") ?? USUAL_DIRECTORY;
  for (const name of domains) {
    // An authority of one's own may know the machine by it.
    if (!DOMAIN.test(name) && (name !== "localhost" || directory === USUAL_DIRECTORY)) {
      refuse(`--domain takes a name such as desk.example.com, not ${name}`);
    }
  }
  if (!/^https:\/\/[^/]/.test(directory) || !URL.canParse(directory)) {
    refuse("--acme-directory takes the https:// address of an authority's directory");
  }
  const email = flags.acmeEmail ?? env("BALCAO_ACME_EMAIL");
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) refuse("--acme-email takes an e-mail address");
  const port = (flag: string, given: string | undefined, usual: number) => {
    const port = Number(given ?? usual);
    if (given === "" || !Number.isInteger(port) || port < 0 || port > 65535) {
      refuse(`${flag} takes a number from 0 to 65535`);
    }
    return port;
  };
  return {
    domains: [...new Set(domains)],
    ...(email ? { email } : {}),
    directory,
    ca: env("BALCAO_ACME_CA"),
    httpPort: port("--http-port", flags.httpPort ?? env("BALCAO_HTTP_PORT"), 80),
    httpsPort: port("--https-port", flags.httpsPort ?? env("BALCAO_HTTPS_PORT"), 443),
  };
}

/** https://desk.example, with the port where it is not the usual one. */
export function httpsAddress(domain: string, port: number): string {
  return `https://${domain}${port === 443 ? "" : `:${port}`}`;
}
