import { afterAll, beforeAll, expect, test } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { aShell } from "../testing/command.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess, FROM_SOURCES, pause } from "../testing/process.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { restorableOf } from "./restore.ts";
import { folderTarget } from "./targets/folder.ts";

let data: string, home: string, simulator: Awaited<ReturnType<typeof startSimulator>>;
let server: ReturnType<typeof aProcess>;
beforeAll(async () => {
  simulator = await startSimulator();
  data = await aDataFolder();
  home = await Deno.makeTempDir({ prefix: "balcao-disaster-" });
  server = aProcess(data, simulator.url);
});
afterAll(async () => {
  await server.end();
  await simulator.stop();
  for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  await Deno.remove(`${data}.backup.key`).catch(() => {});
});

const balcao = aShell(() => data), there = aShell(() => `${home}/new`);

/** Until when (ms) a company's backup has all that it had written. */
async function backedUpTo(companyId: number): Promise<number> {
  const { pieces } = await restorableOf(folderTarget(`${home}/backup`), companyId);
  return Math.max(0, ...pieces.map(({ at }) => at));
}

/** The words are read from a pipe. */
async function recover(words: string, to: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "recover", "folder", `${home}/backup`, "--data", to],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${words}\n`));
  await writer.close();
  const { code, stderr } = await child.output();
  return { code, said: new TextDecoder().decode(stderr).trim() };
}

test(
  "a company's folder is deleted while messages come, and every one that was acknowledged is in the backup, once",
  async () => {
    const phones = [1, 2, 3].map((nth) =>
      simulator.network.addPhone({ name: `Cliente ${nth}`, number: `551198888000${nth}` })
    );
    const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
    server.start();
    await until(server.isUp, 60_000);
    const ana = await server.caller();
    const { code, answer: { words } } = await balcao("backup", "key");
    expect([code, words.length]).toEqual([0, 24]);
    await Deno.mkdir(`${home}/backup`);
    expect((await balcao("backup", "add", "folder", `${home}/backup`)).answer).toMatchObject({ id: 1, kind: "folder" });
    await ana("POST", "/whatsappsession/1", {});
    await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
    await until(async () => (await ana("GET", "/whatsapp/1")).status === "CONNECTED");

    const acknowledged = new Set<string>(), written = new Set<string>();
    const linked = owner.devices[0]!, acknowledge = linked.acknowledge.bind(linked);
    linked.acknowledge = (kind, refused) => {
      if (kind.tag === "message" && kind.id && !refused) acknowledged.add(kind.id);
      acknowledge(kind, refused);
    };
    let isOver = false;
    const traffic = phones.map(async (phone) => {
      for (let nth = 0; !isOver; nth++) {
        written.add(phone.write(AURORA_PHONE, `pergunta ${nth}`));
        await pause(50 + Math.random() * 100);
      }
    });
    const taken = () => new Set([...acknowledged].filter((id) => written.has(id)));
    await until(() => taken().size > 50);
    const shipped = await balcao("backup", "now");
    expect(shipped.said).toBe("");
    const shippedBy = taken().size;
    await until(() => taken().size > shippedBy + 20);
    const before = taken(), since = Date.now();
    await until(async () => await backedUpTo(2) > since);
    await Deno.remove(`${data}/2`, { recursive: true });
    isOver = true;
    await Promise.all(traffic);

    const restored = await balcao("restore", "2", "--to", `${home}/aurora`);
    expect(restored.code, restored.said).toBe(0);
    const file = openDbFile(`${home}/aurora/company.db`, { readonly: true });
    const { wids } = file.one("SELECT json_group_array(wid) AS wids FROM messages")!;
    file.close();
    const stored: string[] = JSON.parse(String(wids));
    expect([...before].filter((id) => !stored.includes(id))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);

    // The machine is lost with its key: the words and the place are enough.
    await Deno.rename(`${data}.backup.key`, `${home}/lost.key`);
    const keyless = await balcao("restore", "2", "--to", `${home}/again`);
    expect([keyless.code, keyless.said]).toEqual([3, expect.stringContaining("balcao backup key --words")]);
    await server.end();
    const recovered = await recover(words.join(" "), `${home}/new`);
    expect(recovered.code, recovered.said).toBe(0);
    expect((await recover(words.join(" "), `${home}/new`)).said).toContain("is not empty");
    const wrong = [...words.slice(1), words[0]].join(" ");
    expect((await recover(wrong, `${home}/other`)).said).toMatch(/do not belong together|are another's/);
    const moved = aProcess(`${home}/new`, simulator.url);
    moved.start();
    try {
      await until(moved.isUp, 60_000);
      const again = await moved.caller();
      const { tickets } = await again("GET", "/tickets?status=pending&showAll=true");
      expect(tickets).toHaveLength(phones.length);
      // The other server might still have the line.
      const line = async () => (await again("GET", "/whatsapp/1")).status;
      expect(recovered.said).toContain("balcao lines start");
      await until(async () => await line() === "DISCONNECTED");
      expect((await there("lines", "start")).answer).toEqual({ wereHeld: true });
      await until(async () => await line() === "CONNECTED");
      expect((await there("lines", "start")).answer).toEqual({ wereHeld: false });
    } finally {
      await moved.end();
    }
  },
);
