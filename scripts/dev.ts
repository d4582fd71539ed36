/**
 * `make dev`: the demo's server, which starts anew when a file that it runs changes, and Vite in front of it, which
 * changes the page in place. What both sides say (src/contract, src/shared) does both. Ctrl+C ends the two.
 */
const SERVER = "http://127.0.0.1:3000";

const children = [run(
  "--watch=src,migrations",
  // No test and no measurement is a part of the server.
  "--watch-exclude=src/**/*_test.ts,src/bench/**",
  "--no-clear-screen",
  "src/main.ts",
  "serve",
  "--demo",
  "--host=127.0.0.1",
  "--data=tenants/dev",
)];
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => void stop());

// A page that comes before the server would begin with an error.
await Promise.race([isUp(), children[0]!.status]);
children.push(run("npm:vite", "--clearScreen", "false"));
console.log("  Open http://localhost:5173: the addresses above are the server's own, without what you change in web\n");
await Promise.race(children.map((child) => child.status));
await stop();

function run(...args: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), { args: ["run", "-A", ...args] }).spawn();
}

async function isUp(): Promise<void> {
  while (!await answers()) await pause();
}

async function answers(): Promise<boolean> {
  try {
    return (await (await fetch(`${SERVER}/api/health`)).text()) !== "";
  } catch {
    return false;
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200));
}

async function stop(): Promise<void> {
  send("SIGTERM");
  // The server takes its leave of connections and files; what watches it would stay, and wait for the next change.
  for (let tries = 0; tries < 20 && await answers(); tries++) await pause();
  send("SIGKILL");
  Deno.exit();
}

function send(signal: Deno.Signal): void {
  for (const child of children) {
    try {
      child.kill(signal);
    } catch { /* it has ended already */ }
  }
}
