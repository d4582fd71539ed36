import { firstLoad, weightOf, widgetLoad } from "../../web/weight.ts";
import { ROOT } from "../root.ts";
import { aPort } from "../testing/a_port.ts";
import { atMost, type Figure } from "./report.ts";

/** The executable: its size, and how long it takes to its first answers. And what a browser loads first. */
export async function benchFiles(): Promise<Figure[]> {
  const binary = `${ROOT}/build/balcao`;
  const cache = await Deno.makeTempDir({ prefix: "balcao-bench-" });
  const first = await msToAnswer(binary, cache, CALL), screens: number[] = [], calls: number[] = [];
  for (let nth = 0; nth < 5; nth++) {
    screens.push(await msToAnswer(binary, cache, SCREEN));
    calls.push(await msToAnswer(binary, cache, CALL));
  }
  await Deno.remove(cache, { recursive: true });
  return [
    atMost("build/balcao", Deno.statSync(binary).size / 1e6, 60, " MB"),
    atMost("First start to the first answer", first, 2500, " ms"),
    atMost("Later starts to the first screen", Math.min(...screens), 300, " ms"),
    atMost("Later starts to the first call's answer", Math.min(...calls), 300, " ms"),
    atMost("First load of /tickets, JavaScript gzipped", weightOf(firstLoad()) / 1000, 245, " kB"),
    atMost("The web chat's widget, gzipped", weightOf(widgetLoad()) / 1000, 30, " kB"),
  ];
}

/** What a person asks for first, and what a program does. */
const SCREEN = "/login", CALL = "/api/health";

async function msToAnswer(binary: string, cache: string, path: string): Promise<number> {
  const port = aPort();
  const started = performance.now();
  const server = new Deno.Command(binary, {
    args: ["serve", "--host", "127.0.0.1", "--port", String(port), "--data", `${cache}/data`],
    env: { BALCAO_CACHE: `${cache}/cache` },
    stdout: "null",
    stderr: "null",
  }).spawn();
  while (!await fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.ok, () => false)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const took = performance.now() - started;
  server.kill();
  await server.status;
  return took;
}
