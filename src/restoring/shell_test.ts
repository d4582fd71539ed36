import { afterAll, beforeAll, expect, test } from "vitest";
import { startSimulator } from "../simulator/simulator.ts";
import { aShell } from "../testing/command.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess } from "../testing/process.ts";
import { AURORA_PHONE } from "../testing/road.ts";

let data: string, home: string, simulator: Awaited<ReturnType<typeof startSimulator>>;
let server: ReturnType<typeof aProcess>;
beforeAll(async () => {
  simulator = await startSimulator();
  data = await aDataFolder();
  home = await Deno.makeTempDir({ prefix: "balcao-restoring-" });
  server = aProcess(data, simulator.url);
});
afterAll(async () => {
  await server.end();
  await simulator.stop();
  for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  await Deno.remove(`${data}.backup.key`).catch(() => {});
});

const balcao = aShell(() => data);

interface Listed {
  id: number;
  body: string;
  ack: number;
  failure: string | null;
}

test(
  "a company goes back to a moment and forth again while its line and the others go on, and nothing leaves twice",
  async () => {
    const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
    const carla = simulator.network.addPhone({ name: "Carla", number: "5511988880001" });
    server.start();
    await until(server.isUp, 60_000);
    let ana = await server.caller();
    await balcao("backup", "key");
    await Deno.mkdir(`${home}/backup`);
    await balcao("backup", "add", "folder", `${home}/backup`);
    await ana("POST", "/whatsappsession/1", {});
    await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
    const isUp = async () => (await ana("GET", "/whatsapp/1")).status === "CONNECTED";
    await until(isUp);
    const bodies = async (): Promise<Listed[]> => {
      const { tickets } = await ana("GET", "/tickets?status=open&showAll=true");
      return tickets.length === 0 ? [] : (await ana("GET", `/messages/${tickets[0].id}`)).messages;
    };
    const got = () => carla.received.map(({ text }) => text);

    carla.write(AURORA_PHONE, "bom dia");
    const { id } = await until(async () => (await ana("GET", "/tickets?status=pending&showAll=true")).tickets[0]);
    await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
    await ana("POST", `/messages/${id}`, { body: "antes" });
    await until(() => got().some((text) => text?.includes("antes")));
    // From here to the restoration in one minute: of a minute that is over the backup keeps the end (backups/taker.ts).
    await until(() => new Date().getSeconds() < 25);
    // What waits at the moment has left by the time that is gone back from.
    simulator.network.down(true);
    await until(async () => !await isUp());
    await ana("POST", `/messages/${id}`, { body: "na hora" });
    expect((await balcao("backup", "now")).code).toBe(0);
    const moment = new Date(), end = moment.setMilliseconds(999);
    // A moment is named to the second, all of which is meant.
    await until(() => Date.now() > end);
    simulator.network.down(false);
    await until(async () => (await bodies()).some(({ body, ack }) => body.includes("na hora") && ack > 0));
    await ana("POST", `/messages/${id}`, { body: "depois" });
    carla.write(AURORA_PHONE, "e agora?");
    await until(() => got().some((text) => text?.includes("depois")));
    await until(async () => (await bodies()).some(({ body }) => body === "e agora?"));
    const nina = await server.caller("nina@norte.test");

    // What is not yet a second ago is "now".
    await until(() => Date.now() > end + 1000);
    const back = await balcao("restore", "2", "--at", moment.toISOString().slice(0, 19) + "Z");
    expect(back.code, back.said).toBe(0);
    expect(back.answer).toMatchObject({ id: 2, held: 0, gone: [], taken: [] });
    expect(new Date(back.answer.newest).getTime()).toBeLessThanOrEqual(moment.getTime());
    // Whoever was logged in still is, and the others were not touched.
    const before = await bodies();
    expect(before.map(({ body }) => body)).toEqual(
      expect.arrayContaining(["bom dia", expect.stringContaining("antes"), expect.stringContaining("na hora")]),
    );
    expect(before.map(({ body }) => body).join()).not.toMatch(/depois|e agora/);
    expect((await nina("GET", "/tickets?status=pending&showAll=true")).tickets).toBeDefined();

    // The line's ratchets have not gone back: both directions still work.
    await until(isUp);
    carla.write(AURORA_PHONE, "ainda aí?");
    await until(async () => (await bodies()).some(({ body }) => body === "ainda aí?"));
    await ana("POST", `/messages/${id}`, { body: "sim, aqui" });
    await until(() => got().some((text) => text?.includes("sim, aqui")));
    for (const each of ["antes", "na hora"]) expect(got().filter((text) => text?.includes(each)), each).toHaveLength(1);

    const undone = await balcao("restore", "2", "--undo");
    expect(undone.code, undone.said).toBe(0);
    ana = await server.caller();
    const again = (await bodies()).map(({ body }) => body);
    expect(again).toContain("e agora?");
    expect(again).not.toContain("ainda aí?");
    await until(isUp);
    carla.write(AURORA_PHONE, "voltou?");
    await until(async () => (await bodies()).some(({ body }) => body === "voltou?"));
    for (const text of ["antes", "na hora", "depois", "sim, aqui"]) {
      expect(got().filter((each) => each?.includes(text)), text).toHaveLength(1);
    }

    // Beside it, to look something up: no line of it runs, and its people do not log in there.
    const beside = await balcao("restore", "2", "--as", "Aurora de antes");
    expect(beside.code, beside.said).toBe(0);
    expect(beside.answer).toMatchObject({ of: "Padaria Aurora", name: "Aurora de antes", missing: [] });
    expect(beside.answer.id).toBeGreaterThan(3);
    const { copies } = (await balcao("company", "show", "2")).answer;
    expect(copies).toEqual([{ id: beside.answer.id, name: "Aurora de antes", at: expect.any(String) }]);
    expect((await balcao("restore", "2", "--as", "Aurora de antes")).said).toContain("one of this name");
    const sue = await server.caller("super@balcao.test");
    const { token } = await sue("POST", `/companies/${beside.answer.id}/act`);
    const within = async (path: string) =>
      await (await fetch(`${server.address}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
    expect(await within("/whatsapp/1")).toMatchObject({ status: "DISCONNECTED" });
    const { tickets } = await within("/tickets?status=open&showAll=true");
    expect(tickets).toHaveLength(1);
    expect((await balcao("company", "list")).answer.map(({ name }: { name: string }) => name)).toContain(
      "Aurora de antes",
    );
    expect(await isUp()).toBe(true);

    // Its folder is lost: one command brings it back, while the others are served.
    expect((await balcao("backup", "now")).code).toBe(0);
    await Deno.remove(`${data}/2`, { recursive: true });
    const rescued = await balcao("restore", "2");
    expect(rescued.code, rescued.said).toBe(0);
    ana = await server.caller();
    expect((await bodies()).map(({ body }) => body)).toContain("voltou?");
    await until(isUp);
    carla.write(AURORA_PHONE, "de novo");
    await until(async () => (await bodies()).some(({ body }) => body === "de novo"));

    // A damaged page: the company is named, the others go on, and the same command brings it back.
    expect((await balcao("backup", "now")).code).toBe(0);
    await server.end();
    const file = await Deno.open(`${data}/2/company.db`, { write: true });
    await file.seek(4096, Deno.SeekMode.Start);
    await file.write(new Uint8Array(200_000).fill(0xff));
    file.close();
    await Deno.remove(`${data}/2/company.db-wal`).catch(() => {});
    server.start();
    await until(server.isUp, 60_000);
    const mended = await balcao("restore", "2");
    expect(mended.code, mended.said).toBe(0);
    ana = await server.caller();
    expect((await bodies()).map(({ body }) => body)).toContain("de novo");
    await until(isUp);
    carla.write(AURORA_PHONE, "e mais uma vez");
    await until(async () => (await bodies()).some(({ body }) => body === "e mais uma vez"));
  },
  240_000,
);
