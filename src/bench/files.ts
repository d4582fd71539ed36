import { firstLoad, weightOf, widgetLoad } from "../../web/weight.ts";
import { ROOT } from "../root.ts";
import { aPort } from "../testing/a_port.ts";
import { atMost, type Figure } from "./report.ts";

/** The executable: its size, and how long it takes to its first answer. And what a browser loads first. */
export async function benchFiles(): Promise<Figure[]> {
  const binary = `${ROOT}/build/balcao`;
  const cache = await Deno.makeTempDir({ prefix: "balcao-bench-" });
  const first = await msToAnswer(binary, cache), later: number[] = [];
  for (let nth = 0; nth < 3; nth++) later.push(await msToAnswer(binary, cache));
  await Deno.remove(cache, { recursive: true });
  return [
    atMost("build/balcao", Deno.statSync(binary).size / 1e6, 60, " MB"),
    atMost("First start to the first answer", first, 2500, " ms"),
    atMost("Later starts to the first answer", Math.min(...later), 400, " ms"),
    atMost("First load of /tickets, JavaScript gzipped", weightOf(firstLoad()) / 1000, 245, " kB"),
    atMost("The web chat's widget, gzipped", weightOf(widgetLoad()) / 1000, 30, " kB"),
  ];
}

async function msToAnswer(binary: string, cache: string): Promise<number> {
  const port = aPort();
  const started = performance.now();
  const server = new Deno.Command(binary, {
    args: ["serve", "--host", "127.0.0.1", "--port", String(port), "--data", `${cache}/data`],
    env: { BALCAO_CACHE: `${cache}/cache` },
    stdout: "null",
    stderr: "null",
  }).spawn();
  while (!await fetch(`http://127.0.0.1:${port}/api/health`).then((answer) => answer.ok, () => false)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const took = performance.now() - started;
  server.kill();
  await server.status;
  return took;
}
