import { describe, expect, onTestFinished, test } from "vitest";
import { forgiveAll } from "../access/attempts.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { readProxies } from "../platform/caller.ts";
import { ROOT } from "../root.ts";
import { aCertificate } from "../testing/certificates.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aPort } from "../testing/a_port.ts";
import { serve } from "./serve.ts";

/** The configuration that docs/operations.md shows. */
function documented(language: string): string {
  const text = Deno.readTextFileSync(`${ROOT}/docs/operations.md`);
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(text)![1]!;
}

interface Setting {
  /** Where the proxy listens, and the server behind it. */
  port: number;
  inner: number;
  folder: string;
}

/** Both as they are documented, but for ports and certificates. */
const PROXIES = {
  nginx: ({ port, inner, folder }: Setting) => {
    const site = documented("nginx").replace("listen 443", `listen 127.0.0.1:${port}`)
      .replace("127.0.0.1:3000", `127.0.0.1:${inner}`).replaceAll("$host", `$host:${port}`)
      .replace(/ssl_certificate {5}\S+/, `ssl_certificate ${folder}/own.pem;`)
      .replace(/ssl_certificate_key \S+/, `ssl_certificate_key ${folder}/own.key;`);
    const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) =>
      `${name}_temp_path ${folder}/${name};`
    );
    Deno.writeTextFileSync(
      `${folder}/nginx.conf`,
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${
        temp.join(" ")
      }\n${site}\n}`,
    );
    return ["nginx", "-c", `${folder}/nginx.conf`, "-e", `${folder}/error.log`];
  },
  caddy: ({ port, inner, folder }: Setting) => {
    const site = documented("caddy").replace(
      "desk.example {",
      `desk.example:${port} {\n  tls ${folder}/own.pem ${folder}/own.key`,
    )
      .replace("127.0.0.1:3000", `127.0.0.1:${inner}`);
    Deno.writeTextFileSync(`${folder}/Caddyfile`, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}\n`);
    return ["caddy", "run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"];
  },
};

async function behind(proxy: keyof typeof PROXIES) {
  forgiveAll();
  const port = aPort(), folder = await Deno.makeTempDir({ prefix: `balcao-${proxy}-` });
  const data = await aDataFolder(), publicUrl = `https://desk.example:${port}`;
  const server = await serve({
    ...{ port: 0, host: "127.0.0.1", data, publicUrl, demo: false },
    ...{ trustedProxies: readProxies("127.0.0.1")!, whatsappUrl: "ws://127.0.0.1:9", whatsappCa: undefined },
  });
  const { cert, key } = await aCertificate({ name: "localhost", by: await aCertificate({ name: "authority" }) });
  Deno.writeTextFileSync(`${folder}/own.pem`, cert);
  Deno.writeTextFileSync(`${folder}/own.key`, key);
  const [program, ...args] = PROXIES[proxy]({ port, inner: server.port, folder });
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = started(program!, args, env);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await child.status;
    await server.stop();
    await Deno.remove(folder, { recursive: true });
    await Deno.remove(data, { recursive: true });
  });
  /** What curl prints, asking as one of this machine's addresses. */
  const curl = async (path: string, words: string[] = [], from = "127.0.0.2") => {
    const to = ["--resolve", `desk.example:${port}:127.0.0.1`, "--interface", from, "-sk", "-i", "-m", "20"];
    const { stdout } = await new Deno.Command("curl", { args: [...to, ...words, `${publicUrl}${path}`] }).output();
    return new TextDecoder().decode(stdout);
  };
  await until(async () => (await curl("/api/health")).includes(`{"status":"ok"}`));
  const logIn = (password: string, words: string[] = [], from?: string) => {
    const body = JSON.stringify({ email: "ana@aurora.test", password });
    return curl("/api/auth/login", ["-H", "content-type: application/json", "-d", body, ...words], from);
  };
  return { curl, logIn, publicUrl, folder };
}

function started(program: string, args: string[], env: Record<string, string>): Deno.ChildProcess {
  try {
    return new Deno.Command(program, { args, env, stdout: "null", stderr: "null" }).spawn();
  } catch (error) {
    throw new Error(`${program} is not there: make proxies installs it (${error})`);
  }
}

const status = (text: string) => Number(/^HTTP\/[\d.]+ (\d+)/m.exec(text)?.[1]);

describe.each(["caddy", "nginx"] as const)("behind %s, as documented,", (proxy) => {
  test("pages, cookies, sockets and large files pass, and nobody forges an address", async () => {
    const { curl, logIn, publicUrl, folder } = await behind(proxy);
    expect(await curl("/login")).toContain("<html");
    const entered = await logIn(DEMO_PASSWORD, ["-H", `origin: ${publicUrl}`]);
    expect([status(entered), /set-cookie: .*; Secure/i.test(entered)]).toEqual([200, true]);
    expect(await logIn(DEMO_PASSWORD, ["-H", "origin: https://elsewhere.example"])).toContain("ERR_FOREIGN_ORIGIN");

    const upgrade = ["connection: Upgrade", "upgrade: websocket", "sec-websocket-version: 13", `origin: ${publicUrl}`]
      .concat("sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==").flatMap((line) => ["-H", line]);
    const socket = await curl("/api/events", ["--http1.1", "-N", "-m", "2", ...upgrade]);
    expect(status(socket)).toBe(101);

    Deno.writeFileSync(`${folder}/large.bin`, new Uint8Array(60_000_000));
    const { token } = JSON.parse(/\{.*\}/s.exec(entered)![0]);
    const sent = await curl("/api/messages/999999", [
      ...["-H", `authorization: Bearer ${token}`],
      ...["-F", `medias=@${folder}/large.bin;type=application/pdf`, "-F", "body=x"],
    ]);
    // It is the server that refuses it, for want of such a ticket; a proxy would say 413.
    expect([sent.match(/HTTP\/[\d.]+ 413/), sent]).toEqual([null, expect.stringContaining("ERR_NO_TICKET_FOUND")]);

    const forged = (nth: number) => ["-H", `x-forwarded-for: 1.1.1.${nth}, 127.0.0.1`, "-H", `x-real-ip: 1.1.1.${nth}`];
    for (let nth = 0; nth < 10; nth++) expect(status(await logIn("not it", forged(nth)))).toBe(401);
    expect(status(await logIn("not it", forged(99)))).toBe(429);
    expect(status(await logIn("not it", [], "127.0.0.3"))).toBe(401);
  });
});
