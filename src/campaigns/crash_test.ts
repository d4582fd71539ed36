import { expect, onTestFinished, test } from "vitest";
import { startSimulator } from "../simulator/simulator.ts";
import { addToList, aList, noPauses } from "../testing/campaigns.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess, pause } from "../testing/process.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { Tenants } from "../platform/tenants.ts";
import type { Counts } from "../contract/campaign_recipients.ts";

/** `make crash` kills two hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 10);
/** How long (ms) a start may take, on machines that do other things, too. */
const PATIENCE = 120_000;
const PHONES = 12;

test(
  `killed ${KILLS} times while campaigns go out, every phone gets each of them once, and the reports say so`,
  async () => {
    const simulator = await startSimulator();
    const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
    const phones = Array.from(
      { length: PHONES },
      (_, nth) => simulator.network.addPhone({ name: `Cliente ${nth}`, number: `55119888${String(80_000 + nth)}` }),
    );
    const folder = await aDataFolder();
    const listId = seed(folder, phones);
    const { start, end, isUp, caller } = aProcess(folder, simulator.url);
    onTestFinished(async () => {
      await end();
      await simulator.stop();
      await Deno.remove(folder, { recursive: true });
    });
    let server = start();
    await until(isUp, 60_000);
    const ana = await caller();
    await ana("POST", "/whatsappsession/1", {});
    await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
    let startedAt = 0;
    const isLinked = async () => {
      const connection = await ana("GET", "/whatsapp/1").catch(() => undefined);
      return connection?.status === "CONNECTED" && Date.parse(connection.since) > startedAt;
    };

    const ids: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await until(isLinked, PATIENCE);
      const { id } = await ana("POST", "/campaigns", {
        name: `Campanha ${kill}`,
        contactListId: listId,
        whatsappId: 1,
        message1: `Campanha ${kill} para {nome}`,
      });
      await ana("POST", `/campaigns/${id}/start`, {});
      ids.push(id);
      // Some die at once, some while the network is asked, most while messages leave.
      await pause(Math.random() * (kill % 3 === 0 ? 100 : 900));
      server.kill("SIGKILL");
      await server.status;
      startedAt = Date.now();
      server = start();
    }
    await until(isLinked, PATIENCE);
    const counts = (id: number) =>
      ana("GET", `/campaigns/${id}`).then((body) => body as { status: string; counts: Counts });
    for (const id of ids) await until(async () => (await counts(id)).status === "FINALIZADA", PATIENCE);
    for (const id of ids) {
      expect((await counts(id)).counts).toMatchObject({ total: PHONES, sent: PHONES, failed: 0, waiting: 0 });
    }
    await until(() => phones.every(({ received }) => received.length >= KILLS), PATIENCE);
    const expected = (name: string) => ids.map((_, nth) => `Campanha ${nth} para ${name}`).sort();
    for (const { name, received } of phones) expect(received.map(({ text }) => text).sort()).toEqual(expected(name));
    server.kill("SIGTERM");
    await server.status;
  },
  120_000 + KILLS * PATIENCE,
);

function seed(folder: string, phones: readonly { name: string; number: string }[]): number {
  const tenants = new Tenants(folder);
  const listId = tenants.company(2).write((db) => {
    noPauses(db);
    const listId = aList(db, []);
    addToList(db, listId, phones.map(({ name, number }) => ({ name, number })));
    return listId;
  });
  tenants.close();
  return listId;
}
