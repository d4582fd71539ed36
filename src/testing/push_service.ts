import { Buffer } from "node:buffer";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import type { PushPayload, Subscription } from "../contract/push.ts";

/** Something that reached a device. */
export interface Pushed {
  /** Which of the service's devices. */
  device: string;
  payload: PushPayload;
  headers: Headers;
  /** Of the plain text (bytes). */
  size: number;
}

/** A browser at the service, with the keys that only it knows. */
export interface Browser {
  name: string;
  subscription: Subscription;
  open(body: Uint8Array): string;
}

type Answer = (pushed: Pushed) => Response | Promise<Response>;

/**
 * A push service on this machine: it takes what servers send (RFC 8030), checks who they are (RFC 8292), and opens it as
 * the device would (RFC 8291). What is not as it must be is answered by 400, and stands in `faults`.
 */
export async function aPushService(serverKey: () => string | undefined) {
  const got: Pushed[] = [], faults: string[] = [], browsers = new Map<string, Browser>();
  let answer: Answer = () => new Response(null, { status: 201 }), underWay = 0, most = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const body = new Uint8Array(await request.arrayBuffer()), browser = browsers.get(new URL(request.url).pathname);
    if (!browser) return new Response(null, { status: 404 });
    most = Math.max(most, ++underWay);
    try {
      checkHeaders(request.headers, new URL(request.url).origin, serverKey());
      if (body.length > 4096) throw new Error(`${body.length} bytes are too many`);
      const plain = browser.open(body);
      const pushed = {
        device: browser.name,
        payload: JSON.parse(plain) as PushPayload,
        headers: request.headers,
        size: Buffer.byteLength(plain),
      };
      const answered = await answer(pushed);
      got.push(pushed);
      return answered;
    } catch (error) {
      faults.push((error as Error).message);
      return new Response(null, { status: 400 });
    } finally {
      underWay--;
    }
  });
  return {
    got,
    faults,
    host: "127.0.0.1",
    /** What a device has before it, newest last: shown, and taken back. */
    shownOn: (name: string) =>
      got.filter((each) => each.device === name).map(({ payload }) => "title" in payload ? payload.title : payload),
    /** How many were asked for at once. */
    most: () => most,
    answers: (next: Answer) => void (answer = next),
    browser(name: string): Browser {
      const browser = aBrowser(name, `http://127.0.0.1:${server.addr.port}/push/${name}-${crypto.randomUUID()}`);
      browsers.set(new URL(browser.subscription.endpoint).pathname, browser);
      return browser;
    },
    stop: () => server.shutdown(),
  };
}

function aBrowser(name: string, endpoint: string): Browser {
  const keys = createECDH("prime256v1"), auth = randomBytes(16);
  keys.generateKeys();
  const p256dh = keys.getPublicKey();
  return {
    name,
    subscription: { endpoint, keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") } },
    open(body) {
      // The header of RFC 8188 §2.1: salt, record size, length of the key's id, the sender's public key.
      const bytes = Buffer.from(body), salt = bytes.subarray(0, 16), length = bytes[20]!;
      const sender = bytes.subarray(21, 21 + length), sealed = bytes.subarray(21 + length);
      const shared = keys.computeSecret(sender);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender]);
      const secret = hkdf(shared, auth, info, 32);
      const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const opener = createDecipheriv("aes-128-gcm", key, nonce);
      opener.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
      // Padding: a delimiter of 2 ends the last record, zeros follow it (RFC 8188 §2).
      const end = plain.lastIndexOf(2);
      if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("the padding is wrong");
      return plain.subarray(0, end).toString();
    },
  };
}

function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

function checkHeaders(headers: Headers, origin: string, serverKey: string | undefined): void {
  const ttl = headers.get("ttl"), topic = headers.get("topic");
  if (headers.get("content-encoding") !== "aes128gcm") throw new Error("it is not encrypted as it must be");
  if (!ttl || !/^\d+$/.test(ttl)) throw new Error("it does not say how long it is kept");
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) throw new Error("its topic cannot be one");
  checkVapid(headers.get("authorization") ?? "", origin, serverKey);
}

/** `vapid t=<JWT>, k=<key>` (RFC 8292 §3), signed by the key that the browser was subscribed with. */
function checkVapid(authorization: string, origin: string, serverKey: string | undefined): void {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (!token || !key) throw new Error("it does not say from whom it is");
  if (serverKey !== undefined && key !== serverKey) throw new Error("it is from another server");
  const [head, claims, signature] = token.split(".") as [string, string, string];
  const point = Buffer.from(key, "base64url"), x = point.subarray(1, 33), y = point.subarray(33);
  const jwk = { kty: "EC", crv: "P-256", x: x.toString("base64url"), y: y.toString("base64url") };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("its signature is wrong");
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const left = exp - Date.now() / 1000;
  if (aud !== origin) throw new Error(`it is for ${aud}`);
  if (!(left > 0 && left <= 86_400)) throw new Error("it is valid for too long, or no more");
  if (!/^(mailto:|https:\/\/)/.test(sub)) throw new Error("nobody can be asked about it");
}
