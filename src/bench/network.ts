import { DEMO_PASSWORD } from "../demo/seed.ts";
import { ROOT } from "../root.ts";
import { aPort } from "../testing/a_port.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { AURORA_PHONE } from "../testing/road.ts";

const started = new Set<Deno.ChildProcess>();

/** To be ended with the bench that has started it. */
export function noted(process: Deno.ChildProcess): Deno.ChildProcess {
  started.add(process);
  void process.status.then(() => started.delete(process));
  return process;
}

/** Ends what a bench has left running: it would take its time from the next one. */
export function endAll(): void {
  for (const process of started) process.kill();
}

/** The pretend network in a process of its own, with its control interface. */
export async function aNetwork() {
  const process = noted(
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", `${ROOT}/src/main.ts`, "simulator", "--port", "0"],
      stdout: "piped",
      stderr: "null",
    }).spawn(),
  );
  const page = await firstMatch(process.stdout, /Phones:\s+(\S+)\//);
  return { page, url: page.replace("http", "ws") + "/ws/chat", process };
}

async function firstMatch(stream: ReadableStream<Uint8Array<ArrayBuffer>>, wanted: RegExp): Promise<string> {
  let text = "";
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  while (true) {
    const { value, done } = await reader.read();
    text += value ?? "";
    const found = wanted.exec(text)?.[1];
    if (found) {
      void drain(reader);
      return found;
    }
    if (done) throw new Error(`It stopped: ${text}`);
  }
}

async function drain(reader: ReadableStreamDefaultReader<string>): Promise<void> {
  while (!(await reader.read()).done);
}

export async function control(page: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${page}/control${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return await answer.json();
}

/** Balcão in a process of its own: from its sources, or the executable as it is handed out. */
export function start(
  program: "sources" | "executable",
  data: string,
  port: number,
  { url, graph }: { url: string; graph?: string },
  more: Record<string, string> = {},
): Deno.ChildProcess {
  const serve = ["serve", "--host", "127.0.0.1", "--port", String(port), "--data", data];
  const isBuilt = program === "executable";
  const options: Deno.CommandOptions = {
    args: isBuilt ? serve : ["run", "-A", "--quiet", `${ROOT}/src/main.ts`, ...serve],
    // A receiver of webhooks is on this machine, too.
    env: {
      BALCAO_WHATSAPP_URL: url,
      BALCAO_LOG: "error",
      BALCAO_INNER_HOSTS: "127.0.0.1",
      ...(graph && { BALCAO_GRAPH_URL: graph }),
      ...more,
    },
    stdout: "null",
    stderr: "null",
  };
  return noted(new Deno.Command(isBuilt ? `${ROOT}/build/balcao` : Deno.execPath(), options).spawn());
}

/** Resident memory of a process in MB, from Linux's own account. */
export function residentMb(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(Deno.readTextFileSync(`/proc/${pid}/status`));
  return Number(found?.[1] ?? 0) / 1024;
}

/** What of it is the process's own (MB): not the clean pages of files, which the system takes back when it needs room. */
export function ownMb(pid: number): number {
  const found = /RssAnon:\s+(\d+) kB/.exec(Deno.readTextFileSync(`/proc/${pid}/status`));
  return Number(found?.[1] ?? 0) / 1024;
}

/** Balcão in a process of its own, linked to the network. */
export async function aServer(
  network: { page: string; url: string; graph?: string },
  program: "sources" | "executable" = "sources",
  { env = {}, prepare }: { env?: Record<string, string>; prepare?: (data: string) => Promise<void> } = {},
) {
  const data = await aDataFolder();
  await prepare?.(data);
  const port = aPort();
  const process = start(program, data, port, network, env);
  const address = `http://127.0.0.1:${port}`;
  await until(() => fetch(`${address}/api/health`).then((answer) => answer.ok, () => false), 20_000);
  const post = { method: "POST", headers: { "content-type": "application/json" } };
  const logIn = async (email: string): Promise<string> => {
    const body = JSON.stringify({ email, password: DEMO_PASSWORD });
    return (await (await fetch(`${address}/api/auth/login`, { ...post, body })).json()).token;
  };
  const send = (token: string, method: string, path: string, body?: object) =>
    fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
      body: body && JSON.stringify(body),
    });
  const token = await logIn("ana@aurora.test");
  let valid = token;
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await send(valid, method, path, body);
    if (answer.status !== 401) return await answer.json();
    await answer.body?.cancel();
    // A token is good for a quarter of an hour.
    valid = await logIn("ana@aurora.test");
    return await (await send(valid, method, path, body)).json();
  };
  const askAsSuper = async (...question: Parameters<typeof ask>) =>
    await (await send(await logIn("super@balcao.test"), ...question)).json();
  await control(network.page, "/phones", { name: "Padaria Aurora", number: AURORA_PHONE });
  await ask("POST", "/whatsappsession/1", {});
  const qr = await until(async () => (await ask("GET", "/whatsapp/1")).qrcode, 20_000);
  await control(network.page, `/phones/${AURORA_PHONE}/scan`, { qr });
  await until(async () => (await ask("GET", "/whatsapp/1")).status === "CONNECTED", 20_000);
  return { address, token, ask, askAsSuper, process, port, data };
}
