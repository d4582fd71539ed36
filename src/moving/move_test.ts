import { asc, eq, isNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { journalTable } from "../channels/whatsapp/table.ts";
import { messageTable } from "../messages/table.ts";
import { outboxTable } from "../outbox/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { type Phone, startSimulator } from "../simulator/simulator.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess, pause } from "../testing/process.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { aMove, anotherFolder, anSsh, receiveInto } from "../testing/two_servers.ts";

test(
  "a company moves to another server while messages come and go, with its line, and none is lost or doubled",
  async () => {
    const simulator = await startSimulator();
    const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
    const carla = simulator.network.addPhone({ name: "Carla", number: "5511988880001" });
    const here = await aDataFolder(), there = await anotherFolder(), ssh = await anSsh();
    const old = aProcess(here, simulator.url), other = aProcess(there, simulator.url);
    let isOver = false;
    onTestFinished(async () => {
      isOver = true;
      await Promise.all([old.end(), other.end()]);
      await simulator.stop();
      for (const folder of [here, there, ssh]) await Deno.remove(folder, { recursive: true });
    });
    const servers = [old.start(), other.start()];
    await until(async () => await old.isUp() && await other.isUp(), 60_000);
    const atHome = other.address.replace(/\/api$/, "");
    let ana = await old.caller();
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
        await pause(60 + Math.random() * 100);
      }
    })();
    const answered: string[] = [], codes = new Set<string>();
    const outgoing = (async () => {
      for (let nth = 0; !isOver; nth++) {
        const body = `resposta ${nth}`, localId = crypto.randomUUID();
        answered.push(body);
        for (;;) {
          const refused = await ana("POST", `/messages/${id}`, { body, localId }).then(
            () => undefined,
            (error) => error,
          );
          if (!refused) {
            break;
          }
          codes.add(refused.message);
          // The other side serves a moment after this one has stopped: a login may come too early.
          if (["ERR_COMPANY_MOVED", "ERR_SESSION_EXPIRED"].includes(refused.message)) ana = await other.caller();
          await pause(60);
        }
        await pause(60 + Math.random() * 100);
      }
    })();

    await until(() => written.length > 10 && shownBy(carla).length > 10);
    const to = ["--to", "root@desk2.example", "--by", receiveInto(there), "--address", atHome];
    const moved = await aMove(here, ssh, "move", "Padaria Aurora", ...to).ended;
    expect(moved.code, moved.said).toBe(0);
    expect(moved.answer).toMatchObject({ id: 2, name: "Padaria Aurora", there: 2, address: atHome, taken: [] });
    expect(moved.answer.paused).toBeLessThan(10_000);
    const isUp = async () => (await ana("GET", "/whatsapp/1").catch(() => undefined))?.status === "CONNECTED";
    await until(isUp, 60_000);
    await until(() => codes.has("ERR_COMPANY_MOVED"), 60_000);
    const { length } = answered;
    await until(() => answered.length > length + 10);
    isOver = true;
    await Promise.all([incoming, outgoing]);
    // Whatever of it came a second time would have come before these.
    answered.push("por fim");
    await ana("POST", `/messages/${id}`, { body: "por fim" });
    await until(() => shownBy(carla).includes("por fim"), 60_000);
    written.push(carla.write(AURORA_PHONE, "até logo"));
    await until(async () => {
      const { messages } = await ana("GET", `/messages/${id}`) as { messages: Shown[] };
      return messages.some(({ body }) => body === "até logo") &&
        messages.every(({ fromMe, ack }) => !fromMe || ack > 0);
    }, 60_000);
    for (const server of servers) server.kill("SIGTERM");
    for (const server of servers) await server.status;

    const tenants = new Tenants(there), { read } = tenants.company(2);
    onTestFinished(() => tenants.close());
    const stored = read.select().from(messageTable).where(eq(messageTable.ticketId, id))
      .orderBy(asc(messageTable.createdAt), asc(messageTable.id)).all();
    expect(stored.filter(({ fromMe }) => !fromMe).map(({ wid }) => wid)).toEqual(written);
    expect(stored.filter(({ fromMe }) => fromMe).map(({ body }) => body)).toEqual(answered);
    expect(shownBy(carla)).toEqual(answered);
    expect(read.select().from(outboxTable).all()).toEqual([]);
    expect(read.select().from(journalTable).where(isNull(journalTable.settledAt)).all()).toEqual([]);
    // What is left of it at the old place is out of the way.
    expect([...Deno.readDirSync(here)].map(({ name }) => name)).not.toContain("2");
    expect([...Deno.readDirSync(`${here}/aside`)]).toHaveLength(1);
  },
  240_000,
);

interface Shown {
  body: string;
  fromMe: boolean;
  ack: number;
}

/** What a phone shows: a repeat under the same id is shown once. */
function shownBy(phone: Phone): string[] {
  return phone.received.map(({ text }) => text ?? "");
}
