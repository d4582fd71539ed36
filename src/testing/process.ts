import { DEMO_PASSWORD } from "../demo/seed.ts";
import { ROOT } from "../root.ts";

/**
 * How the sources are run as a process of their own. What a command needs not is not even looked at; all modules of the
 * server together take a second of each start.
 */
export const FROM_SOURCES = [
  "run",
  "-A",
  "--quiet",
  "--unstable-lazy-dynamic-imports",
  "--config",
  `${ROOT}/deno.json`,
  `${ROOT}/src/main.ts`,
];

/** A server that is a process of its own, which can be killed without a warning, on a port of its own. */
export function aProcess(folder: string, whatsappUrl: string) {
  const port = 20_000 + Math.floor(Math.random() * 20_000), address = `http://127.0.0.1:${port}/api`;
  let last: Deno.ChildProcess | undefined;
  return {
    /** Where its API is. */
    address,
    start: (): Deno.ChildProcess =>
      last = new Deno.Command(Deno.execPath(), {
        args: [...FROM_SOURCES, "serve", "--port", String(port), "--host", "127.0.0.1", "--data", folder],
        env: { BALCAO_WHATSAPP_URL: whatsappUrl, BALCAO_LOG: "error", BALCAO_INNER_HOSTS: "127.0.0.1" },
        stdout: "null",
        stderr: "null",
      }).spawn(),
    /** Whatever became of the test, the process does not stay. */
    async end(): Promise<void> {
      try {
        last?.kill("SIGKILL");
      } catch { /* It has ended. */ }
      await last?.status;
    },
    isUp: async (): Promise<boolean> =>
      await fetch(`${address}/health`).then(
        (answer) => answer.body?.cancel().then(() => answer.ok) ?? answer.ok,
        () => false,
      ),
    caller: async () => await caller(address),
  };
}

/** Makes calls as Ana; what is refused throws its code. */
async function caller(address: string) {
  const login = await fetch(`${address}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ana@aurora.test", password: DEMO_PASSWORD }),
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

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
