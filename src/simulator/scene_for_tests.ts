import { afterEach, beforeEach } from "vitest";
import { TestClient } from "./client_for_tests.ts";
import { type Phone, type Simulator, startSimulator } from "./simulator.ts";

export interface Scene {
  simulator: Simulator;
  company: Phone;
  ana: Phone;
  client: TestClient;
}

/** A company's phone with a linked client, and Ana, its customer; everything anew for every test. */
export function scene({ paired = true } = {}): Scene {
  const scene = {} as Scene;
  let stopTrusting: () => void;
  beforeEach(async () => {
    const simulator = await startSimulator();
    stopTrusting = trust(simulator.ca);
    const company = simulator.network.addPhone({ name: "Padaria Aurora", number: "5511900000001" });
    const ana = simulator.network.addPhone({ name: "Ana", number: "5511987654321" });
    const client = new TestClient(simulator);
    Object.assign(scene, { simulator, company, ana, client });
    if (paired) await client.pair(company);
  });
  afterEach(async () => {
    scene.client.drop();
    await scene.simulator.stop();
    stopTrusting();
  });
  return scene;
}

/** Asks the control interface as another process would. */
export async function control({ simulator }: Scene, path: string, body?: unknown) {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return await (await fetch(new URL(`/control/${path}`, simulator.page), init)).json();
}

/** As `DENO_CERT` does for a process: the media host's authority is trusted by `fetch`. */
function trust(ca: string): () => void {
  const client = Deno.createHttpClient({ caCerts: [ca] });
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => original(input, { ...init, client } as RequestInit);
  return () => {
    globalThis.fetch = original;
    client.close();
  };
}
