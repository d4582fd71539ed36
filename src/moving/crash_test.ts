import { asc, eq, isNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { journalTable } from "../channels/whatsapp/table.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { messageTable } from "../messages/table.ts";
import { outboxTable } from "../outbox/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess, inTime, pause } from "../testing/process.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { aMove, anotherFolder, anSsh, receiveInto } from "../testing/two_servers.ts";

/** `make crash` kills a hundred times. */
const KILLS = Number(Deno.env.get("BALCAO_KILLS") ?? 10);
/** How long (ms) a start or a move may take, on machines that do other things, too. */
const PATIENCE = 300_000;

test(
  `killed ${KILLS} times while a company moves to and fro, one side serves it, and nothing is lost or doubled`,
  async () => {
    const simulator = await startSimulator();
    const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
    const carla = simulator.network.addPhone({ name: "Carla", number: "5511988880001" });
    const ssh = await anSsh(),
      sides = [aSide(await aDataFolder(), simulator.url), aSide(await anotherFolder(), simulator.url)];
    let isOver = false, at = 0;
    onTestFinished(async () => {
      isOver = true;
      await Promise.all(sides.map(({ end }) => end()));
      await simulator.stop();
      for (const folder of [ssh, ...sides.map(({ data }) => data)]) await Deno.remove(folder, { recursive: true });
    });
    for (const side of sides) side.server = side.start();
    for (const side of sides) await until(side.isUp, PATIENCE);
    let ana = await sides[0]!.caller();
    await ana("POST", "/whatsappsession/1", {});
    await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
    const written = [carla.write(AURORA_PHONE, "bom dia")];
    const { id } = await until(
      async () => (await ana("GET", "/tickets?status=pending&showAll=true")).tickets[0],
      20_000,
    );
    await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });

    const incoming = (async () => {
      for (let nth = 0; !isOver; nth++) {
        written.push(carla.write(AURORA_PHONE, `pergunta ${nth}`));
        await pause(100 + Math.random() * 200);
      }
    })();
    const answered: string[] = [];
    const outgoing = (async () => {
      for (let nth = 0; !isOver; nth++) {
        const body = `resposta ${nth}`, localId = crypto.randomUUID();
        answered.push(body);
        while (!await ana("POST", `/messages/${id}`, { body, localId }).then(() => true, () => false)) {
          await pause(100);
          const serving = (await serve(sides))[0];
          // It may have died since it has answered.
          if (serving) ana = await serving.caller().catch(() => ana);
        }
        await pause(100 + Math.random() * 200);
      }
    })();

    // The first one lives, and says how long it takes.
    const since = Date.now();
    for (let kill = 0; kill <= KILLS; kill++) {
      const from = sides[at]!, to = sides[1 - at]!;
      const move = () => {
        const address = to.address.replace(/\/api$/, "");
        const words = ["--to", "root@desk2.example", "--by", receiveInto(to.data), "--address", address];
        return aMove(from.data, ssh, "move", "Padaria Aurora", ...words);
      };
      const first = move();
      if (kill > 0) {
        await pause(1000 + Math.random() * took);
        await die([from, to, undefined][Math.floor(Math.random() * 3)], first.child);
        for (const side of sides) await until(side.isUp, PATIENCE);
      }
      let last = await inTime(PATIENCE, `${kill}: the move that was disturbed`, first.ended);
      for (let tries = 0; last.code !== 0 && tries < 5; tries++) {
        // It is there already where this side does not know it any more.
        if (last.said.includes("There is no company")) break;
        await pause(500);
        last = await inTime(PATIENCE, `${kill}: the move again`, move().ended);
      }
      if (kill === 0) took = Date.now() - since;
      await until(async () => (await serve(sides)).length > 0, PATIENCE);
      expect(await serve(sides), `${kill}: ${last.said}`).toEqual([to]);
      at = 1 - at;
      await pause(500);
    }
    const serving = sides[at]!;
    await until(async () => (await ana("GET", "/whatsapp/1").catch(() => undefined))?.status === "CONNECTED", PATIENCE);
    isOver = true;
    await inTime(PATIENCE, "the last answer", Promise.all([incoming, outgoing]));
    await until(() => carla.received.length >= answered.length, PATIENCE);
    await pause(2000);
    for (const { server } of sides) server?.kill("SIGTERM");
    for (const { server } of sides) await server?.status;

    const tenants = new Tenants(serving.data);
    onTestFinished(() => tenants.close());
    const { read } = tenants.company(tenants.ids().at(-1)!);
    const stored = read.select().from(messageTable).where(eq(messageTable.ticketId, id))
      .orderBy(asc(messageTable.createdAt), asc(messageTable.id)).all();
    expect(stored.filter(({ fromMe }) => !fromMe).map(({ wid }) => wid)).toEqual(written);
    expect(stored.filter(({ fromMe }) => fromMe).map(({ body }) => body)).toEqual(answered);
    expect(carla.received.map(({ text }) => text).sort()).toEqual(answered.toSorted());
    expect(read.select().from(outboxTable).all()).toEqual([]);
    expect(read.select().from(journalTable).where(isNull(journalTable.settledAt)).all()).toEqual([]);
  },
  180_000 + KILLS * PATIENCE,
);

/** How long (ms) a move takes here. */
let took = 0;

function aSide(data: string, whatsappUrl: string) {
  return { data, server: undefined as Deno.ChildProcess | undefined, ...aProcess(data, whatsappUrl) };
}
type Side = ReturnType<typeof aSide>;

/** Kills a side, which starts anew, or the command itself. */
async function die(side: Side | undefined, command: Deno.ChildProcess): Promise<void> {
  try {
    (side?.server ?? command).kill("SIGKILL");
  } catch { /* It was done already. */ }
  if (!side) return;
  await side.server!.status;
  side.server = side.start();
}

/** Those who let Ana in. */
async function serve(sides: Side[]): Promise<Side[]> {
  const served: Side[] = [];
  for (const side of sides) {
    const answer = await fetch(`${side.address}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ana@aurora.test", password: DEMO_PASSWORD }),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) served.push(side);
  }
  return served;
}
