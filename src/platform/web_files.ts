import { createHash } from "node:crypto";

interface WebFile {
  body: Uint8Array<ArrayBuffer>;
  /** The same by brotli, where the build has put it beside. */
  brotli?: Uint8Array<ArrayBuffer>;
  etag: string;
  type: string;
  isForever: boolean;
  isWorker: boolean;
}

const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  mp3: "audio/mpeg",
  wasm: "application/wasm",
};

/** The service worker, which may answer for every address of ours (W3C, Service Workers, §6.4). */
const WORKER = "/worker.js";

/** How the build calls a file that it has packed (vite.config.ts). */
const PACKED = ".br";

export interface WebFiles {
  /** What this address is answered with; nothing where it is no file and no page. */
  answer(request: Request): Response | undefined;
  /** Reads what nobody has asked for yet: from then on the folder may be cleaned away or built anew. */
  readRest(isStopping?: () => boolean): Promise<void>;
}

/**
 * The built SPA, held in memory: files by their path, each read when it is first asked for, and index.html for every
 * address that is the SPA's own, as `dress` makes it at that moment for that request.
 */
export function webFiles(folder: string, dress?: (html: string, request: Request) => string): WebFiles {
  const paths = new Set(walk(folder, "")), files = new Map<string, WebFile>();
  const find = (path: string) => {
    if (!paths.has(path) || path.endsWith(PACKED)) return undefined;
    const found = files.get(path) ?? load(folder, path, paths);
    if (found) files.set(path, found);
    return found;
  };
  const index = find("/index.html"), html = index && new TextDecoder().decode(index.body);
  const page = (found: WebFile, request: Request) =>
    dress && html !== undefined ? dressed(found, dress(html, request)) : found;
  return {
    answer(request) {
      const path = decodePath(new URL(request.url).pathname);
      if (path === undefined || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
      const found = find(path);
      if (found && found !== index) return answer(request, found);
      const isPage = found === index || !/\.\w+$/.test(path);
      return isPage && index ? answer(request, page(index, request)) : undefined;
    },
    async readRest(isStopping = () => false) {
      for (const path of paths) {
        if (isStopping()) return;
        find(path);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function* walk(folder: string, below: string): Generator<string> {
  let entries: Deno.DirEntry[] = [];
  try {
    entries = [...Deno.readDirSync(folder + below)];
  } catch { /* not built yet: the API is served without pages */ }
  for (const entry of entries) {
    if (entry.isDirectory) yield* walk(folder, `${below}/${entry.name}`);
    else yield `${below}/${entry.name}`;
  }
}

/** Nothing where the folder has it no more. */
function load(folder: string, path: string, paths: ReadonlySet<string>): WebFile | undefined {
  const body = read(folder + path);
  return body && {
    body,
    brotli: paths.has(path + PACKED) ? read(folder + path + PACKED) : undefined,
    etag: etagOf(body),
    type: TYPES[/\.(\w+)$/.exec(path)?.[1] ?? ""] ?? "application/octet-stream",
    isForever: path.startsWith("/assets/"),
    isWorker: path === WORKER,
  };
}

function read(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function dressed(index: WebFile, html: string): WebFile {
  const body = new TextEncoder().encode(html);
  return { ...index, body, brotli: undefined, etag: etagOf(body) };
}

function etagOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("base64url").slice(0, 22);
}

function answer(request: Request, { body, brotli, etag, type, isForever, isWorker }: WebFile): Response {
  const packed = brotli && takesBrotli(request) ? brotli : undefined;
  const headers = new Headers({
    etag: packed ? `"${etag}-br"` : `"${etag}"`,
    "content-type": type,
    "cache-control": isForever ? "public, max-age=31536000, immutable" : "no-cache",
    ...(isWorker && { "service-worker-allowed": "/" }),
    ...(brotli && { vary: "accept-encoding" }),
    ...(packed && { "content-encoding": "br" }),
  });
  // What is packed on its way, by us or a proxy, comes back with a mark that it is not the same to the byte.
  const known = request.headers.get("if-none-match")?.replace(/^W\//, "");
  if (known === headers.get("etag")) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : packed ?? body, { headers });
}

function takesBrotli({ headers }: Request): boolean {
  const taken = (headers.get("accept-encoding") ?? "").split(",").map((each) =>
    each.replaceAll(/\s/g, "").split(";q=")
  );
  return taken.some(([name, weight = "1"]) => name === "br" && Number(weight) > 0);
}
