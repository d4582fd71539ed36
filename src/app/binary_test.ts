import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { ROOT } from "../root.ts";
import { setSetting } from "../settings/settings.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { until } from "../testing/fixtures.ts";
import { putOldFile } from "../testing/old_files.ts";
import { knownSchemas } from "../upgrades/schemas.ts";
import { schemaOf } from "../platform/file_header.ts";

/** What `make binary` makes; without it these tests are skipped, which the closing line says. */
const FILE = `${ROOT}/build/balcao`;
const isMade = (() => {
  try {
    return Deno.statSync(FILE).isFile;
  } catch {
    return false;
  }
})();
const PASSWORD = "pao-de-queijo";
const SHOP = "5511932221111";

describe.skipIf(!isMade)("the one executable file", () => {
  let home: string;
  let simulator: Simulator;
  let environment: Record<string, string>;

  beforeAll(async () => {
    home = await Deno.makeTempDir({ prefix: "balcao-binary-" });
    simulator = await startSimulator();
    await Deno.writeTextFile(`${home}/ca.pem`, simulator.ca);
    environment = {
      PATH: Deno.env.get("PATH")!,
      HOME: home,
      BALCAO_CACHE: `${home}/cache`,
      BALCAO_DATA: `${home}/data`,
      BALCAO_PASSWORD: PASSWORD,
      BALCAO_WHATSAPP_URL: simulator.url,
      BALCAO_WHATSAPP_CA: `${home}/ca.pem`,
    };
  });
  afterAll(async () => {
    await simulator?.stop();
    if (home) await Deno.remove(home, { recursive: true });
  });

  function command(args: string[], env: Record<string, string> = {}): Deno.Command {
    return new Deno.Command(FILE, {
      args,
      env: { ...environment, ...env },
      clearEnv: true,
      cwd: home,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  }

  async function run(args: string[], env?: Record<string, string>) {
    const { code, stdout, stderr } = await command(args, env).output();
    const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
    return { code, out: out!, error: error! };
  }

  /** Starts serving on a free port, and waits until it answers. */
  async function serving() {
    const started = performance.now();
    const port = freePort();
    const child = command(["serve", "--host", "127.0.0.1", "--port", String(port)]).spawn();
    const said = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    const address = `http://127.0.0.1:${port}`;
    const health = await until(
      () => fetch(`${address}/api/health`).then((answer) => answer.json(), () => null),
      40_000,
    );
    return {
      address,
      port,
      health,
      ms: performance.now() - started,
      /** The files below its data folder that are open, by their names there. */
      openFiles: () =>
        [...Deno.readDirSync(`/proc/${child.pid}/fd`)].flatMap(({ name }) => linkOf(`/proc/${child.pid}/fd/${name}`))
          .filter((path) => path.startsWith(`${home}/data/`)).map((path) => path.slice(`${home}/data/`.length)),
      async stop() {
        child.kill("SIGTERM");
        const { code, signal } = await child.status;
        return { code, signal, said: (await said).join("\n") };
      },
    };
  }

  test("says its version and its commands", async () => {
    const version = await run(["version"]);
    expect(version).toMatchObject({ code: 0, error: "", out: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    const help = await run(["help"]);
    expect(help.code).toBe(0);
    for (const verb of ["serve", "company add", "user add", "simulator"]) expect(help.out).toContain(`balcao ${verb}`);
  });

  test("serves a new company from an empty folder: from the first login to an answered message", async () => {
    expect(await run(["company", "add", "Padaria Aurora"])).toMatchObject({ code: 0, out: "1\tPadaria Aurora" });
    const ana = ["Ana Ribeiro", "ana@aurora.example"];
    expect(await run(["user", "add", "Padaria Aurora", ...ana, "--admin", "--super"])).toMatchObject({
      code: 0,
      error: "",
    });
    const server = await serving();
    expect(server.health).toMatchObject({ status: "ok" });
    const page = await fetch(`${server.address}/tickets`);
    expect(await page.text()).toContain('<div id="root"');

    const api = await loggedIn(server.address);
    const { id } = await api("POST", "/whatsapp", { name: "Loja" });
    const shop = simulator.network.addPhone({ name: "Padaria Aurora", number: SHOP });
    const connection = () => api("GET", `/whatsapp/${id}`);
    await shop.scan(await until(async () => (await connection()).qrcode));
    await until(async () => (await connection()).status === "CONNECTED");
    const lia = simulator.network.addPhone({ name: "Lia", number: "5511955550000" });
    lia.write(SHOP, "Bom dia");
    const ticket = await until(async () => (await api("GET", "/tickets?status=pending&showAll=true")).tickets[0]);
    expect(ticket).toMatchObject({ lastMessage: "Bom dia", contact: { name: "Lia" } });
    await api("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
    await api("POST", `/messages/${ticket.id}`, { body: "Bom dia, Lia!" });
    await lia.waitFor(({ text }) => text === "Bom dia, Lia!");

    const { code, signal, said } = await server.stop();
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(said).not.toContain('"level":"error"');
  });

  test("keeps no file open that it has stored, and nothing of a company that it has exported", async () => {
    const server = await serving();
    const api = await loggedIn(server.address), form = new FormData();
    const [ticket] = (await api("GET", "/tickets?status=open&showAll=true")).tickets;
    for (const name of ["a", "b", "c", "d"]) form.append("medias", new File([`Olá, ${name}`], `${name}.txt`));
    expect(await api("POST", `/messages/${ticket.id}`, form)).toHaveLength(4);
    const lia = simulator.network.phone("5511955550000")!;
    for (const name of ["a", "b", "c", "d"]) await lia.waitFor(({ media }) => media?.fileName === `${name}.txt`);
    const media = () => [...Deno.readDirSync(`${home}/data/1/media`)].map(({ name }) => name);
    expect(media().length).toBeGreaterThanOrEqual(4);
    await until(() => !server.openFiles().some((path) => path === "1" || path.startsWith("1/media")));

    expect(await run(["company", "export", "1", "aurora.balcao"])).toMatchObject({ code: 0 });
    expect([...Deno.readDirSync(`${home}/data`)].filter(({ name }) => name.startsWith("import-"))).toEqual([]);
    expect((await server.stop()).code).toBe(0);
  });

  test("starts again from its cache, still linked, and hears what was written meanwhile", async () => {
    const unpacked = [...Deno.readDirSync(`${home}/cache`)].map(({ name }) => name).toSorted();
    simulator.network.phone("5511955550000")!.write(SHOP, "Ainda estão aí?");
    const server = await serving();
    expect([...Deno.readDirSync(`${home}/cache`)].map(({ name }) => name).toSorted()).toEqual(unpacked);
    const api = await loggedIn(server.address);
    await until(async () =>
      (await api("GET", "/tickets?status=open&showAll=true")).tickets[0]?.lastMessage === "Ainda estão aí?"
    );
    const taken = await run(["serve", "--host", "127.0.0.1", "--port", String(server.port)], {
      BALCAO_DATA: `${home}/other`,
    });
    expect(taken).toMatchObject({
      code: 1,
      error: `Port ${server.port} is in use: stop the other program, or choose another with --port`,
    });
    expect((await server.stop()).code).toBe(0);
  });

  test("reads a spreadsheet into a contact list, in a process of its own", async () => {
    const tenants = new Tenants(`${home}/data`);
    tenants.company(1).write((db) => setSetting(db, "campaignsEnabled", "true"));
    tenants.close();
    const server = await serving();
    const api = await loggedIn(server.address);
    const { id } = await api("POST", "/contact-lists", { name: "Clientes" });
    const form = new FormData();
    form.append("file", new File(["nome;numero\nLia;11955550000\nRui;5.5E+12\n"], "clientes.csv"));
    expect(await api("POST", `/contact-lists/${id}/upload/columns`, form)).toMatchObject({
      rows: 2,
      guessed: { name: 0, number: 1, email: null },
    });
    form.append("columns", JSON.stringify({ name: 0, number: 1, email: null, leftOut: [] }));
    await api("POST", `/contact-lists/${id}/upload`, form);
    const ended = await until(async () => {
      const [newest] = await api("GET", `/contact-lists/${id}/imports`);
      return newest?.endedAt && newest;
    });
    expect(ended).toMatchObject({ state: "done", failure: null, created: 1, refused: 1 });
    expect((await server.stop()).code).toBe(0);
  });

  test("upgrades what an earlier version has left, in processes of its own", async () => {
    await putOldFile("company", 42, `${home}/data/1/company.db`);
    const { code, error } = await run(["company", "show", "1"]);
    expect([code, error]).toEqual([0, "Upgrading 1 file\nUpgraded 1 of 1 file"]);
    expect(schemaOf(`${home}/data/1/company.db`)).toBe(knownSchemas().company);
  });

  test("plays the customers' phones, with everything that their page is made of", async () => {
    const child = command(["simulator", "--port", "0"]).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let said = "";
    while (!/Phones: +\S+\n/.test(said)) said += (await reader.read()).value ?? "";
    const address = /Phones: +(\S+)/.exec(said)![1]!;
    const folder = `${ROOT}/src/simulator/page`;
    expect(await (await fetch(address)).text()).toBe(await Deno.readTextFile(`${folder}/page.html`));
    const parts = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => /\.(css|js)$/.test(name));
    expect(parts).toContain("script.js");
    for (const name of parts) {
      const served = await (await fetch(`${address}page/${name}`)).text();
      expect(served, name).toBe(await Deno.readTextFile(`${folder}/${name}`));
    }
    child.kill("SIGTERM");
    await Promise.all([reader.cancel(), child.stderr.cancel()]);
    expect((await child.status).code).toBe(0);
  });

  test.for(
    [
      [["serve", "--prot", "3000"], /--prot/],
      [["serve", "--port", "many"], /^--port takes a number/],
      [["user", "add", "Nobody", "Ana", "ana@nobody.example"], /^There is no company Nobody/],
      [["company", "add"], /^Missing required argument 'NAME'/],
      [["sevre"], /^There is no command sevre/],
    ] as const,
  )("answers %j with a clear line", async ([args, line]) => {
    const { code, out, error } = await run([...args]);
    expect(code).not.toBe(0);
    expect(out).toBe("");
    expect(error).toMatch(line);
    expect(error).not.toMatch(/\bat .*:\d+:\d+/);
  });

  test("names a cache folder that it cannot write", async () => {
    await Deno.writeTextFile(`${home}/file`, "");
    const { code, error } = await run(["version"], { BALCAO_CACHE: `${home}/file/cache` });
    expect(code).not.toBe(0);
    expect(error).toBe(`balcao: cannot write ${home}/file/cache; set BALCAO_CACHE to a folder that can be written`);
  });
});

async function loggedIn(address: string) {
  const send = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body),
    });
    return await answer.json();
  };
  const { token } = await send("POST", "/auth/login", { email: "ana@aurora.example", password: PASSWORD });
  return (method: string, path: string, body?: unknown) => send(method, path, body, token);
}

function linkOf(path: string): string[] {
  try {
    return [Deno.readLinkSync(path)];
  } catch {
    return [];
  }
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
