import { expect, onTestFinished, test } from "vitest";
import { startSimulator } from "../simulator/simulator.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess, pause } from "../testing/process.ts";
import { AURORA_PHONE } from "../testing/road.ts";

/** `make crash` kills two hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 6);
/** How long (ms) a start may take, on machines that do other things, too. */
const PATIENCE = 120_000;
const PHONES = 4, EACH = 3;

test(
  `killed ${KILLS} times while external systems send, every phone gets each message once and in order, and a webhook is told of each`,
  async () => {
    const simulator = await startSimulator();
    const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
    const phones = Array.from(
      { length: PHONES },
      (_, nth) => simulator.network.addPhone({ name: `Cliente ${nth}`, number: `55119777${String(80_000 + nth)}` }),
    );
    const told = new Map<string, { contactId: number; body: string }>();
    const receiver = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const { data } = await request.json(), id = request.headers.get("webhook-id")!;
      if (!told.has(id)) told.set(id, data.message);
      return new Response("ok");
    });
    const folder = await aDataFolder();
    const { start, end, isUp, caller, address } = aProcess(folder, simulator.url);
    onTestFinished(async () => {
      await end();
      await receiver.shutdown();
      await simulator.stop();
      await Deno.remove(folder, { recursive: true });
    });
    let server = start();
    await until(isUp, 60_000);
    const ana = await caller();
    await ana("POST", "/whatsappsession/1", {});
    await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
    const { token } = await ana("POST", "/api-tokens", { name: "Loja", scopes: ["send"], perMinute: 100_000 });
    const url = `http://127.0.0.1:${receiver.addr.port}/`;
    await ana("POST", "/webhooks", { name: "Loja", url, events: ["message.sent"] });
    const isLinked = async () => (await ana("GET", "/whatsapp/1").catch(() => undefined))?.status === "CONNECTED";

    /** As a careful script does: the same again, with its key, until it is told that it was accepted. */
    const send = async (number: string, body: string) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": `${number}/${body}`,
      };
      const draft = JSON.stringify({ number, body });
      await until(
        () =>
          fetch(`${address}/messages/send`, { method: "POST", headers, body: draft })
            .then(async (answer) => (await answer.body?.cancel(), answer.status === 202), () => false),
        PATIENCE,
      );
    };
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill % 2 === 0) await until(isLinked, PATIENCE);
      const sending = phones.map(async ({ number }) => {
        for (let nth = 0; nth < EACH; nth++) await send(number, `${kill}.${nth}`);
      });
      await pause(Math.random() * 400);
      server.kill("SIGKILL");
      await server.status;
      server = start();
      await Promise.all(sending);
    }
    const all = Array.from({ length: KILLS }, (_, kill) => Array.from({ length: EACH }, (_, nth) => `${kill}.${nth}`))
      .flat();
    await until(() => phones.every(({ received }) => received.length >= all.length), PATIENCE);
    for (const { received } of phones) expect(received.map(({ text }) => text)).toEqual(all);
    await until(() => told.size >= PHONES * all.length, PATIENCE);
    const byContact = Map.groupBy(told.values(), ({ contactId }) => contactId);
    expect([...byContact.values()].map((messages) => messages.map(({ body }) => body))).toEqual(phones.map(() => all));
    server.kill("SIGTERM");
    await server.status;
  },
  120_000 + KILLS * PATIENCE,
);
