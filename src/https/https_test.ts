import { X509Certificate } from "node:crypto";
import { request as requestHttps } from "node:https";
import { createServer } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../app/serve.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { keysFrom } from "../platform/keys.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aPort } from "../testing/a_port.ts";
import { aPebble, type Pebble } from "../testing/pebble.ts";
import { type Doors, openDoors } from "./doors.ts";
import { readKept } from "./kept_certificate.ts";

const keys = keysFrom(new Uint8Array(32).fill(7));
const NAMES = ["desk.example", "www.desk.example"];
const SOON = [300, 300];
const LOGIN = JSON.stringify({ email: "ana@aurora.test", password: DEMO_PASSWORD });

interface World {
  folder: string;
  authority: Pebble;
  open(domains?: string[]): Promise<Doors>;
}

async function aWorld(validity?: number): Promise<World> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-https-" });
  const httpPort = aPort(), authority = await aPebble({ httpPort, validity });
  onTestFinished(async () => {
    await authority.close();
    await Deno.remove(folder, { recursive: true });
  });
  const open = async (domains = NAMES) => {
    const { directory, ca } = authority;
    const https = { domains, directory, ca, email: "lia@desk.example", httpPort, httpsPort: 0 };
    const doors = await openDoors({ host: "127.0.0.1", https, folder, keys, againAfter: SOON }, answer);
    onTestFinished(() => doors.shutdown());
    return doors;
  };
  return { folder, authority, open };
}

/** What stands behind the doors: it says who asks, and echoes what a socket says. */
function answer(request: Request, { remoteAddr }: { remoteAddr: { hostname: string } }): Response | Promise<Response> {
  if (request.headers.get("upgrade") === "websocket") {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onmessage = ({ data }) => socket.send(`heard ${data}`);
    return response;
  }
  const said = { from: remoteAddr.hostname, path: new URL(request.url).pathname };
  return request.method === "POST"
    ? request.arrayBuffer().then((body) => Response.json({ ...said, bytes: body.byteLength }))
    : Response.json(said);
}

interface Asked {
  name?: string;
  path?: string;
  ca?: string;
  body?: Uint8Array;
}

/** A browser that believes that a name leads here; without an authority it believes any certificate. */
function ask(port: number, { name = NAMES[0]!, path = "/", ca, body }: Asked = {}) {
  return new Promise<{ status: number; location?: string; text: string; certificate: X509Certificate }>(
    (resolve, reject) => {
      const trust = ca ? { ca } : { rejectUnauthorized: false };
      const asked = { host: "127.0.0.1", port, path, servername: name, headers: { host: name }, agent: false as const };
      const sent = requestHttps({ ...asked, ...trust, method: body ? "POST" : "GET" }, (answer) => {
        const certificate = new X509Certificate((answer.socket as TLSSocket).getPeerCertificate().raw);
        let text = "";
        answer.on("data", (part) => text += part).on("end", () => {
          const { location } = answer.headers;
          resolve({ status: answer.statusCode!, ...(location ? { location } : {}), text, certificate });
        });
      });
      sent.on("error", reject);
      sent.end(body);
    },
  );
}

const askPlainly = (port: number, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init }).then(async (answer) => {
    await answer.body?.cancel();
    return [answer.status, answer.headers.get("location")];
  });

test("a certificate is asked for and shown; the plain door and other names lead to the first one", async () => {
  const { authority, folder, open } = await aWorld();
  await authority.start();
  const doors = await open(), port = await until(doors.httpsPort), ca = await authority.root();
  const first = await ask(port, { ca, path: "/tickets" });
  expect([first.status, JSON.parse(first.text)]).toEqual([200, { from: "127.0.0.1", path: "/tickets" }]);
  expect(first.certificate.subjectAltName).toBe("DNS:desk.example, DNS:www.desk.example");
  expect(JSON.parse((await ask(port, { ca, body: new Uint8Array(20_000_000) })).text)).toMatchObject({
    bytes: 20_000_000,
  });
  expect(await ask(port, { ca, name: NAMES[1]!, path: "/a?b=c" })).toMatchObject({
    status: 308,
    location: `https://desk.example:${port}/a?b=c`,
  });
  expect(await askPlainly(doors.httpPort, "/login?x=1")).toEqual([308, `https://desk.example:${port}/login?x=1`]);
  expect(await askPlainly(doors.httpPort, "/.well-known/acme-challenge/unknown")).toEqual([404, null]);
  const path = `${folder}/server.certificate`;
  expect(Deno.statSync(path).mode! & 0o777).toBe(0o600);
  expect(new TextDecoder("latin1").decode(Deno.readFileSync(path))).not.toMatch(/PRIVATE KEY|CERTIFICATE/);
});

test("a certificate is renewed at two thirds of its life, and whoever is connected notices nothing", async () => {
  const { authority, open } = await aWorld(9);
  await authority.start();
  const doors = await open(), port = await until(doors.httpsPort);
  const { certificate: { serialNumber } } = await ask(port);
  const heard: string[] = [];
  const socket = await aSocket(port, (text) => void heard.push(text));
  let isOver = false, asked = 0;
  const asking = Promise.all([1, 2, 3].map(async () => {
    while (!isOver) {
      expect((await ask(port)).status).toBe(200);
      asked++;
    }
  }));
  await until(async () => (await ask(port)).certificate.serialNumber !== serialNumber);
  isOver = true;
  await asking;
  socket.send("still here");
  await until(() => heard.length > 0);
  expect(heard).toEqual(["heard still here"]);
  expect(asked).toBeGreaterThan(20);
  expect(doors.certificate()).toMatchObject({ failures: 0 });
  socket.close();
});

test(
  "without an authority in reach the kept certificate is shown, and without any the plain door stands alone until there is one",
  async () => {
    const { authority, open } = await aWorld();
    const doors = await open();
    await until(() => doors.certificate().failures > 1);
    expect(doors.httpsPort()).toBeUndefined();
    expect((await askPlainly(doors.httpPort, "/"))[0]).toBe(308);
    await authority.start();
    const { certificate: { serialNumber } } = await ask(await until(doors.httpsPort));
    await doors.shutdown();
    await authority.stop();
    const again = await open();
    expect((await ask(again.httpsPort()!)).certificate.serialNumber).toBe(serialNumber);
  },
);

test("a name that leads elsewhere gets none, and gets one as soon as it leads here", async () => {
  const { authority, open } = await aWorld();
  await authority.start();
  await authority.lead("shop.example", "127.0.0.99");
  const doors = await open(["shop.example"]);
  await until(() => doors.certificate().failures > 0);
  expect([doors.httpsPort(), doors.certificate().failure]).toEqual([
    undefined,
    expect.stringContaining("shop.example"),
  ]);
  await authority.lead("shop.example", "127.0.0.1");
  expect((await ask(await until(doors.httpsPort), { name: "shop.example" })).status).toBe(200);
});

test("whoever asks again and again is one account, also after a restart", async () => {
  const { authority, folder, open } = await aWorld();
  const doors = await open();
  await until(() => doors.certificate().failures > 1);
  const account = () => readKept(folder, keys)!.accountKey, first = account();
  await doors.shutdown();
  await authority.start();
  await until((await open()).httpsPort);
  expect([account(), readKept(folder, keys)!.certificate!.domains]).toEqual([first, NAMES]);
});

test("another list of names has another certificate", async () => {
  const { authority, open } = await aWorld();
  await authority.start();
  const one = await open(["desk.example"]);
  await until(one.httpsPort);
  await one.shutdown();
  const both = await open();
  expect((await ask(await until(both.httpsPort))).certificate.subjectAltName).toContain("www.desk.example");
});

test("a port that is taken is said at once", async () => {
  const { open } = await aWorld();
  const doors = await open();
  await expect(open()).rejects.toThrow(`Port ${doors.httpPort} is in use`);
});

test("who comes to the inner port by a way of their own is sent away", async () => {
  const { authority, open } = await aWorld();
  await authority.start();
  const doors = await open();
  await until(doors.httpsPort);
  const inner = doors.innerPort;
  const answer = await fetch(`http://127.0.0.1:${inner}/`, { headers: { "x-forwarded-for": "9.9.9.9" } });
  expect([answer.status, await answer.text()]).toEqual([421, "Misdirected Request"]);
});

test("the whole server behind it: its address is https, and browsers are told to use nothing else", async () => {
  const httpPort = aPort(), httpsPort = aPort(), authority = await aPebble({ httpPort }), data = await aDataFolder();
  await authority.start();
  const { directory, ca } = authority, https = { domains: NAMES, directory, ca, httpPort, httpsPort };
  const publicUrl = `https://desk.example:${httpsPort}`;
  const nowhere = { whatsappUrl: "ws://127.0.0.1:9", whatsappCa: undefined };
  const server = await serve({ port: 0, host: "127.0.0.1", data, publicUrl, demo: false, https, ...nowhere });
  onTestFinished(async () => {
    await server.stop();
    await authority.close();
    await Deno.remove(data, { recursive: true });
  });
  expect(server.address).toBe(publicUrl);
  await until(() => server.certificate!().until);
  const curl = async (path: string, ...words: string[]) => {
    const args = [
      "-ski",
      "-m",
      "40",
      // A certificate of the test's authority is soon renewed, and the port with it.
      "--retry",
      "3",
      "--retry-all-errors",
      "--resolve",
      `desk.example:${httpsPort}:127.0.0.1`,
      ...words,
      `${publicUrl}${path}`,
    ];
    return new TextDecoder().decode((await new Deno.Command("curl", { args }).output()).stdout);
  };
  expect(await curl("/api/health")).toMatch(/^strict-transport-security: max-age=\d{8}/m);
  const logIn = (origin: string) =>
    curl("/api/auth/login", "-H", "content-type: application/json", "-H", `origin: ${origin}`, "-d", LOGIN);
  expect(await logIn(publicUrl)).toMatch(/^set-cookie: .*; Secure/mi);
  expect(await logIn("https://elsewhere.example")).toContain("ERR_FOREIGN_ORIGIN");
});

/** A socket through the doors, whatever the certificate's authority. */
async function aSocket(port: number, hear: (text: string) => void) {
  // Deno's WebSocket believes only authorities that it knows: a small relay takes the TLS off.
  const relay = createServer((near) => {
    const far = connect({ host: "127.0.0.1", port, servername: NAMES[0]!, rejectUnauthorized: false });
    near.pipe(far);
    far.pipe(near);
    for (const end of [near, far]) end.on("error", () => {}).on("close", () => (near.destroy(), far.destroy()));
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", () => resolve()));
  const at = (relay.address() as { port: number }).port;
  const socket = new WebSocket(`ws://127.0.0.1:${at}/`);
  socket.onmessage = ({ data }) => hear(String(data));
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  return { send: (text: string) => socket.send(text), close: () => (socket.close(), relay.close()) };
}
