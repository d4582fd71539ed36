import { DEMO_PASSWORD } from "../demo/seed.ts";
import { aPort } from "./a_port.ts";
import { howToRun } from "./program.ts";

/** How the product is run as a process of its own. */
export const FROM_SOURCES = howToRun("main");

/** After so long (ms) whoever asks whether a server is up asks again: what answered has died since. */
const ASKED_AGAIN = 5000;

/** A server that is a process of its own, which can be killed without a warning, on a port of its own. */
export function aProcess(
  folder: string,
  whatsappUrl: string,
  more: Record<string, string> = {},
  within: (command: string, args: string[]) => { command: string; args: string[] } = (command, args) => ({
    command,
    args,
  }),
) {
  const port = aPort(), address = `http://127.0.0.1:${port}/api`;
  let last: Deno.ChildProcess | undefined;
  return {
    /** Where its API is. */
    address,
    start: (): Deno.ChildProcess => {
      const served = ["serve", "--port", String(port), "--host", "127.0.0.1", "--data", folder];
      const { command, args } = within(Deno.execPath(), [...FROM_SOURCES, ...served]);
      return last = new Deno.Command(command, {
        args,
        env: { BALCAO_WHATSAPP_URL: whatsappUrl, BALCAO_LOG: "error", BALCAO_INNER_HOSTS: "127.0.0.1", ...more },
        stdout: "null",
        stderr: "null",
      }).spawn();
    },
    /** Whatever became of the test, the process does not stay. */
    async end(): Promise<void> {
      try {
        last?.kill("SIGKILL");
      } catch { /* It has ended. */ }
      await last?.status;
    },
    isUp: async (): Promise<boolean> =>
      await fetch(`${address}/health`, { signal: AbortSignal.timeout(ASKED_AGAIN) }).then(
        (answer) => answer.body?.cancel().then(() => answer.ok) ?? answer.ok,
        () => false,
      ),
    caller: async (email?: string) => await caller(address, email),
  };
}

/** Makes calls as Ana, or somebody else; what is refused throws its code. */
async function caller(address: string, email = "ana@aurora.test") {
  const login = await fetch(`${address}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token } = await login.json();
  return async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) };
    const answer = await fetch(`${address}${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined });
    const json = await answer.json();
    if (!answer.ok) throw new Error(json.error);
    return json;
  };
}

/** The same promise, which fails with these words unless it is kept within `ms`: a test that hangs is to say where. */
export async function inTime<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms);
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
