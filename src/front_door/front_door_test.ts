import { expect, onTestFinished, test } from "vitest";
import { serve } from "../app/serve.ts";
import { auditTable } from "../audit/table.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { readProxies } from "../platform/caller.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aPort } from "../testing/a_port.ts";
import { FROM_SOURCES } from "../testing/process.ts";
import { anotherFolder } from "../testing/two_servers.ts";
import { haproxyOf } from "./haproxy.ts";
import { readMap } from "./map.ts";

test.each([
  ["aurora.desk.example", "Line 1 is not like"],
  ["# nobody yet", "names no host yet"],
  ["a.example 10.0.0.1:3000\nb.example 10.0.0.1:3000 }", "Line 2 is not like"],
  ["a.example 10.0.0.1:3000\nA.example 10.0.0.2:3000", "Line 2 names a.example a second time"],
  ["a.example 10.0.0.1:99999", "Line 1 is not like"],
  ["a.example:0 10.0.0.1:3000", "Line 1 is not like"],
  ["a.example{} 10.0.0.1:3000", "Line 1 is not like"],
])("a map that is wrong is refused by its line: %j", (text, said) => {
  expect(() => readMap(text)).toThrow(said);
});

/** Two servers with a company each, and a map that says which host name leads where. */
async function twoServers() {
  const port = aPort(), home = await Deno.makeTempDir({ prefix: "balcao-door-" });
  const folders = [await aDataFolder(), await anotherFolder()];
  const servers = await Promise.all(folders.map((data) =>
    serve({
      ...{ port: 0, host: "127.0.0.1", data, publicUrl: undefined, demo: false },
      ...{ trustedProxies: readProxies("127.0.0.1")!, whatsappUrl: "ws://127.0.0.1:9", whatsappCa: undefined },
    })
  ));
  onTestFinished(async () => {
    for (const server of servers) await server.stop();
    for (const folder of [home, ...folders]) await Deno.remove(folder, { recursive: true });
  });
  const [aurora, outro] = [`aurora.test:${port}`, `outro.test:${port}`];
  await Deno.writeTextFile(
    `${home}/map`,
    `# who is where\nhttp://${aurora} 127.0.0.1:${servers[0]!.port}\nhttp://${outro} 127.0.0.1:${servers[1]!.port}\n`,
  );
  return { home, aurora, outro, servers, port };
}

async function configured(home: string, door: "caddy" | "haproxy", ...flags: string[]): Promise<string> {
  const args = [...FROM_SOURCES, "front-door", door, `${home}/map`, ...flags];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args }).output();
  return new TextDecoder().decode(stdout);
}

async function check(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, env }).output();
  expect(success, new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout)).toBe(true);
}

function run(command: string, args: string[], env: Record<string, string> = {}): void {
  const child = new Deno.Command(command, { args, env, stdout: "null", stderr: "null" }).spawn();
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await child.status;
  });
}

async function curl(host: string, path: string, ...words: string[]): Promise<string> {
  const [name, port] = host.split(":"), resolve = ["--resolve", `${name}:${port ?? 80}:127.0.0.1`];
  const args = [...resolve, "-si", "-m", "20", ...words, `http://${host}${path}`];
  const { stdout } = await new Deno.Command("curl", { args }).output();
  return new TextDecoder().decode(stdout);
}

/** Each company's people come to their own server, by sockets too; whoever makes up where they come from is not believed. */
async function expectLeading({ aurora, outro, servers }: Awaited<ReturnType<typeof twoServers>>): Promise<void> {
  await until(async () => (await curl(aurora, "/api/health")).includes(`{"status":"ok"}`));
  const body = JSON.stringify({ email: "ana@aurora.test", password: DEMO_PASSWORD });
  const headers = (host: string) =>
    ["content-type: application/json", `origin: http://${host}`, "x-forwarded-for: 203.0.113.9"]
      .flatMap((line) => ["-H", line]);
  const logIn = (host: string) => curl(host, "/api/auth/login", ...headers(host), "-d", body);
  expect(await logIn(aurora)).toMatch(/^HTTP\/1.1 200/);
  // The other server knows nobody.
  expect(await logIn(outro)).toMatch(/^HTTP\/1.1 (401|409)/);
  const entries = servers[0]!.tenants.company(2).read.select().from(auditTable).all();
  expect(entries.filter(({ what }) => what === "access.login").map(({ address }) => address)).toEqual(["127.0.0.1"]);
  const upgrade = ["connection: Upgrade", "upgrade: websocket", "sec-websocket-version: 13", `origin: http://${aurora}`]
    .concat("sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==").flatMap((line) => ["-H", line]);
  expect(await curl(aurora, "/api/events", "-N", "-m", "2", ...upgrade)).toMatch(/^HTTP\/1.1 101/);
}

test("Caddy leads each company's people to the server that has it, and sockets too", async () => {
  const world = await twoServers(), { home } = world;
  const own = await configured(home, "caddy");
  await Deno.writeTextFile(`${home}/Caddyfile`, own);
  const env = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const config = ["--config", `${home}/Caddyfile`, "--adapter", "caddyfile"];
  await check("caddy", ["validate", ...config], env);
  await Deno.writeTextFile(`${home}/Caddyfile`, `{\n\tadmin off\n}\n${own}`);
  run("caddy", ["run", ...config], env);
  await expectLeading(world);
});

test("HAProxy does, large files and names that are nobody's too", async () => {
  const world = await twoServers(), { home, aurora, port } = world;
  await Deno.writeTextFile(`${home}/haproxy.cfg`, asMe(await configured(home, "haproxy")));
  await check("haproxy", ["-c", "-f", `${home}/haproxy.cfg`]);
  run("haproxy", ["-db", "-f", `${home}/haproxy.cfg`]);
  await expectLeading(world);
  expect(await curl(`nobody.test:${port}`, "/")).toMatch(/^HTTP\/1.1 421/);
  // More than any proxy's usual limit comes through; the server itself says that nobody is logged in.
  await Deno.writeFile(`${home}/large`, new Uint8Array(40_000_000));
  expect(await curl(aurora, "/api/messages/1", "-F", `medias=@${home}/large`, "-H", "expect:")).toMatch(
    /^HTTP\/1.1 401/,
  );
});

test("HAProxy's https takes the certificates of a folder, and plain http leads on to it", async () => {
  const home = await Deno.makeTempDir({ prefix: "balcao-door-" });
  onTestFinished(() => Deno.remove(home, { recursive: true }));
  const key = `${home}/key`, chain = `${home}/chain`, certs = `${home}/certs`;
  await check(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"].concat(
      ["-keyout", key, "-out", chain, "-subj", "/CN=aurora.test", "-days", "2"],
    ),
  );
  await Deno.mkdir(certs);
  await Deno.writeTextFile(`${certs}/aurora.pem`, await Deno.readTextFile(chain) + await Deno.readTextFile(key));
  await Deno.writeTextFile(`${home}/map`, "aurora.test 127.0.0.1:1\noutro.test nowhere.invalid:3000\n");
  const said = await configured(home, "haproxy", "--certificates", certs);
  expect(said).toContain(`bind :443 ssl crt ${certs}/ alpn h2,http/1.1`);
  const [plain, secure] = [aPort(), aPort()];
  await Deno.writeTextFile(
    `${home}/haproxy.cfg`,
    asMe(said).replace("bind :443", `bind :${secure}`).replace("bind :80", `bind :${plain}`),
  );
  await check("haproxy", ["-c", "-f", `${home}/haproxy.cfg`]);
  run("haproxy", ["-db", "-f", `${home}/haproxy.cfg`]);
  const found = await until(async () =>
    /^HTTP\/1.1 308[^]*?location: (\S+)/i.exec(await curl(`aurora.test:${plain}`, "/x"))
  );
  expect(found[1]).toMatch(/^https:\/\/aurora\.test/);
  // Nobody serves behind it: what comes is HAProxy's own word, by the certificate.
  const { stdout } = await new Deno.Command("curl", {
    args: ["-sik", "-m", "20", "--resolve", `aurora.test:${secure}:127.0.0.1`, `https://aurora.test:${secure}/`],
  }).output();
  expect(new TextDecoder().decode(stdout)).toMatch(/^HTTP\/2 503/);
});

test("one port is either https or plain", () => {
  const leads = readMap("http://a.example:8443 10.0.0.1:3000\nb.example:8443 10.0.0.2:3000");
  expect(() => haproxyOf(leads, { certificates: "/certs" })).toThrow("Port 8443 is named with https and without it");
});

/** Only root may become another user. */
function asMe(config: string): string {
  return Deno.uid() === 0 ? config : config.replace(/^\t(user|group) .*\n/gm, "");
}
