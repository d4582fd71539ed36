import { sha256 } from "@whiskeysockets/baileys";
import { type Certificate, makeHostCertificate } from "./certificates.ts";

/** Where encrypted files lie, under the path that messages carry. */
export interface MediaStore {
  put(file: Uint8Array): { url: string; directPath: string };
  get(path: string): Buffer | undefined;
  /** The host has let a file go, or has it again. */
  lose(path: string, isLost: boolean): void;
}

export interface MediaHost extends MediaStore {
  /** Host and port, as clients are told. */
  address: string;
  port: number;
  stop(): Promise<void>;
}

export interface MediaHostOptions {
  authority: Certificate;
  host: string;
  /** The name or address that clients are told, when it differs from what is listened on. */
  name: string;
  port?: number;
  /** Files are kept here; in memory only when left out. */
  folder?: string;
}

/** Serves encrypted files over https, because clients ask nothing else. */
export function startMediaHost({ authority, host, name, port = 0, folder }: MediaHostOptions): MediaHost {
  const files = folder === undefined ? inMemory() : inFolder(folder);
  const lost = new Set<string>();
  const { certificate, key } = makeHostCertificate(authority, [...new Set([name, "127.0.0.1", "localhost"])]);
  const tls = { cert: certificate, key };
  const server = Deno.serve({ ...tls, port, hostname: host, onListen: () => {} }, (request) => answer(store, request));
  const address = `${name}:${server.addr.port}`;
  const store: MediaHost = {
    address,
    port: server.addr.port,
    put(file) {
      const token = sha256(Buffer.from(file)).toString("base64url");
      files.put(token, file);
      const directPath = `/v/${token}`;
      return { directPath, url: `https://${address}${directPath}` };
    },
    get: (path) => lost.has(path) ? undefined : files.get(/^\/v\/([\w-]{43})$/.exec(path)?.[1] ?? ""),
    lose: (path, isLost) => void (isLost ? lost.add(path) : lost.delete(path)),
    stop: () => server.shutdown(),
  };
  return store;
}

async function answer(store: MediaStore, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method === "POST") {
    const { url, directPath } = store.put(await request.bytes());
    if (!pathname.startsWith("/mms/") || !pathname.endsWith(directPath.slice("/v".length))) {
      return Response.json({ error: "The path does not name this file's checksum" }, { status: 400 });
    }
    return Response.json({ url, direct_path: directPath });
  }
  const file = store.get(pathname);
  return file ? new Response(new Uint8Array(file)) : new Response("Not found", { status: 404 });
}

interface Files {
  put(token: string, file: Uint8Array): void;
  get(token: string): Buffer | undefined;
}

function inMemory(): Files {
  const files = new Map<string, Buffer>();
  return { put: (token, file) => files.set(token, Buffer.from(file)), get: (token) => files.get(token) };
}

function inFolder(folder: string): Files {
  Deno.mkdirSync(folder, { recursive: true });
  return {
    put: (token, file) => Deno.writeFileSync(`${folder}/${token}`, file),
    get(token) {
      try {
        return token ? Buffer.from(Deno.readFileSync(`${folder}/${token}`)) : undefined;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    },
  };
}
