import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { BadCommand } from "../platform/config.ts";
import { ROOT } from "../root.ts";
import { serve } from "./serve.ts";
import { aDataFolder, aTicket, until } from "../testing/fixtures.ts";

const config = async (rest: { port: number; host?: string; whatsappCa?: string; whatsappUrl?: string }) => ({
  host: "127.0.0.1",
  data: await aDataFolder(),
  publicUrl: undefined,
  demo: false,
  whatsappUrl: undefined,
  whatsappCa: undefined,
  ...rest,
});

test("a port in use, or an address that is not this machine's, is refused in words", async () => {
  const server = await serve(await config({ port: 0 }));
  const cases: [Parameters<typeof config>[0], RegExp][] = [
    [{ port: server.port }, new RegExp(`^Port ${server.port} is in use: stop the other program, or choose another`)],
    [{ port: 0, host: "192.0.2.1" }, /^192\.0\.2\.1 .*--host/],
    [{ port: 0, host: "no such host" }, /^no such host .*--host/],
    [
      { port: 0, whatsappUrl: "ws://x", whatsappCa: "/nowhere.pem" },
      /^BALCAO_WHATSAPP_CA: \/nowhere\.pem cannot be read/,
    ],
  ];
  for (const [asked, words] of cases) {
    const error = await serve(await config(asked)).then(() => undefined, (error) => error);
    expect(error).toBeInstanceOf(BadCommand);
    expect(error.message).toMatch(words);
  }
  await server.stop();
  // Stopped means that the port is free again.
  await (await serve(await config({ port: server.port }))).stop();
});

test("what is no call is not found, and every answer carries what keeps a browser safe", async () => {
  const server = await serve(await config({ port: 0 }));
  const get = (path: string, init?: RequestInit) => fetch(`${server.address}${path}`, init);
  expect(await (await get("/api/nothing")).json()).toEqual({ error: "ERR_NOT_FOUND" });
  expect(await (await get("/api/tickets", { method: "PATCH" })).json()).toEqual({ error: "ERR_NOT_FOUND" });
  expect(await (await get("/api/health")).json()).toEqual({ status: "ok" });
  for (const path of ["/", "/api/health", "/api/tickets", "/api/nothing"]) {
    const { headers } = await get(path);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    expect(headers.get("strict-transport-security"), path).toContain("max-age=");
    expect(headers.get("access-control-allow-origin"), path).toBeNull();
    const isPage = path === "/", policy = headers.get("content-security-policy");
    expect(policy, path).toContain(isPage ? "default-src 'self'" : "default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("cross-origin-opener-policy"), path).toBe(isPage ? "same-origin" : null);
  }
  const policy = (await get("/")).headers.get("content-security-policy")!.split("; ");
  expect(policy).toEqual(expect.arrayContaining(["form-action 'self'", "connect-src 'self'"]));
  expect(policy).toContain("frame-src 'self' https://www.youtube-nocookie.com");
  for (const path of ["/api/health", "/api/tickets", "/api/nothing"]) {
    expect((await get(path)).headers.get("cache-control"), path).toBe("no-store");
  }
  await server.stop();
});

test("a host that is none is refused with what keeps a browser safe, too", async () => {
  const server = await serve(await config({ port: 0 }));
  for (const path of ["/", "/api/health", "/api/media/x"]) {
    const line = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    const asked = `GET ${path} HTTP/1.1\r\nhost: a b:c\r\nconnection: close\r\n\r\n`;
    await line.write(new TextEncoder().encode(asked));
    const answer = await new Response(line.readable).text();
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain(JSON.stringify({ error: "ERR_INVALID_INPUT" }));
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
    const [, policy] = /^content-security-policy: default-src '(\w+)'/im.exec(answer) ?? [];
    expect(policy, path).toBe({ "/": "self", "/api/health": "none" }[path]);
  }
  await server.stop();
});

test("a browser that goes away in the middle of an upload leaves no file behind", async () => {
  const server = await serve(await config({ port: 0 })), aurora = server.tenants.company(2);
  const { id } = aurora.write((db) => aTicket(db, { status: "open", userId: 1 }));
  const login = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ana@aurora.test", password: DEMO_PASSWORD }),
  };
  const { token } = await (await fetch(`${server.address}/api/auth/login`, login)).json();
  const files = () => [...Deno.readDirSync(`${aurora.folder}/media`)];
  for (const isRude of [true, false]) {
    const line = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    const head = [
      `POST /api/messages/${id} HTTP/1.1`,
      "host: x",
      `authorization: Bearer ${token}`,
      "content-type: multipart/form-data; boundary=b",
      "content-length: 10000000",
    ];
    const part = '--b\r\ncontent-disposition: form-data; name="medias"; filename="a.bin"\r\n\r\n';
    const text = `${head.join("\r\n")}\r\n\r\n${part}${"x".repeat(300_000)}`;
    const writer = line.writable.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await until(() => files().length === 1);
    if (isRude) line.close();
    else await line.closeWrite();
    await until(() => files().length === 0);
  }
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200);
  await server.stop();
});

/** What a process writes that is asked all kinds of things, with BALCAO_LOG=debug. */
async function whatIsLogged(script: string): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, script.replaceAll('from "./', `from "file://${ROOT}/src/`));
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--config", `${ROOT}/deno.json`, file],
    env: { BALCAO_LOG: "debug" },
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  expect(success, text).toBe(true);
  return text;
}

test("no password, token, message or whole number stands in the log", async () => {
  const text = await whatIsLogged(`
    import { sql } from "drizzle-orm";
    import { log } from "./platform/log.ts";
    import { until } from "./testing/fixtures.ts";
    import { aRoad, AURORA_PHONE } from "./testing/road.ts";
    const said = [];
    for (const [level, say] of Object.entries(log)) {
      log[level] = (text, context) => {
        said.push(text);
        say(text, context);
      };
    }
    const isSaid = (what, times = 1) => until(() => said.filter((text) => text.includes(what)).length >= times);
    const road = await aRoad();
    const ana = road.as("ana"), joana = road.customer({ name: "NOME-SECRETO", number: "5511987651234" });
    await fetch(road.server.address + "/api/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ana@aurora.test", password: "SENHA-SECRETA" }),
    }).then((answer) => answer.text());
    joana.write(AURORA_PHONE, "CORPO-SECRETO um");
    const ticket = await until(async () => (await ana("GET", "/tickets?showAll=true")).body.tickets[0]);
    await ana("PUT", "/tickets/" + ticket.id, { status: "open", userId: 1 });
    road.simulator.network.corruptNext(AURORA_PHONE, 1);
    joana.write(AURORA_PHONE, "CORPO-SECRETO dois");
    await until(async () => (await ana("GET", "/messages/" + ticket.id)).body.messages.length > 1);
    road.simulator.network.refuseNext(AURORA_PHONE, { error: 463, count: 1 });
    await ana("POST", "/messages/" + ticket.id, { body: "CORPO-SECRETO três" });
    await isSaid("463");
    joana.sendRaw(AURORA_PHONE, { imageMessage: { url: "https://SEGREDO.test/x", mimetype: "image/png" } });
    await isSaid("A file could not be fetched");
    road.aurora.write((db) => db.run(sql\`create trigger no before insert on messages begin select raise(abort, 'no'); end\`) && undefined);
    joana.write(AURORA_PHONE, "CORPO-SECRETO quatro");
    await ana("POST", "/messages/" + ticket.id, { body: "CORPO-SECRETO cinco" });
    await ana("GET", "/tickets?searchParam=CORPO-SECRETO");
    await isSaid("could not be handled");
    road.simulator.network.close(AURORA_PHONE, "drop");
    await isSaid("closed the connection with 428");
    await road.stop();
    Deno.exit(0);
  `);
  expect(text).toContain("could not be handled");
  expect(text).not.toMatch(/secret|segredo|balcao-demo|eyJ|5511987651234|551134567800|@s\.whatsapp\.net|@lid/i);
});
